import { expect, test } from 'vitest';
import { buildSheet, type GivenCell } from '../world/sheet-files.ts';
import { proposeHere, readTableHere } from '../world/sheets.ts';
import { columnsOf } from '../world/wizard-tables.ts';

/** The column 到期日期 of 20 products, of which every fourth has this cell instead of a day. */
async function endsWith(other: GivenCell) {
  const rows = Array.from({ length: 20 }, (_, at): GivenCell[] => [
    `P${100 + at}`,
    `产品${at}`,
    at % 4 === 1 ? other : { date: 46_000 + at * 30 },
  ]);
  const bytes = await buildSheet([['产品代码', '产品名称', '到期日期'], ...rows]);
  const { table } = await proposeHere(bytes, '产品.xlsx', { today: '2026-11-28' });
  const { report, rows: read } = await readTableHere({ bytes, filename: '产品.xlsx', sheet: '' }, table, 'register');
  const { type, choices, name } = columnsOf(table)[2]!;
  return { type, choices, value: read[1]![name], wrong: report.errors[0]?.cells[0]?.reason ?? '' };
}

test.each<[GivenCell, Partial<Awaited<ReturnType<typeof endsWith>>>]>([
  ['长期', { choices: ['长期'], value: '长期', wrong: '' }],
  ['——', { choices: [], value: null, wrong: '' }],
  ['N/A', { choices: [], value: null, wrong: '' }],
  [20_261_231, { choices: [], value: '2026-12-31', wrong: '' }],
  [46_500, { choices: [], value: '2027-04-23', wrong: '' }],
  ['2026年12月', { wrong: '没有写是哪一日' }],
  ['2026-02-30', { wrong: '没有这一天' }],
  ['12/31/2026', { wrong: '看不出年、月、日的顺序' }],
  ['2026年12月31日前', { wrong: '格式不正确' }],
  ['二〇二六年十二月三十一日', { choices: [], wrong: '格式不正确' }],
])('[VA4] [VA5] a column of days stays one, where some cells hold %j', async (other, found) => {
  expect(await endsWith(other)).toMatchObject({ type: 'date', ...found });
});
