import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** Office files and archives: ZIP packages with a fixed date inside, so that equal content gives equal bytes. */
const PACKED_AT = new Date(Date.UTC(2020, 0, 1));

/** A ZIP archive of the named files, in the given order. */
export async function makeZip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries))
    archive.addBuffer(Buffer.from(content as string), name, { mtime: PACKED_AT, forceDosTimestamp: true });
  archive.end();
  return buffer(archive.outputStream as unknown as NodeJS.ReadableStream);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';

const escape = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const relations = (entries: [id: string, type: string, target: string][]) =>
  `${HEAD}<Relationships xmlns="${RELATIONS}">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const contentTypes = (overrides: [part: string, type: string][]) =>
  `${HEAD}<Types xmlns="${CONTENT_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides
    .map(
      ([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;

export interface DocumentText {
  title: string;
  paragraphs: string[];
  /** the first row is the head; absent: no table */
  table?: string[][];
}

/** A Word document: title, paragraphs, at most one table. */
export function makeDocx(text: DocumentText): Promise<Buffer> {
  const run = (content: string, marks = '') =>
    `<w:r>${marks && `<w:rPr>${marks}</w:rPr>`}<w:t xml:space="preserve">${escape(content)}</w:t></w:r>`;
  const paragraphs = text.paragraphs.map((line) => `<w:p><w:pPr><w:ind w:firstLine="480"/></w:pPr>${run(line)}</w:p>`);
  const cell = (content: string, marks: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr><w:p>${run(content, marks)}</w:p></w:tc>`;
  const side = (name: string) => `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`;
  const table = text.table
    ? `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(side).join('')}</w:tblBorders></w:tblPr><w:tblGrid>${text.table[0]!.map(() => '<w:gridCol w:w="2000"/>').join('')}</w:tblGrid>${text.table
        .map(
          (row, place) => `<w:tr>${row.map((content) => cell(content, place === 0 ? '<w:b/>' : '')).join('')}</w:tr>`,
        )
        .join('')}</w:tbl><w:p/>`
    : '';
  const body = `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run(text.title, '<w:b/><w:sz w:val="36"/>')}</w:p>${paragraphs.join('')}${table}`;
  return makeZip({
    '[Content_Types].xml': contentTypes([['/word/document.xml', 'wordprocessingml.document.main']]),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="851" w:footer="992" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  });
}

/** A workbook with one sheet. Numbers are stored as numbers; the first row is bold. */
export function makeXlsx(sheetName: string, rows: (string | number)[][]): Promise<Buffer> {
  const cells = rows.map((row, rowNo) => {
    const drawn = row.map((value, column) => {
      const at = `${String.fromCharCode(65 + column)}${rowNo + 1}`;
      const style = rowNo === 0 ? ' s="1"' : '';
      return typeof value === 'number'
        ? `<c r="${at}"${style}><v>${value}</v></c>`
        : `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
    });
    return `<row r="${rowNo + 1}">${drawn.join('')}</row>`;
  });
  const widths = rows[0]!
    .map((_, column) => `<col min="${column + 1}" max="${column + 1}" width="24" customWidth="1"/>`)
    .join('');
  return makeZip({
    '[Content_Types].xml': contentTypes([
      ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ['/xl/styles.xml', 'spreadsheetml.styles'],
    ]),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="${escape(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${SHEET}"><fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${SHEET}"><cols>${widths}</cols><sheetData>${cells.join('')}</sheetData></worksheet>`,
  });
}
