import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { errorsWorkbook, markedWorkbook } from '#server/registers/import/errors-workbook.ts';
import { openArchive } from '#server/registers/sheets/archive.ts';
import { SHEET_LIMITS } from '#server/registers/sheets/sheet.ts';
import { buildXlsx } from '#tests/world/office-files.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { readWhole, importHere as readImport } from '#tests/world/sheets.ts';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'quotas',
  title: '额度',
  endpoints: [],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text', pattern: '^\\d{6}$', patternHint: '6 位数字', example: '000001' },
    amount: { title: '金额', type: 'money', unit: '元', scale: 2 },
    rate: { title: '费率', type: 'percent', scale: 2 },
    from: { title: '起始日', type: 'date' },
    kind: { title: '类别', type: 'choice', choices: { a: '甲类', b: '乙类' } },
  },
  columns: ['code'],
  filters: [],
  order: ['code'],
};
const TITLES = ['代码', '金额', '费率', '起始日', '类别'];
/** a usual file of people: a title over the table, an empty row, and every kind of cell, right and wrong */
const ROWS: GivenCell[][] = [
  ['额度一览（截至 2026-01-31）'],
  [],
  TITLES,
  ['000001', 1234.5, { percent: 0.015 }, { date: 46346 }, '甲类'],
  [{ sixDigits: 7 }, 0.1, { percent: 0.5 }, '明天', '丙类'],
  [],
  ['12', { error: '#N/A' }, { formula: 'B4*2' }, { date: 46346.5 }, { truth: true }],
  ['000009', { formula: 'B4*2', result: '2469' }, 1.5, null, '乙类'],
  ['合计', 3703.6],
];

const read = (bytes: Uint8Array) => readImport({ definition, bytes, filename: 'a.xlsx' });
const placesOf = ({ report }: Awaited<ReturnType<typeof read>>) =>
  report.errors.flatMap(({ cells }) => cells.map(({ cell }) => cell));

/** Addresses of the cells that are filled with the colour of wrong ones. */
async function markedIn(bytes: Buffer): Promise<string[]> {
  const archive = await openArchive(bytes, SHEET_LIMITS);
  const part = async (name: string) => String(await buffer(archive.unpack(name)));
  const looks = (await part('xl/styles.xml')).match(/<cellXfs[^>]*>(.*)<\/cellXfs>/)![1]!.match(/<xf [^>]*>/g)!;
  const cells = (await part('xl/worksheets/sheet1.xml')).matchAll(/<c r="([A-Z]+\d+)" s="(\d+)"/g);
  return [...cells].flatMap(([, address, style]) => (looks[Number(style)]!.includes('fillId="2"') ? [address!] : []));
}

describe('the marked copy', () => {
  it('[RG11] has every row at its number, every cell with its kind and stored value, and marks what the report names', async () => {
    const bytes = await buildSheet(ROWS, { merges: ['A1:XFD1'] });
    const first = await read(bytes);
    expect(placesOf(first).sort()).toEqual(['A7', 'A9', 'B7', 'C7', 'D5', 'E5', 'E7']);
    const copy = await buffer(await errorsWorkbook(bytes, 'a.xlsx', first.report));
    expect((await markedIn(copy)).sort()).toEqual(placesOf(first).sort());
    const [before, after] = [await readWhole(bytes, 'a.xlsx'), await readWhole(copy, 'b.xlsx')];
    expect(after.merges.map(({ range }) => range)).toEqual(['A1:XFD1']);
    const withoutReasons = [after.header, ...after.rows].map((row) => ({ ...row, cells: row.cells.slice(0, 5) }));
    const asRead = [before.header, ...before.rows].map((row) => ({
      ...row,
      cells: row.cells.map((cell) =>
        // shown zeros become part of the code, and nobody can calculate a formula without a program
        cell.text === '000007'
          ? { kind: 'text', text: '000007' }
          : cell.kind === 'formula'
            ? { kind: 'error', text: '#N/A' }
            : cell,
      ),
    }));
    expect(withoutReasons.map(({ number }) => number)).toEqual(asRead.map(({ number }) => number));
    for (const [at, { cells }] of asRead.entries())
      expect(withoutReasons[at]!.cells.slice(0, cells.length)).toMatchObject(cells);
  });

  it('[RG11] read again says the same of the same cells, and mended is imported', async () => {
    const bytes = await buildSheet(ROWS);
    const first = await read(bytes);
    const copy = await buffer(await errorsWorkbook(bytes, 'a.xlsx', first.report));
    const again = await read(copy);
    expect(again.report.headerRow).toBe(3);
    expect(placesOf(again)).toEqual(placesOf(first));
    expect(again.rows[0]).toEqual(first.rows[0]);
    expect(again.rows.at(-1)).toEqual(first.rows.at(-1));
    expect(again.report.remarks).toEqual(first.report.remarks);
    // a copy of a copy has one column of reasons, with what is wrong now
    const third = await readWhole(
      await buffer(await errorsWorkbook(copy, 'b.xlsx', { ...again.report, errors: again.report.errors.slice(0, 1) })),
      'c.xlsx',
    );
    const reasons = [third.header, ...third.rows].map(({ cells }) => cells.slice(5).map(({ text }) => text));
    expect(reasons[1]).toEqual(['导入问题']);
    expect(reasons.flat().filter((text) => text !== '')).toHaveLength(3);
  });

  it('[RG11] of the sheet that was asked for, with hidden rows hidden and merged cells merged', async () => {
    const row = (number: number, text: string, more = '') =>
      `<row r="${number}"${more}><c r="A${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const bytes = await buildXlsx({
      说明: `<sheetData>${row(1, '别的')}</sheetData>`,
      名单: `<sheetData>${row(2, '姓名')}${row(4, '甲', ' hidden="1"')}${row(7, '乙')}</sheetData><mergeCells><mergeCell ref="A7:B8"/></mergeCells>`,
    });
    const bad = [
      { cell: 'A4', message: '第一' },
      { cell: 'C7', message: '第二' },
      { cell: 'A7', message: '第三' },
    ];
    const copy = await buffer(await markedWorkbook({ bytes, filename: 'a.xlsx', sheet: '名单', headerRow: 2, bad }));
    const sheet = await readWhole(copy, 'b.xlsx');
    expect(sheet.name).toBe('名单');
    expect(
      [sheet.header, ...sheet.rows].map(({ number, hidden, cells }) => [
        number,
        hidden,
        ...cells.map(({ text }) => text),
      ]),
    ).toEqual([
      [2, false, '姓名', '', '', '导入问题'],
      [4, true, '甲', '', '', '第一'],
      [7, false, '乙', '', '', '第二\n第三'],
    ]);
    expect(sheet.merges.map(({ range }) => range)).toEqual(['A7:B8']);
    expect((await markedIn(copy)).sort()).toEqual(['A4', 'A7', 'C7']);
  });
});
