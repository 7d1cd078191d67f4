import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { errorsWorkbook } from '#server/registers/import/errors-workbook.ts';
import { formatCode } from '#server/files/number-formats.ts';
import { statedNumber, statesMore } from '#server/registers/sheets/stated-number.ts';
import { buildXlsx, buildZip } from '#tests/world/office-files.ts';
import { buildSheet, type GivenCell } from '#tests/world/sheet-files.ts';
import { importHere as readImport } from '../world/sheets.ts';

type Field = Omit<FieldDefinition, 'title'>;
const definitionWith = (field: Field, title: string): RegisterDefinition => ({
  schemaVersion: 1,
  register: 'values',
  title: '数值',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '序号', type: 'integer' }, value: { ...field, title } },
  columns: ['no', 'value'],
  filters: [],
  order: ['no'],
});

interface Outcome {
  value: unknown;
  reason?: string;
  repair?: string;
}

/** Value of each cell below a title of this name; read again out of the marked copy it is the same. */
async function outcomes(
  field: Field,
  cells: readonly GivenCell[],
  { title = '值', header = title, base1904 = false }: { title?: string; header?: string; base1904?: boolean } = {},
): Promise<Outcome[]> {
  const definition = definitionWith(field, title);
  const bytes = await buildSheet([['序号', header], ...cells.map((cell, at) => [at + 1, cell])], { base1904 });
  const read = await readImport({ definition, bytes, filename: 'a.xlsx' });
  const copy = await buffer(await errorsWorkbook(bytes, 'a.xlsx', read.report));
  const again = await readImport({ definition, bytes: copy, filename: 'b.xlsx' });
  expect(again.rows).toEqual(read.rows);
  expect({ ...again.report, file: '', remarks: [], sheet: '', columns: [] }).toEqual({
    ...read.report,
    file: '',
    remarks: [],
    sheet: '',
    columns: [],
  });
  return outcomesOf(read);
}

function outcomesOf({ report, rows, lines }: Awaited<ReturnType<typeof readImport>>): Outcome[] {
  expect(report.problems).toEqual([]);
  const reasons = new Map(report.errors.flatMap((one) => one.cells.map(({ cell, reason }) => [cell, reason])));
  const repairs = new Map(report.repairs.flatMap(({ what, examples }) => examples.map(({ cell }) => [cell, what])));
  return rows.map(({ value = null }, at) => {
    const [reason, repair] = [reasons, repairs].map((map) => map.get(`B${lines[at]}`));
    return { value, ...(reason !== undefined && { reason }), ...(repair !== undefined && { repair }) };
  });
}

const shown = (number: number | string, format: string): GivenCell => ({ number, format });
const tenThousand: Field = { type: 'money', unit: '万元', scale: 4 };
const yuan: Field = { type: 'money', unit: '元', scale: 2 };

