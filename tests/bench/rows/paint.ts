import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { SITE_BASE } from '#wire/paths.ts';
import type { Devtools } from '../devtools.ts';
import { headersToCopy, startNginx, type StaticAnswer } from '../nginx.ts';
import type { Tools } from '../machine.ts';
import type { BenchPages } from '../pages.ts';
import { readRaw, root, type Running } from '../product.ts';
import { median, rounded, spread, type Row } from '../report.ts';
import { firstClick, visit, type Visit } from '../visit.ts';
import { weigh } from './weight.ts';

const GROUP = 'In the browser (4 times slower CPU, 1.6 Mbit/s, 150 ms a request)';
/** a first visit, the dialog of consent included, against the page alone */
const FIRST_VISIT = 1.3;
/** "no later" within what two runs of one page differ by */
const NO_LATER = 1.05;
/** kB of scripts */
const FIRST_CLICK = 16;
const ASSETS = '/assets/site/';
/** at the end of the address of the page without scripts */
const SILENT = '-silent';
const CLIENT = join(root, 'dist/client');

interface Turns {
  ours: Visit[];
  /** the page as static files */
  files: Visit[];
  /** the page without scripts */
  silent: Visit[];
}

/** Our pages, and the list page once more as static files with a linked stylesheet, in turns; each visit is a first one. */
export async function paintRows(
  tools: Tools,
  browser: Devtools,
  site: Running,
  pages: BenchPages,
  rounds: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const lists = await inTurns(tools, browser, site, pages.list, rounds);
  if (lists.files.length > 0) rows.push(largestPaint(lists), ...silentRows(lists.silent));
  const own: [string, Visit[]][] = [['list', lists.ours]];
  for (const [kind, path] of Object.entries(pages).filter(([kind]) => kind !== 'list')) {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round++)
      visits.push(await visit(browser, site.origin + path, { consent: true }));
    own.push([kind, visits]);
  }
  rows.push(...own.flatMap(([kind, visits]) => pageRows(kind, visits)));
  rows.push(...(await firstVisits(browser, site, pages.list, lists, rounds)));
  rows.push(...(await firstClicks(browser, site, pages)));
  return rows;
}

/** WG6 */
async function firstClicks(browser: Devtools, { origin }: Running, { list, table }: BenchPages): Promise<Row[]> {
  const home = `${SITE_BASE}/`;
  const section = table.slice(0, table.lastIndexOf('/'));
  const clicks = [
    { from: home, to: section, what: 'a section' },
    { from: home, to: list, what: 'a list' },
    { from: list, to: home, what: 'the home page' },
    { from: home, to: `${SITE_BASE}/search`, what: 'the search' },
    { from: section, to: table, what: 'a register below a text' },
  ];
  const rows: Row[] = [];
  for (const { from, to, what } of clicks) {
    const scripts = await firstClick(browser, origin + from, to);
    rows.push({
      group: GROUP,
      id: `script-click-${to === home ? 'home' : to.slice(to.lastIndexOf('/') + 1)}`,
      title: `JavaScript after brotli of the first click, to ${what}`,
      value: weigh(scripts.map((address) => address.slice(ASSETS.length))),
      unit: 'kB',
      limit: { most: FIRST_CLICK },
      note: `from ${from} to ${to}`,
    });
  }
  return rows;
}

async function inTurns(tools: Tools, browser: Devtools, site: Running, path: string, rounds: number): Promise<Turns> {
  const files = tools.nginx === null ? null : await startNginx(tools, tools.nginx, await asFiles(site, path));
  try {
    const visits: Turns = { ours: [], files: [], silent: [] };
    // the first visit of a new browser is slower than all later ones
    await visit(browser, site.origin + path, { consent: true });
    for (let round = 0; round < rounds; round++) {
      visits.ours.push(await visit(browser, site.origin + path, { consent: true }));
      if (!files) continue;
      visits.files.push(await visit(browser, files.origin + path, { consent: true }));
      visits.silent.push(await visit(browser, files.origin + path + SILENT, { consent: true }));
    }
    return visits;
  } finally {
    await files?.stop();
  }
}

/**
 * Time that the browser itself takes to lay out and draw this very page, on this machine at this hour: reported, to
 * separate the product's part from it.
 */
function silentRows(visits: Visit[]): Row[] {
  const rowOf = (id: string, title: string, values: number[]): Row => ({
    group: GROUP,
    id: `${id}-silent`,
    title: `${title}, list page without any script`,
    value: median(values),
    unit: 'ms',
    limit: null,
    note: spread(values, 'ms'),
  });
  return [
    rowOf(
      'blocking',
      'Total blocking time',
      visits.map(({ blocking }) => blocking),
    ),
    rowOf(
      'longest-task',
      'Longest task',
      visits.map(({ tasks }) => Math.max(0, ...tasks)),
    ),
  ];
}

/** The page with its stylesheet linked instead of inlined, and every built file, all compressed as the product sends them; and the page as it is, but without scripts. */
async function asFiles(site: Running, path: string): Promise<StaticAnswer[]> {
  const page = await readRaw(site.origin + path, 'identity');
  const html = page.body
    .toString()
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/(<link rel="stylesheet" href="[^"]+") disabled>/g, '$1>');
  const headers = headersToCopy(page.headers);
  headers['content-security-policy'] = headers['content-security-policy']!.replace(
    /style-src [^;]+/,
    "style-src 'self'",
  );
  const answers: StaticAnswer[] = [
    { path, body: brotliCompressSync(Buffer.from(html)), headers: { ...headers, 'content-encoding': 'br' } },
  ];
  const silent = page.body.toString().replaceAll(/<script (id="start"|src=).*?<\/script>/gs, '');
  answers.push({
    path: path + SILENT,
    body: brotliCompressSync(Buffer.from(silent)),
    headers: { ...headersToCopy(page.headers), 'content-encoding': 'br' },
  });
  const assets = readdirSync(CLIENT, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name),
  );
  for (const { name } of assets) {
    const answer = await readRaw(site.origin + ASSETS + name, 'br');
    if (answer.status === 200)
      answers.push({ path: ASSETS + name, body: answer.body, headers: headersToCopy(answer.headers) });
  }
  return answers;
}

