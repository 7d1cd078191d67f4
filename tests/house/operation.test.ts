import { expect, test } from 'vitest';
import { expectNone, unequal } from './complaints.ts';
import { listedMetrics, METRICS_DOCUMENT, seriesOf } from './metrics-document.ts';
import { lineOf, textOf } from './repository.ts';

const ALERTS = 'docs/operation/alerts.yml';
const TRIES = 'docs/operation/alerts.test.yml';
const RUNBOOK = 'docs/operation/runbook.md';
const DASHBOARD = 'docs/operation/dashboard.json';

const alerts = textOf(ALERTS)
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)![0],
    expression: /^ +expr: (?:>-\n)?([\s\S]*?)^ +(?:for|labels):/m.exec(text)![1]!,
    runbook: /^ +runbook: (\S+)/m.exec(text)?.[1],
  }));

interface Panel {
  title: string;
  targets: { expr: string }[];
}
const { panels } = JSON.parse(textOf(DASHBOARD)) as { panels: Panel[] };

const KEYWORDS = /^(?:and|or|unless|on|ignoring|by|without|offset|bool|group_left|group_right)$/;

/** Time series that a PromQL expression names. */
function seriesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)].flatMap(([name]) =>
    KEYWORDS.test(name) ? [] : name,
  );
}

const known = new Set([...listedMetrics().flatMap(seriesOf), 'up']);
const unknownIn = (file: string, expression: string) =>
  seriesIn(expression)
    .filter((name) => !known.has(name))
    .map((name) => ({
      file,
      line: lineOf(file, name),
      sentence: `${METRICS_DOCUMENT} lists no metric ${name}.`,
      remedy: 'Name one of its list, or add the metric there.',
    }));

test('[OP5] alerts and the dashboard name only metrics that the server has', () => {
  expect([alerts.length, panels.length]).toEqual([
    expect.toSatisfy((many) => many > 20),
    expect.toSatisfy((many) => many > 15),
  ]);
  expectNone([
    ...alerts.flatMap(({ expression }) => unknownIn(ALERTS, expression)),
    ...panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => unknownIn(DASHBOARD, expr))),
  ]);
});

test('[OP5] a metric that is not there is found in every part of an expression', () => {
  expect(
    seriesIn(
      'histogram_quantile(0.95, sum by (le, job) (rate(a_bucket{x="b_c", y!~"d"}[5m]))) > 2 * 1e3 and on (job) time() - e_f > g:h or absent(i)',
    ),
  ).toEqual(['a_bucket', 'e_f', 'g:h', 'i']);
});

/** The twelve faults: their alerts, and the longest that the product takes to notice each, in seconds. */
const NOTICED: readonly [alert: string, seconds: number][] = [
  ['SiteWritingRefused', 10],
  ['SiteDescriptorsUsedUp', 10],
  ['SiteDatabaseAway', 3],
  ['SiteDatabaseAway', 3],
  ['SiteHeadsBehind', 2],
  ['SiteFilesDamaged', 0],
  ['SiteRecordProblems', 5],
  ['SiteScheduleFailed', 16],
  ['SiteMailServerAway', 35],
  ['SiteBackupOld', 15],
  ['SiteShedsRequests', 0],
  // one hold ends before a scrape tells of it, or slow ones fill half a minute
  ['SiteEventLoopDelayed', 30],
];

test('[OP8] the intervals of metrics.md and the waits of the alerts leave each of twelve faults less than a minute', () => {
  const [scrape, evaluation] = ['scrape_interval', 'evaluation_interval'].map((name) =>
    Number(new RegExp(`^ +${name}: (\\d+)s$`, 'm').exec(textOf(METRICS_DOCUMENT))![1]),
  ) as [number, number];
  const waitOf = (alert: string): number => {
    const [, text = ''] = textOf(ALERTS).split(`- alert: ${alert}\n`);
    const [, count = '0', unit = 's'] = /^ +for: (\d+)([smh])$/m.exec(text.split('- alert:')[0]!) ?? [];
    return Number(count) * { s: 1, m: 60, h: 3_600 }[unit]!;
  };
  expect(
    NOTICED.map(([alert, seconds]) => {
      // a wait ends with the evaluation after it
      const waits = Math.ceil(waitOf(alert) / evaluation) * evaluation;
      return [alert, seconds + scrape + evaluation + waits];
    }).filter(([, longest]) => Number(longest) > 60),
  ).toEqual([]);
});

test('[OP5] each alert has its part in the runbook, with what to look at and what to do, and its try', () => {
  const parts = textOf(RUNBOOK)
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ name: part.slice(0, part.indexOf('\n')), part }));
  expectNone([
    ...unequal({
      found: parts.map(({ name }) => name),
      wanted: alerts.map(({ name }) => name),
      superfluous: (name) => ({
        file: RUNBOOK,
        line: lineOf(RUNBOOK, `## ${name}`),
        sentence: `${ALERTS} has no alert ${name}.`,
        remedy: 'Remove the part, or add the alert.',
      }),
      missing: (name) => ({
        file: ALERTS,
        line: lineOf(ALERTS, `alert: ${name}`),
        sentence: `The runbook has no part for ${name}.`,
        remedy: `Add a part with that heading to ${RUNBOOK}.`,
      }),
    }),
    ...parts
      .filter(({ part }) => !/^\*\*Look\*\*: \S/m.test(part) || !/^\*\*Do\*\*: \S/m.test(part))
      .map(({ name }) => ({
        file: RUNBOOK,
        line: lineOf(RUNBOOK, `## ${name}`),
        sentence: `The part ${name} does not say what to look at, and what to do.`,
        remedy: 'Begin a line with **Look**: and one with **Do**:.',
      })),
    ...alerts
      .filter(({ name, runbook }) => runbook !== `${RUNBOOK}#${name.toLowerCase()}`)
      .map(({ name }) => ({
        file: ALERTS,
        line: lineOf(ALERTS, `alert: ${name}`),
        sentence: `${name} does not lead to its part of the runbook.`,
        remedy: `Annotate it: runbook: ${RUNBOOK}#${name.toLowerCase()}`,
      })),
    ...alerts
      .filter(({ name }) => {
        const tries = textOf(TRIES)
          .split(new RegExp(`alertname: ${name}\\b`))
          .slice(1);
        return (
          !tries.some((text) => text.startsWith(', exp_alerts: []')) ||
          !tries.some((text) => /^\s+exp_alerts:\n/.test(text))
        );
      })
      .map(({ name }) => ({
        file: TRIES,
        sentence: `No try shows when ${name} is raised, and when it is not.`,
        remedy: 'Add both.',
      })),
  ]);
});
