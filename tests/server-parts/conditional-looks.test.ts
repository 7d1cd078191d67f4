import { expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { readImport } from '#server/registers/import/read-import.ts';
import { buildXlsx } from '../world/office-files.ts';
import { readHere } from '../world/sheets.ts';

/** Looks: 0 white, 1 nothing is drawn, 2 struck out, 3 white on red, 4 a yellow ground, 5 a black one. */
const STYLES = `<styleSheet><fonts><font><color theme="1"/></font></fonts>
<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF4472C4"/></patternFill></fill></fills>
<cellXfs><xf numFmtId="0"/><xf numFmtId="0" fillId="2"/></cellXfs>
<dxfs><dxf><font><color rgb="FFFFFFFF"/></font></dxf><dxf><numFmt numFmtId="170" formatCode=";;;"/></dxf><dxf><font><strike/><color theme="0" tint="-0.5"/></font></dxf><dxf><font><color theme="0"/></font><fill><patternFill><bgColor rgb="FFC00000"/></patternFill></fill></dxf><dxf><fill><patternFill><bgColor rgb="FFFFFF00"/></patternFill></fill></dxf><dxf><fill><patternFill patternType="solid"><bgColor rgb="FF000000"/></patternFill></fill></dxf></dxfs></styleSheet>`;

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'staff',
  title: '名单',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '工号', type: 'text' },
    note: { title: '备注', type: 'text' },
    count: { title: '人数', type: 'integer' },
  },
  columns: ['no', 'note', 'count'],
  filters: [],
  order: ['no'],
};

const cell = (at: string, words: string, style = 0) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
const ROWS: readonly [string, number][] = [
  ['内部', 12],
  ['公开', 0],
  ['公开', 300],
  ['', -4],
];

/** Cells that are told of four rows with this rule. */
async function questionsOf(rule: string, { style = 0, behind = '' } = {}): Promise<string[]> {
  const rows = ROWS.map(([note, count], at) => {
    const line = at + 2;
    return `<row r="${line}">${cell(`A${line}`, `${line}`)}${note === '' ? '' : cell(`B${line}`, note, style)}<c r="C${line}"><v>${count}</v></c></row>`;
  });
  const header = `<row r="1">${cell('A1', '工号')}${cell('B1', '备注')}${cell('C1', '人数')}</row>`;
  const bytes = await buildXlsx(
    {
      名单: `<sheetData>${header}${rows.join('')}</sheetData><mergeCells count="0"/>${rule}<pageMargins left="1"/>${behind}`,
    },
    { styles: STYLES },
  );
  const { report } = await readImport({ definition, bytes, filename: 'a.xlsx', read: readHere });
  return [
    ...report.errors.flatMap(({ cells }) => cells.map(({ cell: at, reason }) => `${at} ${reason}`)),
    ...report.remarks,
  ];
}

const UNSEEN = '内容与底色同色或过小，或格式使它不显示，看不见';
const format = (sqref: string, rule: string) =>
  `<conditionalFormatting sqref="${sqref}">${rule}</conditionalFormatting>`;
const expression = (formula: string, look = 0) =>
  `<cfRule type="expression" dxfId="${look}" priority="1"><formula>${formula}</formula></cfRule>`;
const cellIs = (operator: string, ...formulas: string[]) =>
  `<cfRule type="cellIs" dxfId="0" priority="1" operator="${operator}">${formulas.map((one) => `<formula>${one}</formula>`).join('')}</cfRule>`;

