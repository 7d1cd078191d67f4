import { expect, test } from 'vitest';
import {
  mergeRows,
  problemInRows,
  withBlock,
  withCells,
  withChange,
  wrongCells,
  type PendingChange,
  type TypedRows,
} from '#kinds/rows/console/row-changes.ts';
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

const was = (no: string) => ({ no, name: `${no}号` });
const target = (no: string) => ({ key: [no], was: was(no) });

test('[RG20] a cell typed otherwise is a change of its row, and none once the row is as it was', () => {
  const once = withCells([], target('1'), { name: '改' });
  expect(once).toEqual([{ key: ['1'], row: { no: '1', name: '改' }, was: was('1') }]);
  const twice = withCells(once, target('1'), { no: '9' });
  expect(twice).toEqual([{ key: ['1'], row: { no: '9', name: '改' }, was: was('1') }]);
  expect(withCells(withCells(twice, target('1'), { no: '1' }), target('1'), { name: '1号' })).toEqual([]);
  const gone = [{ key: ['1'], was: was('1') }];
  expect(withCells(gone, target('1'), { name: '改' })).toBe(gone);
  const fresh = [changed('2', '乙', '2'), changed('', '')];
  expect(withCells(fresh, { fresh: 0 }, { no: '7' })).toEqual([fresh[0], changed('7', '')]);
});

test('[RG20] a block is pasted from a row on, beyond the last row left out, and on new rows it brings those that are missing', () => {
  const block = [
    ['改1', '多'],
    ['改2', '多'],
    ['改3', '多'],
  ];
  expect(withBlock([], [target('1'), target('2')], ['name'], block)).toEqual([
    { key: ['1'], row: { no: '1', name: '改1' }, was: was('1') },
    { key: ['2'], row: { no: '2', name: '改2' }, was: was('2') },
  ]);
  const rows = [changed('1', '甲', '1'), { row: {} }];
  expect(withBlock(rows, [{ fresh: 0 }], ['no', 'name'], [['5', '戊'], ['6'], ['7', '庚']])).toEqual([
    rows[0],
    { row: { no: '5', name: '戊' } },
    { row: { no: '6' } },
    { row: { no: '7', name: '庚' } },
  ]);
});

test('[RG20] what is wrong with a paste is counted by cell, without what was wrong before it', () => {
  const [before, first, second] = [changed('1', '甲', '1'), changed('2', '乙', '2'), changed('3', '丙', '3')];
  const problems = [
    { change: 0, field: 'name', message: '不能为空' },
    { change: 1, field: 'name', message: '不能为空' },
    { change: 1, field: 'name', message: '太短' },
    { change: 2, message: '与另一行重复' },
    { message: '请填写责任部门' },
  ];
  expect(wrongCells([before, first, second], new Set([before]), problems)).toBe(2);
});
