import { expect, test } from 'vitest';
import { PROBLEMS } from '#page/problems.ts';
import { errors } from '#server/errors.ts';
import { refusals } from '#server/registers/sheets/refusals.ts';
import { outcomes } from '#wire/outcomes.ts';
import { tableBelow, textOf } from './repository.ts';

const document = textOf('docs/errors.md');
const rowsOf = (heading: string, columns: number) =>
  tableBelow(document, heading).map((cells) => cells.slice(0, columns));
const code = (text: string) => `\`${text}\``;
const byFirst = (rows: string[][]) => rows.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));

test('[PS1] docs/errors.md lists every problem of a page or register document with its meaning, and no other', () => {
  const listed = Object.entries(PROBLEMS).map(([name, meaning]) => [code(name), meaning]);
  expect(byFirst(rowsOf('Page authors', 2))).toEqual(byFirst(listed));
});

test('[ER4] docs/errors.md lists every outcome with how and in which words it is told, and no other', () => {
  const listed = Object.entries(outcomes).map(([name, { show, text }]) => [code(name), show, text || '–']);
  expect(byFirst(rowsOf('Visitors', 3))).toEqual(byFirst(listed));
});

test('docs/errors.md lists every error of the server with code, status and sentence, and no other', () => {
  const listed = Object.entries(errors).map(([name, { code: number, status, text }]) => [
    code(name),
    code(number),
    String(status),
    text,
  ]);
  expect(byFirst(rowsOf('Operators and clients', 4))).toEqual(byFirst(listed));
});

test('no two errors of the server share a code', () => {
  const codes = Object.values(errors).map(({ code: number }) => number);
  expect(codes.filter((one, at) => codes.indexOf(one) !== at)).toEqual([]);
});

test('[RG6] docs/errors.md lists every reason why a file is no table with its sentence, and no other', () => {
  const listed = Object.entries(refusals).map(([name, text]) => [code(name), text]);
  expect(byFirst(rowsOf('Files of tables', 2))).toEqual(byFirst(listed));
});

test('docs/errors.md says what to do in each case', () => {
  for (const heading of ['Page authors', 'Visitors', 'Files of tables', 'Operators and clients']) {
    expect(tableBelow(document, heading).filter((cells) => !cells.at(-1))).toEqual([]);
  }
});
