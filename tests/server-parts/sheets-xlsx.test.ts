import { cellAddress, columnOf } from '#server/files/cell-address.ts';
import { describe, expect, it } from 'vitest';
import { dateOfSerial } from '#server/registers/sheets/cell-values.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { buildXlsx, buildZip } from '#tests/world/office-files.ts';
import { kindsAndTexts, readWhole } from '#tests/world/sheets.ts';

const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

const read = (bytes: Buffer) => readWhole(bytes, '名单.xlsx');

/** A workbook of given parts around one worksheet. */
const workbook = (sheets: string, parts: Record<string, string>, properties = '') =>
  buildZip({
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<workbook xmlns:r="r">${properties}<sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${Object.keys(parts)
      .map((name, at) => `<Relationship Id="r${at + 1}" Type="x/worksheet" Target="/${name}"/>`)
      .join('')}</Relationships>`,
    ...parts,
  });

describe('a workbook', () => {
  it('[RG6] gives each cell with its type: text, number as spelt, percent, date, code with shown zeros, boolean, error', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="000000"/><numFmt numFmtId="166" formatCode="yyyy-mm-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>';
    const cells = [
      '<c r="A2" t="s"><v>1</v></c>',
      inline('B2', '直接'),
      '<c r="C2"><v>8.0021E5</v></c>',
      '<c r="D2" s="2"><v>0.65</v></c>',
      '<c r="E2" s="1"><v>46346</v></c>',
      '<c r="F2" s="4"><v>46346.5</v></c>',
      '<c r="G2" s="3"><v>871</v></c>',
      '<c r="H2" t="b"><v>1</v></c>',
      '<c r="I2" t="e"><v>#N/A</v></c>',
      '<c r="K2" t="d"><v>2026-11-20T00:00:00</v></c>',
      '<c r="L2" s="1"/>',
    ].join('');
    const sharedStrings =
      '<sst><si><t>甲</t></si><si><r><t>证券</t></r><r><t>代_x0041_码</t></r><rPh><t>x</t></rPh></si></sst>';
    const sheet = await read(
      await buildXlsx(
        { 名单: `<sheetData>${row(1, inline('A1', '标题'))}${row(2, cells)}</sheetData>` },
        { styles, sharedStrings },
      ),
    );
    expect([sheet.format, sheet.name, sheet.remarks, kindsAndTexts(sheet.header)]).toEqual([
      'xlsx',
      '名单',
      [],
      ['text 标题'],
    ]);
    expect(sheet.rows.map(kindsAndTexts)).toEqual([
      [
        'text 证券代A码',
        'text 直接',
        'number 8.0021E5',
        'percent 0.6500',
        'date 2026-11-20',
        'date 2026-11-20 12:00:00',
        'number 000871',
        'boolean TRUE',
        'error #N/A',
        'empty',
        'date 2026-11-20',
      ],
    ]);
  });

  it('[RG6] takes the stored result of a formula, and says where there is none', async () => {
    const cells =
      '<c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>A1</f><v>文字</v></c><c r="C2" t="str"><f>""</f><v></v></c><c r="D2"><f>NOW()</f></c><c r="E2"><f>B9</f><v></v></c><c r="F2"><v>1</v></c>';
    const sheet = await read(
      await buildXlsx({ S: `<sheetData>${row(1, inline('A1', '甲'))}${row(2, cells)}</sheetData>` }),
    );
    expect(kindsAndTexts(sheet.rows[0]!)).toEqual(['number 2', 'text 文字', 'empty', 'formula', 'formula', 'number 1']);
  });

  it('[RG6] places cells and rows without addresses, keeps gaps, leaves out empty rows, and reads hidden ones', async () => {
    const data = `<row/><row><c t="inlineStr"><is><t>甲</t></is></c><c r="D2"><v>4</v></c><c><v>5</v></c></row><row r="7" hidden="1"><c><v>7</v></c></row><row><c s="1"/></row>${row(9, '<c r="B9"><v>9</v></c>')}`;
    const sheet = await read(await buildXlsx({ S: `<sheetData>${data}</sheetData>` }));
    expect(sheet.header).toMatchObject({ number: 2, hidden: false });
    expect(kindsAndTexts(sheet.header)).toEqual(['text 甲', 'empty', 'empty', 'number 4', 'number 5']);
    expect(sheet.rows.map(({ number, hidden, cells }) => [number, hidden, cells.length])).toEqual([
      [7, true, 1],
      [9, false, 2],
    ]);
  });

  it('[RG6] passes over the notes and lists of a template without a word, wherever they stand', async () => {
    const part = (text: string) => `<worksheet><sheetData>${row(1, inline('A1', text))}</sheetData></worksheet>`;
    const sheets =
      '<sheet name="填写说明" r:id="r1"/><sheet name="数据" r:id="r2"/><sheet name="选项" r:id="r3" state="hidden"/>';
    const parts = { 'xl/a.xml': part('错'), 'xl/b.xml': part('对'), 'xl/c.xml': part('错') };
    const sheet = await read(await workbook(sheets, parts));
    expect([kindsAndTexts(sheet.header), sheet.remarks]).toEqual([['text 对'], []]);
    const shown = await read(await workbook(sheets.replace(' state="hidden"', ''), parts));
    expect(shown.remarks).toEqual(['只读取了工作表“数据”，没有读取其他工作表：“选项”']);
    const alone = await read(await workbook('<sheet name="填写说明" r:id="r2"/>', parts));
    expect(kindsAndTexts(alone.header)).toEqual(['text 对']);
  });

  it('[RG6] with several sheets reads the first visible one and says so', async () => {
    const sheets =
      '<sheet name="说明" r:id="r1" state="hidden"/><sheet name="数据" r:id="r2"/><sheet name="其他" r:id="r3"/>';
    const part = (text: string) => `<worksheet><sheetData>${row(1, inline('A1', text))}</sheetData></worksheet>`;
    const sheet = await read(
      await workbook(sheets, { 'xl/a.xml': part('错'), 'xl/b.xml': part('对'), 'xl/c.xml': part('错') }),
    );
    expect(kindsAndTexts(sheet.header)).toEqual(['text 对']);
    expect(sheet.remarks).toEqual(['只读取了工作表“数据”，没有读取其他工作表：“说明”（隐藏）、“其他”']);
  });

  it('[RG6] reads strict and prefixed XML, UTF-16 parts, part names in another case and with backslashes', async () => {
    const sheet = `<?xml version="1.0" encoding="UTF-16"?><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t><![CDATA[<甲>]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    const bytes = await buildZip({
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="XL\\Book.xml"/></Relationships>',
      'xl/book.xml':
        '<x:workbook xmlns:x="x" xmlns:q="q"><x:sheets><x:sheet name="S" q:id="r1"/></x:sheets></x:workbook>',
      'xl/_rels/book.xml.rels':
        '<Relationships><Relationship Id="r1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="..\\xl\\Sheet.xml"/></Relationships>',
      'xl/sheet.xml': Buffer.from(`\ufeff${sheet}`, 'utf16le'),
    });
    expect(kindsAndTexts((await read(bytes)).header)).toEqual(['text <甲>']);
  });

  it('[RG6] counts days from 1900 with the leap day that never was, or from 1904', async () => {
    expect([1, 59, 60, 61, 46346].map((serial) => dateOfSerial(serial, false))).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
      '2026-11-20',
    ]);
    expect([0, 1, 44884].map((serial) => dateOfSerial(serial, true))).toEqual([
      '1904-01-01',
      '1904-01-02',
      '2026-11-20',
    ]);
    expect([0.5, -1, 2_958_466].map((serial) => dateOfSerial(serial, false))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([46346.999999, 46346.75].map((serial) => dateOfSerial(serial, false))).toEqual([
      '2026-11-21',
      '2026-11-20 18:00:00',
    ]);
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
    const part = `<worksheet><sheetData>${row(1, '<c r="A1" s="0"><v>44884</v></c>')}</sheetData></worksheet>`;
    const bytes = await buildZip({
      '_rels/.rels': '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="b.xml"/></Relationships>',
      'b.xml':
        '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      '_rels/b.xml.rels':
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/><Relationship Id="r2" Type="x/styles" Target="y.xml"/></Relationships>',
      's.xml': part,
      'y.xml': styles,
    });
    expect(kindsAndTexts((await read(bytes)).header)).toEqual(['date 2026-11-20']);
  });

  it('[RG6] refuses merged cells that touch the header with their range, and hands on all others', async () => {
    const merged = (range: string) =>
      buildXlsx({
        S: `<sheetData>${row(1, inline('A1', '甲') + inline('B1', '乙'))}${row(2, '<c r="A2"><v>1</v></c>')}${row(3, '<c r="B3"><v>2</v></c>')}</sheetData><mergeCells count="1"><mergeCell ref="${range}"/></mergeCells>`,
      });
    await expect(read(await merged('A1:B1'))).rejects.toThrow(
      '表头（第 1 行）有合并单元格 A1:B1。表头每列应各有一个标题，请取消合并',
    );
    const sheet = await read(await merged('A2:A3'));
    expect(sheet.rows).toHaveLength(2);
    expect(sheet.merges).toEqual([{ range: 'A2:A3', top: 2, bottom: 3, left: 0, right: 0 }]);
    expect((await read(await merged('A2:A2'))).merges).toEqual([]);
  });

  it('names cells as spreadsheets do', () => {
    expect([0, 25, 26, 701, 702, 16_383].map((column) => cellAddress(7, column))).toEqual([
      'A7',
      'Z7',
      'AA7',
      'ZZ7',
      'AAA7',
      'XFD7',
    ]);
    expect(['A7', 'ZZ', 'XFD1', 'XFE1', 'a1', '', undefined].map(columnOf)).toEqual([
      0,
      701,
      16_383,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('reading', () => {
  const long = async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => row(at + 2, inline(`A${at + 2}`, `第${at}`))).join('');
    return buildXlsx({ S: `<sheetData>${row(1, inline('A1', '标题'))}${rows}</sheetData>` });
  };

  it('[RG6] goes in batches, waits for a slow caller, and ends its thread when the caller stops early', async () => {
    const sheet = await readSheet(await long(), 'a.xlsx', { deadline: 20_000 });
    let count = 0;
    for await (const batch of sheet.batches) {
      expect(batch.length).toBeLessThan(2_500);
      count += batch.length;
      if (count > 500) break;
    }
    const rest = await sheet.batches[Symbol.asyncIterator]().next();
    expect(rest.done).toBe(true);
  });

  it('[RG6] counts only its own time against the deadline', async () => {
    const sheet = await readSheet(await long(), 'a.xlsx', { deadline: 3_000 });
    let [count, waited] = [0, false];
    for await (const batch of sheet.batches) {
      if (!waited) await new Promise((resolve) => setTimeout(resolve, 3_200));
      waited = true;
      count += batch.length;
    }
    expect(count).toBe(5_000);
  });
});