describe('a unit in the number format', () => {
  it('[RG12] is the unit of the number: converted to that of the column, and told as adjusted', async () => {
    expect(
      await outcomes(tenThousand, [
        shown(12_345, '#,##0"元"'),
        shown(123_456, '0!.0,"万元"'),
        shown(123_456, '0\\.0,"万元"'),
        shown(12.5, '0.00"亿元"'),
        shown(12.5, '#,##0.00"万元"'),
        shown(1_234_567, '#,##0.00,"千元"'),
        shown(250_000_000, '0.00,,"百万元"'),
        shown(5, '0元'),
        shown(-20_000, '#,##0"元";[红色]-#,##0"元"'),
        shown(30_000, 'G/通用格式"元"'),
        shown(8, '¥#,##0.00_);(¥#,##0.00)'),
      ]),
    ).toEqual([
      { value: '1.2345', repair: '由元换算成万元' },
      { value: '12.3456', repair: '去掉单位' },
      { value: '12.3456', repair: '去掉单位' },
      { value: '125000.0000', repair: '由亿元换算成万元' },
      { value: '12.5000' },
      { value: '123.4567', repair: '由千元换算成万元' },
      { value: '25000.0000', repair: '由百万元换算成万元' },
      { value: '0.0005', repair: '由元换算成万元' },
      { value: '-2.0000', repair: '由元换算成万元' },
      { value: '3.0000', repair: '由元换算成万元' },
      { value: '8.0000' },
    ]);
    // a zero that is not shown, and one that is shown as a dash
    expect(await outcomes(yuan, [shown(0, '0.00;-0.00;'), shown(0, '#'), shown(0, '0.00;-0.00;"-"')])).toEqual([
      { value: '0.00', repair: '格式不显示零，按 0 读取' },
      { value: '0.00', repair: '格式不显示零，按 0 读取' },
      { value: '0.00' },
    ]);
    // a number shown in 万元 and stored in 元 is the stored one
    expect(await outcomes(yuan, [shown(123_456.78, '0!.0,"万元"'), shown(1.5, '0.0"万元"')])).toEqual([
      { value: '123456.78' },
      { value: '15000.00', repair: '由万元换算成元' },
    ]);
  });

  it('[RG12] that is not the column’s, or none at all, is refused with the number that is stored and the text that is shown', async () => {
    const reasons = async (field: Field, cells: GivenCell[], header = '值') =>
      (await outcomes(field, cells, { header })).map(({ value, reason }) => [value, reason]);
    expect(
      await reasons(yuan, [
        shown(12_345, '[$$-409]#,##0.00'),
        shown(12_345, '0.00,'),
        shown(5, '0"美元"'),
        shown(12_345, '0"万"0000'),
        shown(5, ';;;'),
        shown(7, '"已停用"'),
        shown(9, '(0)'),
        shown(0.375, 'h:mm'),
      ]),
    ).toEqual([
      [null, '单元格存的是 12345，显示为“$12345”，看不出单位'],
      [null, '单元格显示为“12.345”：单元格存的是 12345，看不出哪一个是对的'],
      [null, '单元格显示为“5美元”：单位“美元”不是本列的单位'],
      [null, '单元格存的是 12345，数字格式却显示为别的内容（0"万"0000），看不出是多少'],
      [null, '单元格存的是 5，数字格式却显示为别的内容（;;;），看不出是多少'],
      [null, '单元格存的是 7，数字格式却显示为别的内容（"已停用"），看不出是多少'],
      [null, '单元格存的是 9，数字格式却显示为别的内容（(0)），看不出是多少'],
      [null, '单元格存的是 0.375，数字格式却显示为别的内容（h:mm），看不出是多少'],
    ]);
    expect(await reasons({ type: 'percent', scale: 2 }, [shown(5, '0"元"')])).toEqual([
      [null, '单元格显示为“5元”：单位“元”不是本列的单位'],
    ]);
    expect(await reasons({ type: 'decimal', scale: 2 }, [shown(5, '0"万股"')])).toEqual([
      [null, '单元格显示为“5万股”：单位“万股”不是本列的单位'],
    ]);
  });

  it('[RG12] commas that divide count where the title says by what', async () => {
    expect(await outcomes(yuan, [shown(12_345.6, '#,##0,')], { header: '值（千元）' })).toEqual([
      { value: '12345.60' },
    ]);
    expect(await outcomes(tenThousand, [shown(123_456, '0!.0,')], { title: '值（万元）' })).toEqual([
      { value: '12.3456', repair: '去掉单位' },
    ]);
  });

  it('[RG12] rounding, marks of thousands, colours, hidden zeros and counted things are no statement', async () => {
    const plain = [
      'General', '0', '0.00', '#,##0', '# ##0', '#\\ ##0.00', '_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * "-"??_ ;_ @_ ',
      '[红色]0.00', '0.00;[Red]-0.00', '0;-0;', '0.00E+00', '# ?/?', '[DBNum1][$-804]General', '0.00%', '0%;-0%',
    ]; // prettier-ignore
    expect(plain.filter((code) => statesMore(formatCode(164, new Map([[164, code]]))))).toEqual([]);
    expect(
      await outcomes(
        { type: 'integer' },
        [shown(12_345, '[>=10000]0!.0,"万人";0"人"'), shown(12, '[>=10000]0!.0,"万人";0"人"'), shown(0, '0;-0;"—"')],
        { title: '人数', header: '人数' },
      ),
    ).toMatchObject([
      { value: null, reason: expect.stringContaining('1.2345万人') as string },
      { value: 12 },
      { value: 0 },
    ]);
    expect(await outcomes({ type: 'decimal', scale: 4 }, [shown('12.345600000000001', '0.0')])).toEqual([
      { value: '12.3456' },
    ]);
  });
});

