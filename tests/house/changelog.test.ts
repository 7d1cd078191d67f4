import { test } from 'vitest';
import { expectNone } from './complaints.ts';
import { lineOf, linesOf, textOf } from './repository.ts';

const DOCUMENT = 'CHANGELOG.md';
/** limit of one version */
const MOST_LINES = 40;
const NUMERIC = new Intl.Collator('en', { numeric: true });
const text = textOf(DOCUMENT);
const lineAt = linesOf(text);
const versions = [...text.matchAll(/^## (.*)$/gm)].map(({ 1: heading = '', index }) => ({
  heading,
  line: lineAt(index),
  version: /^(\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)(, \w+)?$/.exec(heading),
}));

test('CHANGELOG.md is cut into versions with their days, the newest first, behind what is in none yet', () => {
  const released = versions.filter(({ heading }) => heading !== 'Unreleased');
  expectNone([
    ...released
      .filter(({ version }) => version === null)
      .map(({ line }) => ({
        file: DOCUMENT,
        line,
        sentence: 'The heading names no version with its day.',
        remedy: 'Write ## 1.2.3 – 2026-11-23.',
      })),
    ...released
      .filter(
        ({ version }, at) => at > 0 && NUMERIC.compare(version?.[1] ?? '', released[at - 1]!.version?.[1] ?? '') >= 0,
      )
      .map(({ line }) => ({
        file: DOCUMENT,
        line,
        sentence: 'A later version stands below an earlier one.',
        remedy: 'Put the newest first.',
      })),
    ...(versions[0]?.heading === 'Unreleased' || versions[0]?.version
      ? []
      : [{ file: DOCUMENT, sentence: 'No version stands first.', remedy: 'Begin with ## Unreleased.' }]),
  ]);
});

test('the newest part of the changelog is read in a minute', () => {
  const [newest, next] = versions;
  const lines = (next?.line ?? text.split('\n').length) - (newest?.line ?? 0);
  expectNone(
    lines <= MOST_LINES
      ? []
      : [
          {
            file: DOCUMENT,
            line: newest!.line,
            sentence: `${newest!.heading} has ${lines} lines; at most ${MOST_LINES} are read.`,
            remedy: 'Say it in fewer sentences: each step in detail is in the history of the file.',
          },
        ],
  );
});

test('package.json has the newest version of CHANGELOG.md', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  const newest = versions.find((one) => one.version)?.version?.[1];
  expectNone(
    version === newest
      ? []
      : [
          {
            file: 'package.json',
            line: lineOf('package.json', '"version"'),
            sentence: `It has the version ${version}, the changelog ${newest ?? 'none'}.`,
            remedy: 'Write the same in both, and in package-lock.json.',
          },
        ],
  );
});
