import { describe, expect, it } from 'vitest';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { SheetRefused } from '#server/registers/sheets/refusals.ts';
import type { SheetLimits } from '#server/registers/sheets/sheet.ts';
import { buildDocx, buildXlsx, buildZip } from '#tests/world/office-files.ts';
import { readWhole } from '#tests/world/sheets.ts';
import { proved, tries } from '#tests/world/proof.ts';
import { asUsual, threadTime } from '#tests/world/thread-time.ts';

const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
const header = row(1, '<c r="A1" t="inlineStr"><is><t>标题</t></is></c>');
const sheetOf = (rows: string, more: Parameters<typeof buildXlsx>[1] = {}) =>
  buildXlsx({ 名单: `<sheetData>${rows}</sheetData>` }, more);

async function refusal(bytes: Buffer, limits: Partial<SheetLimits> = {}, filename = '名单.xlsx'): Promise<string> {
  const began = threadTime();
  try {
    const sheet = await readSheet(bytes, filename, limits);
    for await (const batch of sheet.batches) expect(batch.length).toBeGreaterThan(0);
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error;
    expect(error.message).toMatch(/[\u4e00-\u9fff]/);
    expect(asUsual(threadTime() - began)).toBeLessThan(500);
    return error.message;
  }
  throw new Error('was read');
}

/** The size that the archive's directory states for an entry, falsified. */
function lie(zip: Buffer, name: string, size: number): Buffer {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString() === name)
      bytes.writeUInt32LE(size, at + 24);
  }
  return bytes;
}

const renamed = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

describe('what is no spreadsheet', () => {
  it('[RG6] is refused by its name, whatever the file is called', async () => {
    const old = (stream: string) =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(1_000),
        Buffer.from(stream, 'utf16le'),
        Buffer.alloc(100),
      ]);
    expect(await refusal(Buffer.from('%PDF-1.7\n'))).toBe('文件不是表格：PDF 文档。请使用 .xlsx 或 .csv 文件');
    expect(await refusal(Buffer.from('89504e470d0a1a0a', 'hex'), {}, 'a.csv')).toBe(
      '文件不是表格：图片。请使用 .xlsx 或 .csv 文件',
    );
    expect(await refusal(old('Workbook'))).toBe('这是旧版 .xls 文件。请在 Excel 或 WPS 中另存为 .xlsx 后再导入');
    expect(await refusal(old('EncryptedPackage'))).toBe('文件已加密（设有打开密码）。请去掉密码，另存后再导入');
    expect(await refusal(old('WordDocument'))).toContain('旧版 Office 文件');
    expect(await refusal(await buildDocx('<w:p/>'))).toContain('Word 文档');
    expect(await refusal(await buildZip({ 'content.xml': '<x/>' }))).toContain('OpenDocument');
    expect(await refusal(await buildZip({ 'a.txt': 'x' }))).toContain('压缩文件，里面没有工作簿');
    expect(await refusal(Buffer.from('<html><table><tr><td>1</td></tr></table>'), {}, 'a.xls')).toContain(
      '网页格式的表格',
    );
    expect(await refusal(Buffer.from('<?xml version="1.0"?><Workbook/>'), {}, 'a.xls')).toContain('XML 文件');
    expect(await refusal(Buffer.from('甲,乙\n'), {}, 'a.xlsx')).toBe(
      '文件不是表格：名称以 .xlsx 结尾，内容却是逗号或制表符分列的文字，请把扩展名改为 .csv。请使用 .xlsx 或 .csv 文件',
    );
    expect(await refusal(Buffer.alloc(0))).toBe('文件是空的，没有任何内容');
  });

  it('[RG6] nor is an empty sheet, a workbook without visible sheets, or a half one', async () => {
    expect(await refusal(await sheetOf('<row r="1"><c r="A1" s="1"/></row>'))).toBe('工作表“名单”是空的');
    expect(await refusal(await buildXlsx({ 空: '<sheetData/>', 满: `<sheetData>${header}</sheetData>` }))).toBe(
      '工作表“空”是空的。只读取第一个可见的工作表，请把数据移到最前',
    );
    const long = `${'长'.repeat(50)}\u0007\u202E${'长'.repeat(99)}`;
    expect(await refusal(await buildXlsx({ [long]: '<sheetData/>' }))).toBe(
      `工作表“${'长'.repeat(50)}<U+0007><U+202E>${'长'.repeat(8)}”是空的`,
    );
    expect(await refusal(await buildXlsx({}))).toBe('文件中没有可见的工作表');
    expect(await refusal(await sheetOf('<row><c>'))).toContain('文件已损坏');
    expect(await refusal(await sheetOf(`${header}<row r="1"/>`))).toContain('第 1 行之后的行号有误');
    expect(await refusal(await sheetOf(`${header}${row(2, '<c r="A2" t="s"><v>7</v></c>')}`))).toContain(
      '单元格 A2 的文字缺失',
    );
    const whole = await sheetOf(header);
    for (const length of [4, 30, 200, whole.length - 30, whole.length - 1])
      expect(await refusal(whole.subarray(0, length))).toContain('文件已损坏');
  });
});

