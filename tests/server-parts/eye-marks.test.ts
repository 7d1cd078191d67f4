import { buffer } from 'node:stream/consumers';
import { describe, expect, it, test } from 'vitest';
import { StyleLooks, UNSEEN } from '#server/files/style-looks.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { errorsWorkbook } from '#server/registers/import/errors-workbook.ts';
import { readImport } from '#server/registers/import/read-import.ts';
import { reportText } from '#server/registers/import/report-text.ts';
import { proposeTable } from '#server/registers/proposal/propose-table.ts';
import { readTable } from '#server/registers/proposal/read-table.ts';
import type { SheetRow } from '#server/registers/sheets/sheet.ts';
import { buildZip } from '#tests/world/office-files.ts';
import { readHere } from '#tests/world/sheets.ts';
import { columnsOf } from '../world/wizard-tables.ts';

const TODAY = '2026-11-20';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Styles: 1 struck, 2 white, 3 white on red, 4 raised, 5 struck number with two digits. */
const STYLES = `<styleSheet><fonts><font><sz val="11"/></font><font><strike/></font><font><color rgb="FFFEFEFE"/></font><font><vertAlign val="superscript"/></font><font><strike val="0"/><color theme="1"/></font></fonts>
<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFF0000"/></patternFill></fill></fills>
<cellStyleXfs><xf numFmtId="0" fontId="1"/></cellStyleXfs>
<cellXfs><xf numFmtId="0" fontId="4"/><xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/><xf numFmtId="0" fontId="2" fillId="2"/><xf numFmtId="0" fontId="3"/><xf numFmtId="2" fontId="1"/></cellXfs></styleSheet>`;

const text = (at: string, words: string, style = 0): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${words}</t></is></c>`;
const number = (at: string, value: number, style = 0): string => `<c r="${at}" s="${style}"><v>${value}</v></c>`;
const run = (words: string, looks = ''): string =>
  `<r>${looks === '' ? '' : `<rPr>${looks}</rPr>`}<t xml:space="preserve">${words}</t></r>`;
const rich = (at: string, ...runs: string[]): string => `<c r="${at}" t="inlineStr"><is>${runs.join('')}</is></c>`;
const row = (line: number, cells: string, more = ''): string => `<row r="${line}" ${more}>${cells}</row>`;
const UP = '<vertAlign val="superscript"/>';
const DOWN = '<vertAlign val="subscript"/>';

/** A workbook of these rows below titles; `more`: further parts by name, and what the sheet refers to. */
function workbook(
  titles: readonly string[],
  rows: string,
  {
    before = '',
    strings = '',
    more = {},
    refers = '',
  }: { before?: string; strings?: string; more?: Record<string, string>; refers?: string } = {},
): Promise<Buffer> {
  const header = row(1, titles.map((title, at) => text(`${'ABCDE'[at]}1`, title)).join(''));
  const refer = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return buildZip({
    '_rels/.rels': `<Relationships>${refer('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="名单" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${refer('r1', 'worksheet', 'worksheets/sheet1.xml')}${refer('r2', 'styles', 'styles.xml')}${refer('r3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${before}<sheetData>${header}${rows}</sheetData></worksheet>`,
    ...(refers !== '' && { 'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${refers}</Relationships>` }),
    ...more,
  });
}

const definitionWith = (fields: Record<string, FieldDefinition>, shown = Object.keys(fields)): RegisterDefinition => ({
  schemaVersion: 1,
  register: 'staff',
  title: '名单',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '工号', type: 'text' }, ...fields },
  columns: ['no', ...shown],
  filters: [],
  order: ['no'],
});
const NOTE = definitionWith({ note: { title: '备注', type: 'text' } });

const source = (bytes: Buffer, definition = NOTE) => ({ definition, bytes, filename: 'a.xlsx', read: readHere });
const openHere = (bytes: Buffer) => ({ today: TODAY, open: () => readHere(bytes) });

/** A marked copy says the same, so that nothing becomes public by way of it. */
async function expectSameCopy(bytes: Buffer, definition = NOTE): Promise<void> {
  const { report, rows } = await readImport(source(bytes, definition));
  const copy = await buffer(await errorsWorkbook(bytes, 'a.xlsx', report));
  const again = await readImport(source(copy, definition));
  expect([again.rows, again.report.questions, again.report.errors]).toEqual([rows, report.questions, report.errors]);
}

