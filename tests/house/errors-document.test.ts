import { test } from 'vitest';
import { PROBLEMS } from '#page/problems.ts';
import { RECORD_PROBLEMS } from '#rules/editions/record-problems.ts';
import { errors } from '#server/errors.ts';
import { refusals } from '#server/registers/sheets/refusals.ts';
import { outcomes } from '#wire/outcomes.ts';
import { expectNone, repeated, unequal, type Complaint } from './complaints.ts';
import { lineOf, tableBelow, textOf } from './repository.ts';

const DOCUMENT = 'docs/errors.md';
const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const code = (text: string) => `\`${text}\``;

/** Complaints where the first columns of a table and a list of the code differ. */
const differing = (heading: string, from: string, wanted: string[][]): Complaint[] =>
  unequal({
    found: tableBelow(textOf(DOCUMENT), heading).map((cells) => rowOf(cells.slice(0, wanted[0]!.length))),
    wanted: wanted.map(rowOf),
    superfluous: (row) => ({
      file: DOCUMENT,
      line: lineOf(DOCUMENT, row.slice(0, -2)),
      sentence: `${from} has nothing that reads ${row}`,
      remedy: 'Write what it has, or remove the line.',
    }),
    missing: (row) => ({
      file: from,
      sentence: `${DOCUMENT} does not list it below ${heading}: ${row}`,
      remedy: 'Add the line, with what to do.',
    }),
  });

test('[PS1] docs/errors.md lists every problem of a page or register document with its meaning, and no other', () => {
  const listed = Object.entries(PROBLEMS).map(([name, meaning]) => [code(name), meaning]);
  expectNone(differing('Page authors', 'src/page/problems.ts', listed));
});

test('[ER4] docs/errors.md lists every outcome with how and in which words it is told, and no other', () => {
  const listed = Object.entries(outcomes).map(([name, { show, text }]) => [code(name), show, text || '–']);
  expectNone(differing('Visitors', 'src/wire/outcomes.ts', listed));
});

test('docs/errors.md lists every error of the server with code, status and sentence, and no other', () => {
  const listed = Object.entries(errors).map(([name, { code: number, status, text }]) => [
    code(name),
    code(number),
    String(status),
    text,
  ]);
  expectNone(differing('Operators and clients', 'src/server/errors.ts', listed));
});

test('no two errors of the server share a code', () => {
  expectNone(
    repeated(
      Object.values(errors).map(({ code: number }) => String(number)),
      (number) => ({
        file: 'src/server/errors.ts',
        line: lineOf('src/server/errors.ts', number),
        sentence: `Two errors have the code ${number}.`,
        remedy: 'Give the newer one a code that is free.',
      }),
    ),
  );
});

test('[RG6] docs/errors.md lists every reason why a file is no table with its sentence, and no other', () => {
  const listed = Object.entries(refusals).map(([name, text]) => [code(name), text]);
  expectNone(differing('Files of tables', 'src/server/registers/sheets/refusals.ts', listed));
});

test('[RC4] docs/errors.md lists every finding of a check of the record with its meaning, and no other', () => {
  const listed = Object.entries(RECORD_PROBLEMS).map(([name, meaning]) => [code(name), meaning]);
  expectNone(differing('Findings of verify-log', 'src/rules/editions/record-problems.ts', listed));
});

test('docs/errors.md says what to do in each case', () => {
  expectNone(
    ['Page authors', 'Visitors', 'Files of tables', 'Operators and clients', 'Findings of verify-log'].flatMap(
      (heading) =>
        tableBelow(textOf(DOCUMENT), heading)
          .filter((cells) => !cells.at(-1))
          .map(([first]) => ({
            file: DOCUMENT,
            line: lineOf(DOCUMENT, `| ${first} |`),
            sentence: `It does not say what to do about ${first}.`,
            remedy: 'Fill in the last column.',
          })),
    ),
  );
});