describe('per mille and per cent', () => {
  it('[RG12] per mille is a tenth of a per cent, in the format, in the text and in the title', async () => {
    const note = '由千分数换算成百分数';
    expect(await outcomes({ type: 'percent', scale: 2 }, [shown(5.5, '0.0"‰"'), shown(5, '0‰'), '5.5‰', 2.5])).toEqual([
      { value: '0.55', repair: note },
      { value: '0.50', repair: note },
      { value: '0.55', repair: note },
      { value: '2.50' },
    ]);
    expect(await outcomes({ type: 'percent', fraction: true }, [shown(5, '0‰')])).toEqual([
      { value: '0.00500000', repair: note },
    ]);
    expect(await outcomes({ type: 'percent', scale: 2 }, [5, '3'], { header: '值（‰）' })).toEqual([
      { value: '0.50', repair: '按标题的单位 ‰ 换算' },
      { value: '0.30', repair: '按标题的单位 ‰ 换算' },
    ]);
    expect(await outcomes({ type: 'percent', scale: 2 }, [5], { header: '值（BP）' })).toMatchObject([
      { reason: '标题的单位“bp”不是本列的单位' },
    ]);
  });

  it('[RG12] a drawn percent sign multiplies nothing, a real one by a hundred, by section', async () => {
    expect(
      await outcomes({ type: 'percent', scale: 2 }, [
        shown(65, '0.00"%"'),
        shown(65, '0.00\\%'),
        shown(0.65, '0.00%'),
        shown(0.65, '[<1]0%;0"%"'),
        shown(65, '[<1]0%;0"%"'),
      ]),
    ).toEqual(Array.from({ length: 5 }, () => ({ value: '65.00' })));
    expect(await outcomes({ type: 'percent', fraction: true }, [shown(5, '0"%"')])).toMatchObject([
      { value: '0.05000000' },
    ]);
  });
});

describe('titles', () => {
  it('[RG12] that count in another unit than the column are refused, other words in brackets are not', async () => {
    expect(await outcomes({ type: 'decimal', scale: 0 }, [5], { header: '值（万股）' })).toMatchObject([
      { reason: '标题的单位“万股”不是本列的单位' },
    ]);
    expect(await outcomes(yuan, [5], { header: '值（万美元）' })).toMatchObject([
      { reason: '标题的单位“万美元”不是本列的单位' },
    ]);
    expect(await outcomes(yuan, [5], { header: '值（截至6月末）' })).toEqual([{ value: '5.00' }]);
    expect(await outcomes({ type: 'decimal', scale: 0 }, [5], { title: '值（万股）' })).toEqual([{ value: '5' }]);
  });
});