async function imported(bytes: Buffer, answers: Record<string, string> = {}, definition = NOTE) {
  const { report, rows } = await readImport({ ...source(bytes, definition), mends: { answers } });
  const reasons = report.errors.flatMap(({ cells }) => cells.map(({ cell, reason }) => `${cell} ${reason}`));
  return { ...report, rows, reasons, notes: rows.map(({ note = null }) => note) };
}

test.each([
  ['FF333333', 'FF343536', true],
  ['FF333333', 'FF3F3F3F', false],
  ['FFFFFF00', 'FFFFFF02', true],
])('[EY8] letters of %s on a ground of %s are seen or not', (colour, ground, isUnseen) => {
  const looks = new StyleLooks();
  const { open, close } = looks.handler;
  const element = (tag: string, attributes: Record<string, string>, inner = () => {}) => {
    open(tag, attributes);
    inner();
    close(tag);
  };
  element('fonts', {}, () => element('font', {}, () => element('color', { rgb: colour })));
  const fill = () => element('patternFill', { patternType: 'solid' }, () => element('fgColor', { rgb: ground }));
  element('fills', {}, () => element('fill', {}, fill));
  element('cellXfs', {}, () => element('xf', { fontId: '0', fillId: '0' }));
  expect((looks.of(0).looks & UNSEEN) !== 0).toBe(isUnseen);
});

describe('letters that look otherwise', () => {
  const marked = () =>
    workbook(
      ['工号', '备注'],
      [
        row(2, text('A2', '1') + rich('B2', run('旧', '<strike/>'), run('新'))),
        row(3, text('A3', '2') + text('B3', '已撤销', 1)),
        row(4, text('A4', '3') + rich('B4', run('10'), run('4', UP), run('倍'))),
        row(5, text('A5', '4') + '<c r="B5" t="s"><v>0</v></c>'),
        row(6, text('A6', '5') + text('B6', '内部', 2)),
        row(7, text('A7', '6') + text('B7', '重要', 3)),
        row(8, text('A8', '7') + number('B8', 5, 5)),
      ].join(''),
      { strings: `<si>${run('CO')}${run('2', DOWN)}</si>` },
    );

  it('[EY8] are errors with their cells, and questions for column and cell, until somebody has answered', async () => {
    const { reasons, questions, publishable } = await imported(await marked());
    expect(reasons).toEqual([
      'B2 其中“旧”有删除线',
      'B3 内容有删除线',
      'B4 其中“4”是上标或下标',
      'B5 其中“2”是上标或下标',
      'B6 内容与底色同色或过小，或格式使它不显示，看不见',
      'B8 内容有删除线',
    ]);
    expect(publishable).toBe(false);
    expect(questions.map(({ key }) => key)).toEqual([
      'struck:B', 'struck:B2', 'struck:B3', 'struck:B8', 'raised:B', 'raised:B4', 'raised:B5', 'unseen:B',
    ]); // prettier-ignore
    expect(questions[0]!.words).toBe('B 列“备注”有 3 格有删除线：B2、B3、B8。怎样读取？');
    await expectSameCopy(await marked());
    expect(reportText(await imported(await marked()))).toContain('  --answer struck:B=leave  去掉有删除线的内容');
  });

  it('[EY8] go or stay as it was answered; raised ones become signs of their own, never joined', async () => {
    const all = await imported(await marked(), { struck: 'leave', raised: 'keep', unseen: 'leave' });
    expect(all.notes).toEqual(['新', null, '10⁴倍', 'CO₂', null, '重要', null]);
    expect([all.badRows, all.publishable, all.questions]).toEqual([0, true, []]);
    expect(all.repairs.map(({ what, count }) => `${what} ${count}`)).toContain('按您的回答把上标、下标写成字符 2');
    const other = await imported(await marked(), {
      'struck:B': 'keep',
      'struck:B3': 'leave',
      raised: 'leave',
      unseen: 'keep',
    });
    expect(other.notes).toEqual(['旧新', null, '10倍', 'CO', '内部', '重要', '5.00']);
    const few = await imported(await marked(), { struck: 'leave', raised: 'keep' });
    expect(few.reasons).toEqual(['B6 内容与底色同色或过小，或格式使它不显示，看不见']);
  });

  it('[EY8] that no sign means raised are refused, and are left out where somebody says so', async () => {
    const bytes = await workbook(['工号', '备注'], row(2, text('A2', '1') + rich('B2', run('张三'), run('注甲', UP))));
    expect((await imported(bytes, { raised: 'keep' })).reasons).toEqual(['B2 没有这样的上标、下标字符']);
    expect((await imported(bytes, { raised: 'leave' })).notes).toEqual(['张三']);
  });

  it('[EY8] a row that is struck out as a whole is one question, and goes as a whole', async () => {
    const bytes = await workbook(
      ['工号', '备注'],
      row(2, text('A2', '1') + text('B2', '甲')) + row(3, number('A3', 2, 1) + text('B3', '乙', 1)),
    );
    const open = await imported(bytes);
    expect([open.reasons, open.questions.map(({ key }) => key)]).toEqual([['A3 这一行整行有删除线'], ['struckRow']]);
    const gone = await imported(bytes, { struckRow: 'leave' });
    expect([gone.notes, gone.publishable]).toEqual([['甲'], true]);
    expect(gone.remarks).toContain('按您的回答不导入整行有删除线的 1 行：第 3 行');
    expect((await imported(bytes, { struckRow: 'keep' })).notes).toEqual(['甲', '乙']);
  });

  it('[EY8] in 10,000 runs of one cell are within the limits, told, and never taken', async () => {
    const runs = Array.from({ length: 10_000 }, (_, at) => run('x', at % 2 === 0 ? '<strike/>' : ''));
    const bytes = await workbook(['工号', '备注'], row(2, text('A2', '1') + rich('B2', ...runs)));
    const rows: SheetRow[] = [];
    for await (const batch of (await readHere(bytes)).batches) rows.push(...batch);
    expect(rows[0]!.cells[1]).toMatchObject({ text: 'x'.repeat(10_000), looks: '*1' });
    const definition = definitionWith({ note: { title: '备注', type: 'text' } });
    const read = await readImport({ ...source(bytes, definition), mends: { answers: { struck: 'leave' } } });
    expect(read.report.errors[0]!.cells[0]!.reason).toBe('文字格式过碎，分不清哪些有删除线、上标或下标');
  });
});