function largestPaint({ ours, files }: Turns): Row {
  const paints = (visits: Visit[]) => visits.map(({ largestPaint }) => largestPaint);
  return {
    group: GROUP,
    id: 'paint-list',
    title: 'Largest paint of a list page against nginx with linked stylesheet',
    value: median(paints(ours)) / median(paints(files)),
    unit: 'ratio',
    limit: { most: NO_LATER },
    note: `${spread(paints(ours))} against ${spread(paints(files))} ms; 5 % stand for the noise of two runs`,
  };
}

function pageRows(kind: string, visits: Visit[]): Row[] {
  const row = (id: string, title: string, values: number[], unit: Row['unit'], most: number, note = ''): Row => ({
    group: GROUP,
    id: `${id}-${kind}`,
    title: `${title}, ${kind} page`,
    value: median(values),
    unit,
    limit: { most },
    ...(note && { note }),
  });
  const worst = (id: string, title: string, values: number[], most: number, note: string): Row =>
    row(id, title, [Math.max(...values)], '', most, note);
  const longest = visits.map(({ tasks }) => Math.max(0, ...tasks));
  return [
    row(
      'blocking',
      'Total blocking time',
      visits.map(({ blocking }) => blocking),
      'ms',
      60,
      `largest paint ${spread(
        visits.map(({ largestPaint }) => largestPaint),
        'ms',
      )}`,
    ),
    row(
      'longest-task',
      'Longest task',
      longest,
      'ms',
      150,
      `worst of ${visits.length} visits ${rounded(Math.max(...longest))} ms; the browser tells none under 50 ms`,
    ),
    worst(
      'shift',
      'Layout shift',
      visits.map(({ shift }) => shift),
      0,
      movedWords(visits),
    ),
    worst(
      'documents',
      'Requests for the document',
      visits.map(({ documents }) => documents),
      1,
      '',
    ),
    worst(
      'data',
      'Requests for data that the page carries already',
      visits.map(({ calls }) => calls),
      0,
      '',
    ),
  ];
}

function movedWords(visits: readonly Visit[]): string {
  const moved = [...new Set(visits.flatMap((one) => one.moved))];
  return moved.length > 0 ? `moved: ${moved.join(', ')}` : '';
}

/**
 * AG1: time and bytes of a visitor without any stored flag, as the browser saw it. The dialog is compared with the
 * page's own first paint in the same visits, and the largest paint (the dialog's text) with that of the page as static
 * files.
 */
async function firstVisits(
  browser: Devtools,
  site: Running,
  path: string,
  { ours, files }: Turns,
  rounds: number,
): Promise<Row[]> {
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round++)
    visits.push(await visit(browser, site.origin + path, { consent: false }));
  const home = await visit(browser, `${site.origin}${SITE_BASE}/`, { consent: false });
  const of = (read: (one: Visit) => number, from = visits): number => median(from.map(read));
  const paints = visits.map(({ largestPaint }) => largestPaint);
  const row = (id: string, title: string, value: number, unit: Row['unit'], most: number | null, note = ''): Row => ({
    group: GROUP,
    id,
    title,
    value,
    unit,
    limit: most === null ? null : { most },
    ...(note && { note }),
  });
  const weightOf = ({ scripts }: Visit) => weigh(scripts.map((address) => address.slice(ASSETS.length)));
  return [
    row(
      'dialog-first-visit',
      'Dialog of a first visit against its first paint, list page',
      of(({ dialog }) => dialog) / of(({ firstPaint }) => firstPaint),
      'ratio',
      FIRST_VISIT,
      `${spread(
        visits.map(({ dialog }) => dialog),
        'ms',
      )} against ${spread(
        visits.map(({ firstPaint }) => firstPaint),
        'ms',
      )}`,
    ),
    ...(files.length === 0
      ? []
      : [
          row(
            'paint-first-visit',
            'Largest paint of a first visit against the page from nginx',
            median(paints) / of(({ largestPaint }) => largestPaint, files),
            'ratio',
            FIRST_VISIT,
            `${spread(paints, 'ms')}`,
          ),
        ]),
    row(
      'shift-first-visit',
      'Layout shift of a first visit',
      Math.max(...visits.map(({ shift }) => shift)),
      '',
      0,
      movedWords(visits),
    ),
    row(
      'bytes-first-visit',
      'What a first visit fetches beyond one with a stored flag, list page',
      (of(({ bytes }) => bytes) - of(({ bytes }) => bytes, ours)) / 1_000,
      'kB',
      12,
      'both with an empty cache, headers included',
    ),
    ...Object.entries({ list: visits[0]!, home }).map(([kind, one]) =>
      row(
        `script-first-visit-${kind}`,
        `JavaScript after brotli of a first visit, ${kind} page`,
        weightOf(one),
        'kB',
        95,
        'no consent flag stored: all that the browser fetched until it was quiet',
      ),
    ),
  ];
}