test.each<[name: string, rule: string, cells: string[]]>([
  ['a text', format('B2:B5', cellIs('equal', '"内部"')), ['B2']],
  ['another text', format('B2:B5', cellIs('notEqual', '"内部"')), ['B3', 'B4']],
  ['a number; a zero is nothing', format('C2:C5', cellIs('lessThan', '100')), ['C2', 'C5']],
  ['two numbers', format('C2:C5', cellIs('between', '10', '20')), ['C2']],
  ['not between', format('C2:C5', cellIs('notBetween', '10', '20')), ['C4', 'C5']],
  ['part of a text', format('B2:B5', '<cfRule type="containsText" dxfId="0" operator="containsText" text="内"><formula>NOT(ISERROR(SEARCH("内",B2)))</formula></cfRule>'), ['B2']],
  ['its beginning', format('B2:B5', '<cfRule type="beginsWith" dxfId="0" text="公"><formula>x</formula></cfRule>'), ['B3', 'B4']],
  ['another cell of the row', format('B2:B5', expression('$C2&gt;100')), ['B4']],
  ['the same as above', format('B2:B5', expression('$B2=$B1')), ['B4']],
  ['two things at once', format('B2:B5', expression('AND($B2="公开",C2=0)')), ['B3']],
  ['either', format('B2:B5', expression('OR(LEN($B2)=0,NOT(C2&lt;&gt;12))')), ['B2']],
  ['a format that draws nothing', format('B2:B5', expression('$C2&gt;100', 1)), ['B4']],
  ['a black ground', format('B2:B5', expression('$C2&gt;100', 5)), ['B4']],
  ['several ranges', format('B2 B4:C4', expression('TRUE=TRUE')), ['B2', 'B4', 'C4']],
  ['bars in place of numbers', format('C2:C5', '<cfRule type="dataBar"><dataBar showValue="0"><cfvo type="min"/></dataBar></cfRule>'), ['C2', 'C4', 'C5']],
])('[EY8] letters that a condition hides are asked about: %s', async (_name, rule, cells) => {
  expect(await questionsOf(rule)).toEqual(cells.map((at) => `${at} ${UNSEEN}`));
}); // prettier-ignore

test('[EY8] letters that a condition strikes out are, too', async () => {
  expect(await questionsOf(format('A2:C5', expression('$B2="内部"', 2)))).toEqual(['A2 这一行整行有删除线']);
  expect(await questionsOf(format('B2:B5', expression('$B2="内部"', 2)))).toEqual(['B2 内容有删除线']);
});

test.each<[name: string, rule: string, style?: number]>([
  ['a ground alone', format('B2:B5', expression('$C2&gt;100', 4))],
  ['white on the red that comes with it', format('B2:B5', expression('$C2&gt;100', 3))],
  ['white on a blue cell', format('B2:B5', expression('$C2&gt;100')), 1],
  ['a ground by what nobody can tell', format('B2:B5', expression('TODAY()&gt;C2', 4))],
  ['a rule without a look', format('B2:B5', '<cfRule type="expression"><formula>TRUE</formula></cfRule>')],
])('[EY8] a condition that hides nothing is no matter: %s', async (_name, rule, style = 0) => {
  expect(await questionsOf(rule, { style })).toEqual([]);
});

test('[EY8] a condition that a spreadsheet alone can tell is told with its place', async () => {
  const remark = '1 处条件格式在 B 列“备注”（B2），会隐去或划去内容，条件要用表格软件计算，内容照样读取，请核对';
  expect(await questionsOf(format('B2:B5', expression('COUNTIF($B$2:B2,B2)&gt;1')))).toEqual([remark]);
  expect(await questionsOf(format('B2:B5', '<cfRule type="duplicateValues" dxfId="0"/>'))).toEqual([remark]);
});

test('[EY8] a condition on cells of other rows counts where they are known, and is told', async () => {
  const remark = (where: string) =>
    `1 处条件格式在 ${where}，会隐去或划去内容，条件要用表格软件计算，内容照样读取，请核对`;
  expect(await questionsOf(format('C2:C5', cellIs('equal', '$C$4')))).toEqual([
    `C4 ${UNSEEN}`,
    remark('C 列“人数”（C2）'),
  ]);
  expect(await questionsOf(format('B2:B5', expression('$B2&lt;&gt;$B3')))).toEqual([remark('B 列“备注”（B2）')]);
});

test('[EY8] rules of newer programs, and ones without an end, keep nobody from reading', async () => {
  const icons =
    '<extLst><ext><x14:conditionalFormattings xmlns:x14="urn:a" xmlns:xm="urn:b"><x14:conditionalFormatting><x14:cfRule type="iconSet"><x14:iconSet showValue="0"/></x14:cfRule><xm:sqref>C2:C3</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>';
  expect(await questionsOf('', { behind: icons })).toEqual([`C2 ${UNSEEN}`]);
  expect(await questionsOf(format('ZZZZ9:B', expression('$B2="内部"')))).toEqual([]);
});