describe('texts', () => {
  it('[RG12] a number that a format draws as a code is that code', async () => {
    const note = '数字按单元格显示的写法读取';
    expect(
      await outcomes({ type: 'text' }, [
        shown(12, '"S"0000'),
        shown(5_000, '0"万元"'),
        shown(12.345, '0.00"亿元"'),
        shown(20_260_131, '0000-00-00'),
      ]),
    ).toEqual([
      { value: 'S0012', repair: note },
      { value: '5000万元', repair: note },
      { value: '12.345亿元', repair: note },
      { value: '2026-01-31', repair: note },
    ]);
    expect(await outcomes({ type: 'phone' }, [shown(2_155_500_871, '000-00000000')])).toEqual([
      { value: '021-55500871', repair: note },
    ]);
    expect(await outcomes({ type: 'date' }, [shown(20_260_131, '0000-00-00')])).toEqual([
      { value: '2026-01-31', repair: note },
    ]);
    expect(await outcomes({ type: 'text' }, [shown(0.375, 'h:mm'), shown(12.5, '0"号"00')])).toMatchObject([
      { value: '9:00', repair: '按单元格显示的内容读取' },
      { reason: '单元格存的是数字 12.5，数字格式却显示为别的内容（0"号"00）' },
    ]);
  });

  it('[RG12] of each number its own section speaks', () => {
    const code = '[>=100000000]0.00,,"百万";[>=10000]0\\.0,"万";0';
    expect(statedNumber(code, '250000000')).toMatchObject({ power: -6, behind: '百万' });
    expect(statedNumber(code, '25000')).toMatchObject({ power: -4, behind: '万' });
    expect(statedNumber(code, '25')).toEqual({ kind: 'plain' });
    expect(statedNumber('0"元";"亏损"0"元";"无"', '-3')).toMatchObject({ before: '亏损' });
    expect(statedNumber('0"元";"亏损"0"元";"无"', '0')).toMatchObject({ kind: 'unclear' });
  });
});

describe('dates of a workbook that counts from 1904', () => {
  it('[RG12] are its days, with a date format and without one', async () => {
    expect(
      await outcomes({ type: 'date' }, [{ date: 44_884 }, 44_884, shown(44_884, '0')], { base1904: true }),
    ).toEqual([
      { value: '2026-11-20' },
      { value: '2026-11-20', repair: '日期序号按本文件的 1904 日期系统换成日期' },
      { value: '2026-11-20', repair: '日期序号按本文件的 1904 日期系统换成日期' },
    ]);
    expect(await outcomes({ type: 'date' }, [46_346])).toEqual([{ value: '2026-11-20', repair: '日期序号换成日期' }]);
  });
});

describe('a file that says two things', () => {
  const definition = definitionWith({ type: 'text' }, '值');
  const refusal = (bytes: Buffer) =>
    readImport({ definition, bytes, filename: 'a.xlsx' }).then(
      () => 'read',
      (error: unknown) => (error as Error).message,
    );
  const title =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>序号</t></is></c><c r="B1" t="inlineStr"><is><t>值</t></is></c></row>';

  it('[RG12] two cells of one address, or two values of one cell, are refused with the address', async () => {
    const sheet = (cells: string) => buildXlsx({ S: `<sheetData>${title}<row r="2">${cells}</row></sheetData>` });
    const twice = '单元格 B2 在文件中出现了两次，看不出哪一个是对的。请用 Excel 或 WPS 打开核对后另存，再导入';
    const first = '<c r="A2"><v>1</v></c><c r="B2"><v>2</v></c>';
    expect(await refusal(await sheet(first))).toBe('read');
    expect(await refusal(await sheet(`${first}<c r="B2"><v>3</v></c>`))).toBe(twice);
    expect(await refusal(await sheet(`<c r="B2"/>${first}`))).toBe(twice);
    expect(await refusal(await sheet('<c r="A2"><v>1</v></c><c r="B2"><v>2</v><v>3</v></c>'))).toBe(twice);
  });

  it('[RG12] two entries of one name in the archive are refused with the name', async () => {
    const parts: [string, string][] = [
      [
        '_rels/.rels',
        '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ],
      ['xl/workbook.xml', '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>'],
      [
        'xl/_rels/workbook.xml.rels',
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>',
      ],
    ];
    const sheet = (name: string, number: number): [string, string] => [
      name,
      `<worksheet><sheetData>${title}<row r="2"><c r="A2"><v>${number}</v></c></row></sheetData></worksheet>`,
    ];
    expect(await refusal(await buildZip([...parts, sheet('xl/s.xml', 1)]))).toBe('read');
    for (const twin of ['xl/s.xml', 'xl/S.xml'])
      expect(await refusal(await buildZip([...parts, sheet('xl/s.xml', 1), sheet(twin, 2)]))).toBe(
        `文件内有两个同名的部分（${twin}），看不出哪一个是对的。请用 Excel 或 WPS 打开核对后另存，再导入`,
      );
  });
});