describe('hostile workbooks', () => {
  it('[RG6] that unpack to more than is allowed are refused by what they state, and where they lie by what comes out', async () => {
    const bomb = await sheetOf(row(1, `<c r="A1" t="inlineStr"><is><t>${' '.repeat(50_000_000)}</t></is></c>`));
    expect(bomb.length).toBeLessThan(200_000);
    expect(await refusal(bomb, { unpackedSize: 20 * 1024 * 1024 })).toBe(
      '文件解压后超过 20 MB，不能读取。请删除多余的工作表、格式和空行，或拆成几个文件',
    );
    expect(await refusal(lie(bomb, 'xl/worksheets/sheet1.xml', 1_000), { unpackedSize: 20 * 1024 * 1024 })).toContain(
      '文件已损坏',
    );
    expect(await refusal(lie(bomb, 'xl/worksheets/sheet1.xml', 0xfffffff0))).toContain('解压后超过 768 MB');
    const entries = await buildZip(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`e${index}`, ''])));
    expect(await refusal(entries)).toBe('文件内部有 3000 个部分，最多 2000 个。请另存为普通的 .xlsx 文件');
  });

  it('[RG6] with document types, entities or deep nesting are refused', async () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';
    const external = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
    expect(await refusal(await sheetOf(header, { sharedStrings: `${bomb}<sst><si><t>&c;</t></si></sst>` }))).toBe(
      '文件内含文档类型或实体声明（xl/sharedStrings.xml），出于安全原因不能读取。请用 Excel 或 WPS 打开后另存，再导入',
    );
    expect(await refusal(await sheetOf(header, { styles: `${external}<styleSheet>&a;</styleSheet>` }))).toContain(
      '实体声明（xl/styles.xml）',
    );
    expect(await refusal(await sheetOf(row(1, '<c r="A1" t="inlineStr"><is><t>&unknown;</t></is></c>')))).toContain(
      '文件已损坏',
    );
    expect(await refusal(await sheetOf(`${'<a>'.repeat(500)}${'</a>'.repeat(500)}`))).toContain('嵌套过深');
  });

  it('[RG6] with a hundred thousand merged ranges are refused at once, and ranges as large as the sheet cost nothing', async () => {
    const merging = (range: string, count: number) =>
      `<mergeCells>${`<mergeCell ref="${range}"/>`.repeat(count)}</mergeCells>`;
    expect(
      await refusal(await buildXlsx({ S: `<sheetData>${header}</sheetData>${merging('A2:A3', 100_000)}` }), {
        memory: 48,
        deadline: 5_000,
      }),
    ).toBe('工作表有超过 10000 处合并单元格，不能读取。请全部取消合并，每一格分别填写后再导入');
    const two = row(1, '<c r="A1"><v>1</v></c><c r="B1"><v>2</v></c>');
    expect(
      await refusal(
        await buildXlsx({
          S: `<sheetData>${two}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
        }),
      ),
    ).toContain('有合并单元格 A1:XFD1048576');
    const endless = `<sheetData>${header}</sheetData><mergeCells>${'<mergeCell '.repeat(1_000_000)}`;
    expect(await refusal(await buildXlsx({ S: endless }), { deadline: 5_000 })).toContain('文件已损坏');
  });

  it('[RG6] with too many columns or too long cells are refused with place and number', async () => {
    const wide = row(1, Array.from({ length: 16_384 }, () => '<c><v>1</v></c>').join(''));
    expect(await refusal(await sheetOf(wide))).toBe('第 1 行有 16384 列，最多 200 列。请删除多余的列');
    expect(await refusal(await sheetOf(row(1, '<c/>'.repeat(16_384) + '<c><v>1</v></c>')))).toContain('列号有误');
    expect(
      await refusal(
        await sheetOf(row(3, `<c r="B3" t="s"><v>0</v></c>`), {
          sharedStrings: `<sst><si><t>${'长'.repeat(40_000)}</t></si></sst>`,
        }),
      ),
    ).toBe('单元格 B3 的内容超过 32767 个字符');
  });

  it('[RG6] whose names lead out of the archive are refused, and nothing is written anywhere', async () => {
    const zip = renamed(
      await buildZip({ 'aa/aa/evil.xml': 'x', '_rels/.rels': '<Relationships/>' }),
      'aa/aa/evil.xml',
      '../../evil.xml',
    );
    expect(await refusal(zip)).toContain('文件已损坏');
  });

  it('[RG6] end at their deadline or at the limit of memory, while this thread stays free', async () => {
    const slow = await sheetOf(
      header + Array.from({ length: 400_000 }, (_, at) => `<row r="${at + 2}"><c s="1"/><c s="1"/></row>`).join(''),
    );
    expect(await refusal(slow, { deadline: 400 })).toBe('文件过于复杂，在 1 秒内没有读完');
    const strings = `<sst>${Array.from({ length: 60_000 }, (_, at) => `<si><t>${`字${at}`.repeat(100)}</t></si>`).join('')}</sst>`;
    expect(await refusal(await sheetOf(header, { sharedStrings: strings }), { memory: 24 })).toBe(
      '文件过于复杂，读取时超出了允许的内存',
    );
  });

  it('[RG6] damaged at any byte are read or refused in words, never anything else', async () => {
    const good = await sheetOf(`${header}${row(2, '<c r="A2"><v>1</v></c>')}`);
    let seed = 20_261_120;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    let refused = 0;
    const workbooks = tries(12, 4_000);
    for (let made = 0; made < workbooks; made++) {
      const bytes = Buffer.from(good);
      for (let flips = 0; flips < 3; flips++) bytes[random(bytes.length)] = random(256);
      const sheet = await readWhole(bytes, 'a.xlsx', {}, readSheet).catch((error: unknown) => error);
      if (sheet instanceof Error) {
        expect(sheet).toBeInstanceOf(SheetRefused);
        expect((sheet as SheetRefused).code).not.toBe('reader-failed');
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);
    proved({
      fault: 'workbooks damaged at any byte',
      tries: workbooks,
      outcome: `${refused} refused in words, ${workbooks - refused} read`,
    });
  }, 900_000);
});
