import { expect, test } from 'vitest';
import { mergeRows, problemInRows, withChange, type PendingChange, type TypedRows } from '#kinds/rows/row-changes.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';

const facts = { key: ['no'], fields: { no: { type: 'text' }, name: { type: 'text' } } } as unknown as RegisterFacts;
const changed = (no: string, name: string, key?: string): PendingChange => ({
  ...(key !== undefined && { key: [key] }),
  row: { no, name },
});
const typed = (...list: PendingChange[]): TypedRows => ({
  list,
  dataDate: '2026-11-20',
  department: '合规部',
  into: 'open',
});

test('a new row with the key of one that goes or gets another key is a row of its own as two versions are merged', () => {
  const gone: PendingChange = { key: ['1'], was: { no: '1', name: '甲' } };
  const mine = typed(gone, changed('1', '新的甲'), changed('3', '乙', '2'), changed('2', '新的乙'));
  const { merged } = mergeRows(facts, typed(gone), mine, typed(gone));
  expect(merged(new Set()).list).toEqual(expect.arrayContaining([...mine.list]));
});

test('a change takes the place of the one that it goes on with, of one of the same row, or comes last', () => {
  const [first, second] = [changed('1', '甲', '1'), changed('2', '乙', '2')];
  expect(withChange([second], changed('1', '又改', '1'), first)).toEqual([second, changed('1', '又改', '1')]);
  expect(withChange([first, second], changed('1', '又改', '1'))).toEqual([changed('1', '又改', '1'), second]);
  expect(withChange([first, second], changed('2', '又改', '2'), second)).toEqual([first, changed('2', '又改', '2')]);
});

test('a problem goes with its row wherever that stands, and ends when the row or the field is another', () => {
  const [first, second] = [changed('1', '甲', '1'), changed('2', '乙', '2')];
  const of = typed(first, second);
  const wrong = { change: 1, field: 'name', message: '不对' };
  expect(problemInRows(wrong, of, typed(second))).toEqual({ ...wrong, change: 0 });
  expect(problemInRows(wrong, of, typed(first, changed('2', '改正', '2')))).toBeNull();
  const date = { field: 'dataDate', message: '太早' };
  expect(problemInRows(date, of, typed(second))).toBe(date);
  expect(problemInRows(date, of, { ...of, dataDate: '2026-11-21' })).toBeNull();
});
