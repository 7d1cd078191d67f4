import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { makePdf } from '#demo/files/pdf.ts';
import { predefinedMap } from '#server/files/pdf-encodings.ts';
import { createTextReader, type TextKind } from '#server/files/text-reader.ts';
import { unseenInFile, unseenText } from '#server/files/unseen-text.ts';
import { gb18030 } from '../world/gb18030.ts';
import { buildDocx, buildXlsx, buildZip, changedZip } from '../world/office-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'file-text-'));
const reader = createTextReader();
afterAll(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
async function read(bytes: Buffer, kind: TextKind, by = reader): Promise<string> {
  const path = join(folder, String(++made));
  writeFileSync(path, bytes);
  const outcome = await by.read(path, kind);
  return 'text' in outcome ? outcome.text : `problem: ${outcome.problem}`;
}

/** A pdf of one page whose content is already packed; fonts as given. */
function pdfOf(packed: Buffer, font = '<< >>'): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 ${font} >> >> /Contents 4 0 R >>`,
  ];
  const head = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n${head}4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer << /Size 5 /Root 1 0 R >>\n%%EOF'),
  ]);
}

const composite = (encoding: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 >>] >>`;
const shown = (hex: string) => deflateSync(Buffer.from(`BT /F1 12 Tf 100 700 Td <${hex}> Tj ET`));

describe('the text of', () => {
  test('[AC3] a document leaves out what nobody sees', async () => {
    const run = (words: string, looks = '') => `<w:r><w:rPr>${looks}</w:rPr><w:t>${words}</w:t></w:r>`;
    const shaded = '<w:shd w:fill="0052D9"/>';
    const cell = (inner: string) => `<w:tbl><w:tr><w:tc><w:p>${inner}</w:p></w:tc></w:tr></w:tbl>`;
    const white = '<w:color w:val="FFFFFF"/>';
    const body = [
      `<w:p>${run('甲')}${run('隐一', '<w:vanish/>')}${run('乙', '<w:vanish w:val="0"/>')}${run('隐二', white)}${run('丙', `${white}${shaded}`)}</w:p>`,
      `<w:p><w:moveFrom>${run('隐三')}</w:moveFrom><w:moveTo>${run('丁')}</w:moveTo><w:del><w:r><w:delText>隐四</w:delText></w:r></w:del></w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="Quiet"/></w:pPr>${run('隐五')}</w:p><w:p>${run('隐六', '<w:rStyle w:val="Note"/>')}${run('隐七', '<w:sz w:val="2"/>')}${run('戊', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}</w:p>`,
      `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr>${shaded}</w:pPr>${run('己', white)}</w:p>${cell(run('庚', white))}`,
    ];
    const STYLES =
      '<w:style w:styleId="Quiet"><w:basedOn w:val="Base"/></w:style><w:style w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Note"><w:rPr><w:vanish/></w:rPr></w:style>';
    expect(await read(await buildDocx(body.join(''), STYLES), 'docx')).toBe('甲乙丙\n丁\n戊\n己');
  });

  test('[AC3] what a document leaves out is told with its words: hidden, white, deleted, comments', async () => {
    const outcomeOf = async (bytes: Buffer) => {
      const path = join(folder, String(++made));
      writeFileSync(path, bytes);
      return (await unseenInFile(path, 'docx')).zh;
    };
    const run = (words: string, looks = '') => `<w:r><w:rPr>${looks}</w:rPr><w:t>${words}</w:t></w:r>`;
    const theme = '<w:color w:val="auto" w:themeColor="background1"/>';
    const deleted = '<w:del><w:r><w:delText>旧价</w:delText></w:r><w:r><w:delText>三元</w:delText></w:r></w:del>';
    const body = `<w:p>${run('甲')}${run('内部', '<w:vanish/>')}${run('底价', '<w:vanish/>')}${run('乙')}${run('主题白', theme)}${deleted}</w:p><w:p>${run('白', '<w:color w:val="FFFFFF"/>')}</w:p>`;
    const comment = (words: string) => `<w:comment w:id="1"><w:p>${run(words)}</w:p></w:comment>`;
    expect(await outcomeOf(await buildDocx(body, '', comment('请老王核对') + comment('已核')))).toBe(
      '文件中有隐藏的文字 3 处（“内部底价”、“主题白”、“白”）、批注 2 处（“请老王核对”、“已核”）、修订中已删除的文字 1 处（“旧价三元”），预览和搜索中不出现，下载的人仍能看到；不应公开的，请在 Word 中删去后重新上传',
    );
    const moved = `<w:moveFrom>${run('移')}</w:moveFrom><w:moveTo>${run('移')}</w:moveTo>`;
    expect(await outcomeOf(await buildDocx(`<w:p>${run('甲')}${run(' ', '<w:vanish/>')}${moved}</w:p>`))).toBe('');
    expect(await outcomeOf(Buffer.from('no document'))).toBe('');
  });

  test('[AC3] a document leaves out letters in the colour of their ground, however styles, cells and themes say it', async () => {
    const run = (words: string, looks = '') => `<w:r><w:rPr>${looks}</w:rPr><w:t>${words}</w:t></w:r>`;
    const white = '<w:color w:val="FFFFFF"/>';
    const styled = (id: string, words: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${run(words)}</w:p>`;
    const table = (looks: string, ...rows: string[]) =>
      `<w:tbl><w:tblPr>${looks}</w:tblPr>${rows.map((one) => `<w:tr><w:tc>${one}</w:tc></w:tr>`).join('')}</w:tbl>`;
    const cell = (words: string, ground = '', looks = white) =>
      `<w:tcPr>${ground}</w:tcPr><w:p><w:pPr><w:rPr><w:shd w:fill="FF0000"/></w:rPr></w:pPr>${run(words, looks)}</w:p>`;
    const tableStyle = (id: string) => `<w:tblStyle w:val="${id}"/>`;
    const body = [
      table('', cell('隐一'), cell('甲', '<w:shd w:val="clear" w:fill="0052D9"/>'), cell('隐二', '<w:shd w:fill="FFFFFF"/>')),
      table('<w:shd w:val="clear" w:fill="0052D9"/>', cell('乙'), cell('丙', '<w:shd w:val="clear" w:fill="auto" w:themeFill="accent1"/>')),
      table('', cell('丁', '<w:shd w:val="pct50" w:fill="auto"/>'), cell('隐三', '<w:shd w:fill="C00000"/>', '<w:color w:val="c00000"/>')),
      table(tableStyle('Head'), cell('戊', '', ''), cell('己', '', '')),
      table(tableStyle('Pale'), cell('隐四', '', ''), cell('庚', '', '<w:color w:val="333333"/>')),
      table(tableStyle('Bands'), cell('辛')),
      styled('White', '隐五'), styled('Child', '隐六'), styled('Dark', '壬'),
      `<w:p>${run('隐七', '<w:rStyle w:val="Ghost"/>')}${run('癸', '<w:rStyle w:val="Ghost"/><w:color w:val="auto"/>')}</w:p>`,
      `<w:p>${run('隐八', '<w:color w:val="auto" w:themeColor="background1"/>')}${run('子', '<w:color w:val="auto" w:themeColor="background1" w:themeShade="80"/>')}</w:p>`,
      `<w:p>${run('隐九', '<w:color w:val="FDFDFD"/>')}${run('隐十', '<w:textFill><w:noFill/></w:textFill>')}${run('丑', `${white}<w:highlight w:val="black"/>`)}</w:p>`,
    ]; // prettier-ignore
    const style = (id: string, inner: string) => `<w:style w:styleId="${id}">${inner}</w:style>`;
    const letters = (looks: string) => `<w:rPr>${looks}</w:rPr>`;
    const styles = [
      style('White', letters(white)),
      style('Child', '<w:basedOn w:val="White"/>'),
      style('Dark', `<w:basedOn w:val="White"/><w:pPr><w:shd w:fill="222222"/></w:pPr>`),
      style('Ghost', letters('<w:color w:val="FFFFFF" w:themeColor="background1"/>')),
      style('Head', `<w:tblStylePr w:type="firstRow">${letters(white)}<w:tcPr><w:shd w:fill="4472C4"/></w:tcPr></w:tblStylePr>`),
      style('Pale', `<w:tblStylePr w:type="firstRow">${letters(white)}</w:tblStylePr>`),
      style('Bands', `<w:tblStylePr w:type="band1Horz"><w:tcPr><w:shd w:fill="4472C4"/></w:tcPr></w:tblStylePr>`),
    ]; // prettier-ignore
    const bytes = await buildDocx(body.join(''), styles.join(''));
    expect((await read(bytes, 'docx')).replaceAll('\n', '')).toBe('甲乙丙丁戊己庚辛壬癸子丑');
  });

  test('[AC3] a workbook leaves out hidden rows and columns', async () => {
    const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
    const sheet = `<cols><col min="2" max="2" hidden="1"/><col min="3" max="3" width="0"/></cols><sheetData><row r="1">${text('A1', '甲')}${text('B1', '隐')}${text('C1', '藏')}</row><row r="2" hidden="1">${text('A2', '密')}</row><row r="3">${text('A3', '乙')}</row></sheetData>`;
    expect(await read(await buildXlsx({ 名单: sheet }), 'xlsx')).toBe('名单\n甲\n乙');
  });

  const text = (at: string, words: string, looks = '') =>
    `<c r="${at}" t="inlineStr" ${looks}><is><t>${words}</t></is></c>`;
  const outcomeOf = async (bytes: Buffer) => {
    const path = join(folder, String(++made));
    writeFileSync(path, bytes);
    return (await unseenInFile(path, 'xlsx')).zh;
  };
  const ENDS = '；不应公开的，请在 Excel 中删去后重新上传';
  const BEGINS = '文件中有打开后看不见、下载的人却能得到的内容：';

  test('[AC3] what a workbook hides is told with its places: sheets, rows, columns, cells, comments', async () => {
    const list = [
      '<sheetFormatPr defaultRowHeight="15"/><cols><col min="2" max="3" hidden="true"/><col min="4" max="4" width="0.1"/><col min="6" max="16384" hidden="1"/></cols>',
      '<sheetData>',
      `<row r="1">${text('A1', '甲')}${text('B1', '底价')}<c r="C1" t="s"><v>1</v></c>${text('E1', '白', 's="1"')}</row>`,
      `<row r="2" hidden="1">${text('A2', '密')}</row><row r="3" hidden="1">${text('A3', '密')}</row><row r="4" hidden="1"/><row r="5" ht="0">${text('A5', '密')}</row>`,
      `<row r="6">${text('D6', '藏')}<c r="E6" s="2"><v>5</v></c></row></sheetData><autoFilter ref="A1:D6"><filterColumn colId="0"/></autoFilter>`,
    ].join('');
    const workbook = {
      sharedStrings: '<sst><si><t>零</t></si><si><r><t>三</t></r><r><t>元</t></r></si></sst>',
      styles:
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts><fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/></fills><cellXfs><xf/><xf fontId="1"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    };
    expect(await outcomeOf(await buildXlsx({ 名单: list }, workbook))).toBe(
      `${BEGINS}工作表“名单”中筛选掉或隐藏的行 2–3、5，隐藏的列 B–D，看不见的单元格 E1、E6（开头是“底价”、“三元”、“白”）${ENDS}`,
    );
    const hidden = await buildXlsx({ 名单: `<sheetData><row>${text('A1', '甲')}</row></sheetData>`, 底稿: '<sheetData><row><c><v>3</v></c></row></sheetData>', 空: '' }); // prettier-ignore
    const zip = await changedZip(hidden, {
      'xl/workbook.xml': (xml) => xml.replace(/(name="(?:底稿|空)")/g, '$1 state="veryHidden"'),
      'xl/worksheets/_rels/sheet1.xml.rels': () =>
        '<Relationships><Relationship Id="r1" Type="x/comments" Target="../comments1.xml"/></Relationships>',
      'xl/comments1.xml': () =>
        '<comments><commentList><comment ref="B3"><text><r><t>[线程批注]\n\n你的…\n\n注释:\n    待核</t></r></text></comment></commentList></comments>',
      'xl/pivotCache/pivotCacheRecords1.xml': () => '<pivotCacheRecords/>',
    });
    expect(await outcomeOf(zip)).toBe(
      `${BEGINS}工作表“名单”中批注 B3；隐藏的工作表“底稿”；数据透视表另存的源数据 1 份（开头是“待核”、“3”）${ENDS}`,
    );
    expect(await outcomeOf(await buildXlsx({ 名单: `<sheetData><row>${text('A1', '甲')}</row></sheetData>` }))).toBe(
      '',
    );
    expect(await outcomeOf(Buffer.from('no workbook'))).toBe('');
  });

  test('[AC3] what cannot be looked at in time is not said to hide nothing', async () => {
    const path = join(folder, String(++made));
    writeFileSync(path, await buildXlsx({ 名单: '' }));
    expect(await unseenText(path, 'xlsx', 1)).toBe('文件太大，没有检查其中是否有隐藏的内容或批注；请自行确认后再公开');
  });

  test('[AC3] what is struck out is not searched, and raised letters are not joined to those before them', async () => {
    const word = (words: string, looks = '') => `<w:r><w:rPr>${looks}</w:rPr><w:t>${words}</w:t></w:r>`;
    const up = '<w:vertAlign w:val="superscript"/>';
    const paper = `<w:p>${word('旧', '<w:dstrike/>')}${word('10')}${word('4', up)}${word('张三')}${word('注一', up)}</w:p>`;
    expect(await read(await buildDocx(paper), 'docx')).toBe('10⁴张三 注一');
    const run = (words: string, looks = '') => `<r><rPr>${looks}</rPr><t>${words}</t></r>`;
    const rich = (at: string, ...runs: string[]) => `<c r="${at}" t="inlineStr"><is>${runs.join('')}</is></c>`;
    const white = '<color rgb="FFFFFFFF"/>';
    const cells = [
      rich('A1', run('旧', '<strike/>'), run('10'), run('4', '<vertAlign val="superscript"/>')),
      rich('B1', run('甲'), run('底价', white)),
      '<c r="C1" s="1"><v>77</v></c><c r="D1" s="2" t="inlineStr"><is><t>密</t></is></c>',
      // more runs than can be told apart
      rich('E1', ...Array.from({ length: 300 }, (_, at) => run('x', at % 2 === 0 ? white : ''))),
    ];
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts><fonts><font/><font>${white}</font></fonts><cellXfs><xf/><xf fontId="1"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const workbook = await buildXlsx({ 名单: `<sheetData><row r="1">${cells.join('')}</row></sheetData>` }, { styles });
    expect(await read(workbook, 'xlsx')).toBe('名单\n10⁴\n甲');
    const path = join(folder, String(++made));
    writeFileSync(path, workbook);
    expect((await unseenInFile(path, 'xlsx')).zh).toContain(
      '工作表“名单”中看不见的单元格 B1、C1、D1、E1（开头是“底价”、“77”、“密”）',
    );
  });

  test('[AC3] [EY8] what conditional formats hide or strike out is told and not searched', async () => {
    const styles =
      '<styleSheet><fonts><font/></fonts><cellXfs><xf/></cellXfs><dxfs><dxf><font><color rgb="FFFFFFFF"/></font></dxf><dxf><font><strike/></font></dxf></dxfs></styleSheet>';
    const rule = (sqref: string, formula: string, look: number) =>
      `<conditionalFormatting sqref="${sqref}"><cfRule type="expression" dxfId="${look}" priority="1"><formula>${formula}</formula></cfRule></conditionalFormatting>`;
    const sheet = [
      '<cols><col min="4" max="4" hidden="1"/></cols><sheetData>',
      `<row r="1">${text('A1', '甲')}${text('B1', '底价')}${text('C1', '旧')}${text('D1', '内部')}</row>`,
      `<row r="2">${text('A2', '乙')}${text('B2', '公开')}<c r="C2" t="s"><v>0</v></c><c r="D2"><v>7</v></c></row>`,
      '<row r="3" hidden="1"><c r="A3"><v>9</v></c></row><row r="4"><c r="A4"><v>9</v></c></row></sheetData>',
      rule('B1:B4', '$D1="内部"', 0),
      rule('C1:C4', '$C1="旧"', 1),
      rule('A4', 'A4=A3', 0),
    ].join('');
    const parts = { styles, sharedStrings: '<sst><si><t>新</t></si></sst>' };
    const workbook = await buildXlsx({ 名单: sheet }, parts);
    expect(await read(workbook, 'xlsx')).toBe('名单\n甲\n乙\n公开\n新');
    const places = `${BEGINS}工作表“名单”中隐藏的行 3，隐藏的列 D，看不见的单元格 B1、A4`;
    expect(await outcomeOf(workbook)).toBe(`${places}（开头是“底价”、“内部”、“7”）${ENDS}`);
    const unknown = await buildXlsx({ 名单: sheet + rule('B1:B4', 'COUNTIF(B:B,B1)&gt;1', 0) }, parts);
    expect(await outcomeOf(unknown)).toContain(`${places}，条件格式可能隐去或划去的单元格（自 B1 起）（开头是`);
    expect(await read(unknown, 'xlsx')).toBe('名单\n甲\n乙\n公开\n新');
  });

  const numbersOf = async (bytes: Buffer, kind: TextKind) => {
    const path = join(folder, String(++made));
    writeFileSync(path, bytes);
    const outcome = await reader.readNumbers(path, kind);
    return outcome.numbers.map(({ digits }) => digits).toSorted();
  };
  const whyNot = async (bytes: Buffer, kind: TextKind, by = reader) => {
    const path = join(folder, String(++made));
    writeFileSync(path, bytes);
    return (await by.readNumbers(path, kind)).notSearched;
  };
  const PHONES = Array.from({ length: 12 }, (_, at) => `138001380${10 + at}`);

  test('[PV1] numbers of persons are found in all of a workbook, and in all texts of others', async () => {
    const sheet = `<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1">${text('A1', PHONES[0]!)}${text('B1', PHONES[1]!)}<c r="C1" t="s"><v>0</v></c></row><row r="2" hidden="1"><c r="A2"><v>${PHONES[2]}</v></c><c r="B2" s="1"><v>13900139000</v></c></row><row r="90000">${text('CC90000', PHONES[3]!)}</row></sheetData><headerFooter><oddFooter>致电 ${PHONES[4]}</oddFooter></headerFooter>`;
    const workbook = await buildXlsx(
      { 名单: sheet, 底稿: `<sheetData><row>${text('A1', PHONES[5]!)}</row></sheetData>` },
      {
        sharedStrings: `<sst><si><r><t>${PHONES[6]!.slice(0, 3)}</t></r><r><rPr><b/></rPr><t>${PHONES[6]!.slice(3)}</t></r></si></sst>`,
        styles: '<styleSheet><cellXfs><xf/><xf numFmtId="3"/></cellXfs></styleSheet>',
      },
    );
    const zip = await changedZip(workbook, {
      'xl/workbook.xml': (xml) => xml.replace('name="底稿"', 'name="底稿" state="hidden"'),
      'xl/comments/c.xml': () => `<comments><comment><text><t>${PHONES[7]}</t></text></comment></comments>`,
      'xl/drawings/d.xml': () => `<d:d xmlns:d="u"><d:p><d:t>${PHONES[8]}</d:t></d:p></d:d>`,
      'xl/pivotCache/p.xml': () => `<pivotCacheRecords><r><s v="${PHONES[9]}"/></r></pivotCacheRecords>`,
      'docProps/custom.xml': () => '<Properties><property>13900139001</property></Properties>',
      'xl/broken.xml': () => '<a><b></a>',
    });
    expect(await numbersOf(zip, 'xlsx')).toEqual(PHONES.slice(0, 10));

    const run = (words: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t>${words}</w:t></w:r>`;
    const deleted = `<w:del><w:r><w:delText>${PHONES[1]}</w:delText></w:r></w:del>`;
    const docx = await changedZip(
      await buildDocx(`<w:p>${run(PHONES[0]!.slice(0, 5))}${deleted}${run(PHONES[0]!.slice(5))}</w:p>`),
      {
        'word/header1.xml': () => `<w:hdr xmlns:w="urn:w"><w:p>${run(PHONES[2]!)}</w:p></w:hdr>`,
        'word/footnotes.xml': () => `<w:f xmlns:w="urn:w"><w:p>${run(PHONES[3]!)}</w:p></w:f>`,
      },
    );
    expect(await numbersOf(docx, 'docx')).toEqual(PHONES.slice(0, 4));
    const lines = `编号,备注\n${'1,无\n'.repeat(60_000)}2,${PHONES[0]}\n3,${PHONES[1]}`;
    expect(await numbersOf(Buffer.from(lines), 'text')).toEqual(PHONES.slice(0, 2));
    expect(await numbersOf(gb18030(`备注\n上海 ${PHONES[0]}`), 'text')).toEqual([PHONES[0]]);
    const japanese = Buffer.concat([Buffer.from('93fa967b8cea0a'.repeat(20), 'hex'), Buffer.from(` ${PHONES[0]}\n`)]);
    expect(await numbersOf(japanese, 'text')).toEqual([PHONES[0]]);
    const noted = pdfOf(deflateSync(Buffer.from('BT ET')))
      .toString('latin1')
      .replace('/Type /Page ', '/Type /Page /Annots [5 0 R 6 0 R] ')
      .replace(
        'trailer',
        `5 0 obj\n<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (tel ${PHONES[0]}) >>\nendobj\n6 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (${PHONES[1]}) /Rect [0 0 9 9] >>\nendobj\ntrailer`,
      );
    expect(await numbersOf(Buffer.from(noted, 'latin1'), 'pdf')).toEqual(PHONES.slice(0, 2));
  });

  test('[PV3] why a file was not searched, or not all of it', async () => {
    const plain = await buildXlsx({ 名单: '<sheetData/>' });
    expect(await whyNot(plain, 'xlsx')).toBeNull();
    expect(await whyNot(Buffer.from('no archive'), 'xlsx')).toBe('damaged');
    expect(await whyNot(Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'docx')).toBe('encrypted');
    expect(await whyNot(await changedZip(plain, { 'xl/broken.xml': () => '<a><b></a>' }), 'xlsx')).toBe('partly');
    expect(await whyNot(plain.subarray(0, plain.length - 30), 'xlsx')).toBe('damaged');
    // the bit of each entry, and of each line of the list at the end, that says that it is encrypted
    const locked = Buffer.from(plain);
    for (const [mark, place] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const)
      for (let at = locked.indexOf(mark, 0, 'latin1'); at >= 0; at = locked.indexOf(mark, at + 4, 'latin1'))
        locked[at + place]! |= 1;
    expect(await whyNot(locked, 'xlsx')).toBe('encrypted');
    expect(await whyNot(Buffer.from('%PDF-1.5\nnothing'), 'pdf')).toBe('damaged');
    const password = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> >>`;
    const paper = pdfOf(deflateSync(Buffer.from('BT ET'))).toString('latin1');
    const secret = paper.replace('/Root 1 0 R', `/Root 1 0 R /ID [<00> <00>] /Encrypt ${password}`);
    expect(await whyNot(Buffer.from(secret, 'latin1'), 'pdf')).toBe('encrypted');
    expect(await whyNot(Buffer.from(paper, 'latin1'), 'pdf')).toBeNull();
    expect(await whyNot(Buffer.alloc(40 * 1024 * 1024 + 1, '1\n'), 'text')).toBe('too-large');
    const hasty = createTextReader(1);
    expect(await whyNot(plain, 'xlsx', hasty)).toBe('too-late');
    hasty.close();
  });

  test('[PV1] [PV3] a file inside of an office file is looked at, too', async () => {
    const inner = await buildDocx(`<w:p><w:r><w:t>${PHONES[0]}</w:t></w:r></w:p>`);
    const holding = async (bytes: Buffer) =>
      buildZip({ 'xl/workbook.xml': '<workbook/>', 'xl/embeddings/a.docx': bytes });
    const twice = await holding(await holding(inner));
    expect(await numbersOf(await holding(inner), 'xlsx')).toEqual([PHONES[0]]);
    expect([await numbersOf(twice, 'xlsx'), await whyNot(twice, 'xlsx')]).toEqual([[PHONES[0]], null]);
    expect(await whyNot(await holding(Buffer.from('none')), 'xlsx')).toBe('partly');
    expect(await whyNot(await holding(twice), 'xlsx')).toBe('partly');
  });

  test('a pdf is its pages, a line each, with words whole that a line of print broke', async () => {
    const text = await read(
      makePdf({
        title: '业绩说明',
        paragraphs: Array.from({ length: 60 }, () => '营业部搬迁后继续为客户办理业务。'.repeat(4)),
        signature: ['示例证券'],
      }),
      'pdf',
    );
    expect(text.split('\n').length).toBeGreaterThan(1);
    expect(text).toContain('业绩说明');
    expect(text.match(/营业部搬迁后继续为客户办理业务/g)!.length).toBeGreaterThan(220);
  });

  test('a pdf without maps of its own is read by the common Chinese encodings', async () => {
    expect(await read(pdfOf(shown('8bc15238'), composite('UniGB-UCS2-H')), 'pdf')).toBe('证券');
    expect(await read(pdfOf(shown('d6a4c8af'), composite('GBK-EUC-H')), 'pdf')).toBe('证券');
    expect(() => predefinedMap('Nobody-Knows-H')).toThrow();
  });

  test('a document, a workbook and a text is its paragraphs, cells and lines', async () => {
    expect(
      await read(
        await buildDocx(
          '<w:p><w:r><w:t>第一条</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>甲</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>乙</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
        ),
        'docx',
      ),
    ).toBe('第一条\n甲\n乙');
    expect(
      await read(
        await buildXlsx({
          名单: '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>王谷雨</t></is></c><c r="C1"><v>12</v></c></row></sheetData>',
        }),
        'xlsx',
      ),
    ).toBe('名单\n王谷雨\n12');
    expect(await read(Buffer.from('第一行  两处空白\r\n\r\n第二行'), 'text')).toBe('第一行 两处空白\n第二行');
    // GBK, as older programs write it
    expect(await read(Buffer.from('d6a4c8afb9abcbbeb9abb8e6', 'hex'), 'text')).toBe('证券公司公告');
  });
});

describe('a file that is broken or hostile', () => {
  test('is told as a problem, and the next one is read', async () => {
    for (const kind of ['pdf', 'docx', 'xlsx'] as const)
      expect(await read(Buffer.from('none of these'), kind), kind).toMatch(/^problem: ./);
    expect(await reader.read(join(folder, 'absent'), 'pdf')).toEqual({ problem: 'the file is not there' });
    // 500 MB of blanks in 3 MB
    const bomb = deflateSync(Buffer.alloc(500_000_000, ' '), { level: 1 });
    expect(await read(pdfOf(bomb), 'pdf')).toMatch(/^problem: (the reader ended|not read within)/);
    expect(await read(makePdf({ title: '照常', paragraphs: [], signature: [] }), 'pdf')).toContain('照常');
  });

  test('takes no longer than it may', async () => {
    const hasty = createTextReader(1);
    expect(await read(makePdf({ title: '慢', paragraphs: ['慢'.repeat(20_000)], signature: [] }), 'pdf', hasty)).toBe(
      'problem: not read within 1 ms',
    );
    hasty.close();
  });
});