describe('[AC4] [EY8] letters of symbol fonts', () => {
  const font = (name: string, more = '') => `<rFont val="${name}"/>${more}`;
  const symbols = () =>
    workbook(
      ['工号', '备注'],
      [
        row(2, text('A2', '1') + text('B2', 'þ', 6)),
        row(3, text('A3', '2') + text('B3', 'R£', 7)),
        row(4, text('A4', '3') + rich('B4', run('³', font('Symbol')), run('50万'))),
        row(5, text('A5', '4') + rich('B5', run('K', font('MT Extra')), run('甲'))),
        row(6, text('A6', '5') + number('B6', 1, 6)),
        row(7, text('A7', '6') + rich('B7', run('文', font('Wingdings')))),
        row(8, text('A8', '7') + rich('B8', run('a'), run('³', font('Symbol', UP)))),
        row(9, text('A9', '8') + text('B9', '密', 8)),
        row(10, text('A10', '9') + rich('B10', run('甲'), run('密', '<sz val="1"/>'))),
      ].join(''),
      {
        more: {
          'xl/styles.xml': STYLES.replace(
            '</fonts>',
            '<font><name val="Wingdings"/></font><font><name val="Wingdings 2"/></font><font><sz val="1"/></font></fonts>',
          ).replace('</cellXfs>', '<xf fontId="5"/><xf fontId="6"/><xf fontId="7" fillId="2"/></cellXfs>'),
        },
      },
    );

  it('become the characters that are seen, and are told; those that no ordinary font has are asked about', async () => {
    const open = await imported(await symbols());
    expect(open.reasons).toEqual([
      'B5 其中“K”是符号字体（如 Wingdings）的字符，没有对应的普通字符',
      'B6 内容是符号字体（如 Wingdings）的字符，没有对应的普通字符',
      'B8 其中“≥”是上标或下标',
      'B9 内容与底色同色或过小，或格式使它不显示，看不见',
      'B10 其中“密”与底色同色或过小，或格式使它不显示，看不见',
    ]);
    const all = await imported(await symbols(), { strange: 'leave', unseen: 'leave', raised: 'leave' });
    expect(all.notes).toEqual(['☑', '☑□', '≥50万', '甲', null, '文', 'a', null, '甲']);
    expect(all.repairs.map(({ what, count }) => `${what} ${count}`)).toContain(
      '符号字体的字符按看到的样子换成普通字符 3',
    );
    await expectSameCopy(await symbols());
  });
});

