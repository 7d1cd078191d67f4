import { expect, test } from 'vitest';
import { inStatements } from '#server/store/rows/dated-rows.ts';

const sizes = (rows: readonly object[]): number[] =>
  [...inStatements(rows)].map((list) => (JSON.parse(list) as object[]).length);

test('[PB1] rows go to the database a thousand at a time, and fewer where they are long, in their order', () => {
  const short = Array.from({ length: 2_001 }, (_, at) => ({ at }));
  expect(sizes(short)).toEqual([1_000, 1_000, 1]);
  expect([...inStatements(short)].flatMap((list) => JSON.parse(list) as object[])).toEqual(short);
  const long = Array.from({ length: 5 }, () => ({ text: '长'.repeat(900_000) }));
  expect(sizes(long)).toEqual([2, 2, 1]);
  expect(sizes([{ text: '长'.repeat(3_000_000) }, { at: 1 }])).toEqual([1, 1]);
  expect(sizes([])).toEqual([]);
});
