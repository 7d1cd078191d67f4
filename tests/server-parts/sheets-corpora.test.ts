import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SheetRefused } from '#server/registers/sheets/refusals.ts';
import { kindsAndTexts, readWhole } from '#tests/world/sheets.ts';

/** Files of others with their expected values; no part of this repository: CORPORA_DIR names the folder that holds them. */
const corpora = process.env.CORPORA_DIR;
if (!corpora)
  console.log('skipped: CSV files and workbooks of the public corpora, because CORPORA_DIR does not name their folder');

async function outcome(folder: string, name: string) {
  try {
    return await readWhole(await readFile(join(corpora!, folder, name)), name);
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error;
    return error;
  }
}

it.skipIf(!corpora)(
  '[RG6] every CSV file of the public corpora is read as its expected values say, or refused in words',
  async () => {
    const names = (await readdir(join(corpora!, 'csv/csvs'))).filter((name) => name.endsWith('.csv'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      // some copies of the files hold plain line feeds where the expected values say CRLF
      const expected = JSON.parse(
        (await readFile(join(corpora!, 'csv/json', name.replace('.csv', '.json')), 'utf8')).replaceAll(
          String.raw`\r\n`,
          String.raw`\n`,
        ),
      ) as Record<string, string>[];
      const sheet = await outcome('csv/csvs', name);
      if (sheet instanceof SheetRefused) {
        console.log(`${name}: refused: ${sheet.message}`);
        // quotes in the middle of unquoted cells, which RFC 4180 forbids
        expect([name, sheet.code]).toEqual(['location_coordinates.csv', 'broken-quotes']);
        continue;
      }
      const titles = sheet.header.cells.map(({ text }) => text);
      const rows = sheet.rows.map(({ cells }) =>
        Object.fromEntries(titles.map((title, at) => [title, cells[at]?.text.replaceAll('\r\n', '\n') ?? ''])),
      );
      console.log(`${name}: read, ${rows.length} rows`);
      expect(rows, name).toEqual(expected);
    }
  },
);

/** Refused: the code and what the sentence must hold. Read: remarks or sheet, rows below the header, and a row of it. */
const WORKBOOKS: Record<
  string,
  | { refused: [code: string, words: string] }
  | { sheet: string; rows: number; header: string[]; first?: string[]; last?: string[] }
> = {
  'calamine-any_sheets.xlsx': { sheet: 'Visible', rows: 3, header: ['number 1', 'number 2'] },
  'calamine-date.xlsx': {
    sheet: 'Sheet1',
    rows: 2,
    header: ['date 2021-01-01', 'number 15'],
    last: ['number 10.6320601851852', 'number 17'],
  },
  'calamine-date_iso.xlsx': {
    sheet: 'Sheet',
    rows: 5,
    header: ['date 2021-01-01'],
    first: ['date 2021-01-01 10:10:10'],
  },
  'calamine-empty_s_attribute.xlsx': {
    sheet: 'Sheet1',
    rows: 4,
    header: ['text Name', 'text Value'],
    first: ['text John', 'number 1'],
  },
  'calamine-empty_shared_string_value.xlsx': {
    sheet: 'Sheet1',
    rows: 2,
    header: ['text Name', 'text City', 'text Status'],
    first: ['text Alice', 'empty', 'text Active'],
  },
  'calamine-encoded_entities.xlsx': { sheet: 'Sheet1', rows: 0, header: ['text &'] },
  'calamine-formula.issue.xlsx': { sheet: 'Sheet1', rows: 2, header: ['number 23', 'empty', 'number 23'] },
  'calamine-has_x000D_inline.xlsx': { sheet: 'Sheet1', rows: 0, header: ['text ABC\r\nDEF'] },
  'calamine-hyperlinks.xlsx': { refused: ['merged-header', 'B1:C2'] },
  'calamine-inlineStr_with_value.xlsx': {
    sheet: 'Requirements',
    rows: 1,
    header: [
      'text NN',
      'text Hierarchy',
      'empty',
      'text Outline Number',
      'text ID',
      'text Name',
      'text Type',
      'text Description',
    ],
  },
  'calamine-issue127.xlsx': { refused: ['empty-sheet', 'Sheet1'] },
  'calamine-issue438.xlsx': { sheet: 'Sheet1', rows: 4, header: ['text x', 'text y'], first: ['number 1', 'number 2'] },
  'calamine-issue644.xlsx': { sheet: 'Sheet1', rows: 9, header: ['number 10', 'number 1.0413926851582251'] },
  'calamine-issue_261.xlsx': { sheet: 'Some Sheet', rows: 54, header: ['text String Value 32'] },
  'calamine-issue_391.xlsx': { sheet: 'Sheet1', rows: 6, header: ['number 1'] },
  'calamine-issue_530.xlsx': {
    sheet: '出勤分类组织汇总表',
    rows: 4,
    header: ['text 报表导出人：', 'text 于国栋'],
    first: ['text 报表导出时间：', 'text 2023年03月04日'],
  },
  'calamine-issue_565_multi_axis_shared.xlsx': {
    sheet: 'Sheet1',
    rows: 3,
    header: [
      'number 0',
      'number 0',
      'number 0',
      'number 0',
      'empty',
      'number 0',
      'empty',
      'number 0',
      'number 0',
      'number 0',
      'number 0',
    ],
  },
  'calamine-issue_644.xlsx': { sheet: 'Sheet1', rows: 9, header: ['number 10', 'number 1.0413926851582251'] },
  'calamine-merge_cells.xlsx': { refused: ['merged-header', 'A1:B1'] },
  // a title merged over the whole table, whose header stands below it
  'calamine-minimal_package.xlsx': { sheet: 'Sheet1', rows: 194, header: ['text ARREST BOOKINGS for 01/30/17'] },
  'calamine-non_monotonic_si.xlsx': {
    sheet: 'Sheet1',
    rows: 5,
    header: ['number 1', 'number 2', 'number 3'],
    first: ['number 2', 'number 4', 'number 6'],
  },
  'calamine-pass_protected.xlsx': { refused: ['encrypted-workbook', '密码'] },
  'calamine-pivots.xlsx': { sheet: 'PivotSheet1', rows: 3, header: ['text Date', 'text (Multiple Items)'] },
  'calamine-richtext-after-plain.xlsx': {
    sheet: 'Sheet1',
    rows: 1,
    header: ['text abcd', 'text abcd', 'text abcd', 'text abcd'],
    first: ['text tvalrval1rval2', 'text rval1rval2', 'text rval1rval2', 'text rval1rval2'],
  },
  'calamine-rph.xlsx': { sheet: 'Sheet1', rows: 0, header: ['text 課きく　毛こ'] },
  'calamine-shared_formula_reversed.xlsx': {
    sheet: 'Sheet1',
    rows: 4,
    header: ['number 1', 'number 1'],
    first: ['number 2', 'number 2'],
  },
  'calamine-strict_iso_paths.xlsx': {
    sheet: 'ml_out',
    rows: 75,
    header: ['text Item', 'text Thickness', 'text Number Off Bends'],
  },
  'calamine-table-multiple.xlsx': {
    sheet: 'Sheet1',
    rows: 4,
    header: ['text Item', 'text Type', 'text Quantity'],
    first: ['number 1', 'text Apple', 'number 50'],
  },
  'calamine-table_with_insertrow_attribute.xlsx': {
    sheet: 'Sheet1',
    rows: 32,
    header: ['empty', 'empty', 'empty', 'text Id', 'text Price'],
  },
  'calamine-temperature-in-middle.xlsx': {
    sheet: 'Sheet1',
    rows: 2,
    header: ['empty', 'text label', 'text value'],
    first: ['empty', 'text celsius', 'number 22.2222'],
  },
  'calamine-temperature.xlsx': {
    sheet: 'Sheet1',
    rows: 2,
    header: ['text label', 'text value'],
    first: ['text celsius', 'number 22.2222'],
  },
  'exceljs-1519293514-KRISHNAPATNAM_LINE_UP.xlsx': {
    sheet: 'KRISHNAPATNAM',
    rows: 30,
    header: [
      "text COAL ,COKE,  IRON ORE AND OTHER MISC  CARGO  BERTH LINEUP  AT KRISHNAPATNAM AS ON '02.11.2017 AS AT 1000 HRS",
    ],
  },
  'exceljs-bogus-defined-name.xlsx': { sheet: 'Sheet1', rows: 0, header: ['text OFFSET($A$10;0;0;0;1)'] },
  'exceljs-dateIssue.xlsx': { sheet: 'Sheet1', rows: 1, header: ['text Date'], first: ['date 2020-11-20'] },
  'exceljs-fibonacci.xlsx': {
    sheet: 'fib',
    rows: 18,
    header: ['number 1', 'number 1'],
    first: ['number 2', 'number 1'],
  },
  'exceljs-gold.xlsx': {
    sheet: 'Values',
    rows: 5,
    header: ['text Text', 'text I am Text'],
    first: ['text Number', 'number 3.14'],
  },
  'exceljs-huge.xlsx': { refused: ['empty-file', '空'] },
  'exceljs-invalid-xml.xlsx': { refused: ['damaged-workbook', 'xl/worksheets/sheet1.xml'] },
  'exceljs-libre-calc-as-office-open-xml-spreadsheet.xlsx': {
    sheet: 'Sheet1',
    rows: 2,
    header: ['text BEGIN', 'text HIDDEN', 'text VISIBLE'],
  },
  'exceljs-missing-bits.xlsx': { refused: ['not-a-sheet', '没有工作簿'] },
  'exceljs-test-issue-1364.xlsx': {
    sheet: 'Sum Worksheet',
    rows: 1,
    header: ['text Addend 1', 'text Addend 2', 'text Sum'],
    first: ['number 1', 'number 1', 'number 2'],
  },
  'exceljs-test-issue-163.xlsx': { sheet: 'Sheet1', rows: 2, header: ['number 1.0'], first: ['number 2.0'] },
  'exceljs-test-issue-176.xlsx': { sheet: 'Sheet', rows: 3, header: ['text Name', 'text Rating'] },
  'exceljs-test-issue-257.xlsx': { refused: ['empty-sheet', 'First'] },
  'exceljs-test-issue-771.xlsx': { refused: ['empty-sheet', 'Sheet1'] },
  'exceljs-test-pr-1204.xlsx': { refused: ['merged-header', 'A1:D3'] },
  'exceljs-test-pr-567.xlsx': { sheet: 'foo', rows: 0, header: ['text  leading', 'text trailing', 'text  both'] },
  'exceljs-test-row-styles.xlsx': { sheet: 'Sheet1', rows: 37, header: ['text asdf', 'text asdf'] },
};

it.skipIf(!corpora)(
  '[RG6] every workbook of the public corpora is read right or refused in words',
  async () => {
    const names = (await readdir(join(corpora!, 'xlsx'))).filter((name) => name.endsWith('.xlsx'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const expected = WORKBOOKS[name];
      const sheet = await outcome('xlsx', name);
      if (sheet instanceof SheetRefused) {
        console.log(`${name}: refused: ${sheet.message}`);
        expect(expected, name).toMatchObject({ refused: [sheet.code, expect.anything()] });
        if (expected && 'refused' in expected) expect(sheet.message, name).toContain(expected.refused[1]);
        continue;
      }
      console.log(`${name}: read “${sheet.name}”, ${sheet.rows.length} rows below row ${sheet.header.number}`);
      if (!expected || 'refused' in expected) throw new Error(`${name}: was read`);
      const { header, first = [], last = [], ...facts } = expected;
      expect({ sheet: sheet.name, rows: sheet.rows.length }, name).toEqual(facts);
      expect(kindsAndTexts(sheet.header).slice(0, header.length), name).toEqual(header);
      if (first.length > 0) expect(kindsAndTexts(sheet.rows[0]!).slice(0, first.length), name).toEqual(first);
      if (last.length > 0) expect(kindsAndTexts(sheet.rows.at(-1)!).slice(0, last.length), name).toEqual(last);
    }
  },
  120_000,
);