describe('[EY8] titles', () => {
  it('whose letters look otherwise are told; a raised number is none of the title', async () => {
    const title = (cells: string) =>
      workbook([], row(2, text('A2', '工号') + cells) + row(3, text('A3', '1') + text('B3', '甲')));
    const note = await title(rich('B2', run('备注'), run('1', UP)));
    const { table, remarks } = await proposeTable(note, '名单.xlsx', openHere(note));
    expect(columnsOf(table).map((column) => column.title)).toEqual(['工号', '备注¹']);
    expect(remarks).toContain('标题“备注¹”（B2）有上标或下标，请核对列名');
    for (const [style, words] of [
      [1, '有删除线'],
      [2, '与底色同色或过小，看不见'],
    ] as const)
      expect((await imported(await title(text('B2', '备注', style)))).remarks).toContain(
        `标题“备注”（B2）${words}，请核对列名`,
      );
  });
});

describe('what a file hides', () => {
  const COLS =
    '<sheetFormatPr/><cols><col min="2" max="2" hidden="1"/><col min="3" max="3" width="0" customWidth="1"/></cols>';
  const rows = [
    row(2, text('A2', '10001') + text('B2', '甲') + text('C2', '无')),
    row(3, text('A3', '10002') + text('B3', '乙') + text('C3', '无'), 'hidden="1"'),
    row(4, text('A4', '10003') + text('B4', '丙') + text('C4', '无'), 'ht="0" customHeight="1"'),
  ].join('');
  const hidden = () => workbook(['工号', '备注', '评语'], rows, { before: COLS });
  const fields: Record<string, FieldDefinition> = {
    note: { title: '备注', type: 'text' },
    remark: { title: '评语', type: 'text' },
  };

  it('[EY9] rows are asked about, and taken or left as it was answered', async () => {
    const bytes = await workbook(['工号', '备注', '评语'], rows);
    const both = definitionWith(fields);
    const open = await imported(bytes, {}, both);
    expect(open.reasons).toEqual([
      'A3 这一行在文件中是隐藏的（或被筛选掉）',
      'A4 这一行在文件中是隐藏的（或被筛选掉）',
    ]);
    expect(open.questions.map(({ key }) => key)).toEqual(['hiddenRow']);
    expect((await imported(bytes, { hiddenRow: 'leave' }, both)).notes).toEqual(['甲']);
    expect((await imported(bytes, { hiddenRow: 'keep', 'hiddenRow:4': 'leave' }, both)).notes).toEqual(['甲', '乙']);
    const all = await workbook(['工号', '备注', '评语'], rows, { before: '<sheetFormatPr zeroHeight="1"/>' });
    expect((await imported(all, {}, both)).badRows).toBe(3);
    await expectSameCopy(await hidden(), both);
  });

  it('[EY9] columns that a register shows are asked about, others are read', async () => {
    const shown = definitionWith(fields);
    const answers = { hiddenRow: 'keep' };
    const open = await imported(await hidden(), answers, shown);
    expect([open.publishable, open.problems.map(({ cell }) => cell)]).toEqual([false, ['B1', 'C1']]);
    expect(open.questions.map(({ key }) => key)).toEqual(['hiddenColumn:B', 'hiddenColumn:C']);
    const chosen = { ...answers, 'hiddenColumn:B': 'keep', 'hiddenColumn:C': 'leave' };
    const read = await imported(await hidden(), chosen, shown);
    expect([read.publishable, read.rows[0]]).toMatchObject([true, { note: '甲', remark: null }]);
    const inside = await imported(await hidden(), answers, definitionWith(fields, []));
    expect([inside.publishable, inside.rows[0]]).toMatchObject([true, { note: '甲', remark: '无' }]);
  });

  it('[EY9] so are rows and columns that are too low or narrow for any letter, and all that have no width', async () => {
    const low = workbook(
      ['工号', '备注', '评语'],
      row(2, text('A2', '1') + text('B2', '甲') + text('C2', '无'), 'ht="1" customHeight="1"'),
    );
    expect((await imported(await low, {}, definitionWith(fields))).questions.map(({ key }) => key)).toEqual([
      'hiddenRow',
    ]);
    const columnsOf = async (before: string) => {
      const bytes = await workbook(
        ['工号', '备注', '评语'],
        row(2, text('A2', '1') + text('B2', '甲') + text('C2', '无')),
        { before },
      );
      return (await imported(bytes, {}, definitionWith(fields))).questions.map(({ key }) => key);
    };
    expect(await columnsOf('<cols><col min="2" max="2" width="0.5" customWidth="1"/></cols>')).toEqual([
      'hiddenColumn:B',
    ]);
    expect(
      await columnsOf('<sheetFormatPr defaultColWidth="0"/><cols><col min="1" max="2" width="9"/></cols>'),
    ).toEqual(['hiddenColumn:C']);
    expect(await columnsOf('<sheetFormatPr defaultColWidth="9"/>')).toEqual([]);
  });

  it('[EY9] columns of a new table begin as not public, and are told', async () => {
    const bytes = await hidden();
    const { table, columnReasons, remarks } = await proposeTable(bytes, '名单.xlsx', openHere(bytes));
    expect(columnsOf(table).map(({ visibility }) => visibility)).toEqual(['shown', 'hidden', 'hidden']);
    expect(columnReasons[2]!.join()).toContain('先设为不公开');
    expect(remarks).toContain('C 列“评语”在文件中是隐藏的，或列宽为零');
    const { report } = await readTable(
      { bytes, filename: '名单.xlsx', sheet: '', answers: { hiddenRow: 'keep' }, open: () => readHere(bytes) },
      table,
      'r',
    );
    expect([report.publishable, report.problems]).toEqual([true, []]);
  });
});

describe('what lies over cells', () => {
  const anchor = (column: number, line: number, inner: string) =>
    `<oneCellAnchor><from><col>${column}</col><row>${line}</row></from>${inner}</oneCellAnchor>`;
  const refers = ['drawing', 'comments', 'threadedComment']
    .map((type) => `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="../${type}.xml"/>`)
    .join('');
  const more = {
    'xl/drawing.xml': `<wsDr>${anchor(1, 1, '<pic/>')}${anchor(1, 2, '<pic/>')}${anchor(0, 5, '<sp><txBody/></sp>')}<absoluteAnchor><graphicFrame/></absoluteAnchor></wsDr>`,
    'xl/threadedComment.xml':
      '<ThreadedComments><threadedComment ref="A2"><text>内部</text></threadedComment><threadedComment ref="A2" parentId="1"><text>好</text></threadedComment><threadedComment ref="A3"><text>待定</text></threadedComment></ThreadedComments>',
    'xl/comments.xml':
      '<comments><commentList><comment ref="A2"><text><t>内部</t></text></comment></commentList></comments>',
    'xl/richData/richValueRel.xml': '<richValueRels/>',
  };

  it('[EY10] pictures, shapes, charts and comments are told with their column and cells, and left out', async () => {
    const bytes = await workbook(['工号', '照片'], row(2, text('A2', '10001')) + row(3, text('A3', '10002')), {
      more,
      refers,
    });
    const questionsFor = (title: string) => [
      `2 张图片盖在 B 列“${title}”（B2、B3），图片不导入`,
      '1 个图形或文本框盖在 A 列“工号”（A6），其中的文字不导入',
      '文件中有 1 个图表，图表不导入',
      '2 条批注在 A 列“工号”（A2、A3），批注不导入',
    ];
    const definition = definitionWith({ note: { title: '照片', type: 'text' } });
    const { report } = await readImport(source(bytes, definition));
    expect(report.remarks).toEqual(questionsFor('照片'));
    const { remarks, columnReasons } = await proposeTable(bytes, '名单.xlsx', openHere(bytes));
    expect(remarks).toEqual(questionsFor('照片'));
    expect(columnReasons[1]!.join()).toContain('这一列有 2 张图片，图片不导入');
  });

  it('[EY10] pictures in cells, of WPS and of Excel, are empty cells and told; a formula that failed is none', async () => {
    const cells = [
      '<c r="B2" t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c>',
      '<c r="B3" t="e" vm="1"><v>#VALUE!</v></c>',
      '<c r="B4" t="e"><v>#VALUE!</v></c>',
    ];
    const rows = cells.map((cell, at) => row(at + 2, text(`A${at + 2}`, `1000${at}`) + cell)).join('');
    const bytes = await workbook(['工号', '备注'], rows, { more });
    const { report } = await readImport(source(bytes));
    expect(report.repairs).toMatchObject([{ what: '单元格里是图片，没有导入', count: 2 }]);
    expect(report.errors[0]!.cells).toMatchObject([{ cell: 'B4', reason: '单元格是错误值 #VALUE!' }]);
  });
});
