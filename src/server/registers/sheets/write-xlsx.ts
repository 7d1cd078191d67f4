import { columnLetters } from '../../files/cell-address.ts';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { escapeXml } from './escape-xml.ts';
import { OPTIONS_SHEET } from './own-sheets.ts';
import type { WrittenColumn, WrittenSheet } from './written-sheet.ts';
import { sheetXml } from './xlsx-sheet-xml.ts';
import { stylesXml } from './xlsx-styles.ts';

/** a workbook is mostly repeated markup: a higher level costs twice the time and saves a tenth */
const COMPRESSION = 3;

/**
 * Workbook that is written while it is read: the sheets in order, never whole in memory. Titles are bold, frozen and
 * have a filter; choices are on a hidden sheet of their own. An error of `rows` destroys the stream; destroying the
 * stream ends the reading of `rows`.
 */
export function writeXlsx(sheets: readonly WrittenSheet[]): Readable {
  const lists = choiceLists(sheets);
  const all = lists.sheet ? [...sheets, lists.sheet] : [...sheets];
  const parts = all.map((sheet, at) => ({ ...sheet, xml: sheetXml(sheet, lists.ranges[at] ?? new Map()) }));
  return packWorkbook(parts, stylesXml);
}

/** A sheet of a workbook: its name, and its part in pieces. */
interface SheetPart {
  name: string;
  hidden?: boolean;
  xml: AsyncIterable<string>;
}

/**
 * Archive around sheets.
 * @param styles called when the sheets are written, so that they may have named styles meanwhile
 * @param base1904 days are counted from 1904
 */
export function packWorkbook(sheets: readonly SheetPart[], styles: () => string, base1904 = false): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const parts = sheets.map(({ xml }) => Readable.from(xml, { objectMode: false }));
  for (const [name, xml] of Object.entries(frame(sheets, base1904))) zip.addBuffer(Buffer.from(xml), name);
  for (const [at, part] of parts.entries()) {
    part.on('error', (error) => out.destroy(error));
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, { compressionLevel: COMPRESSION }, (handOver) =>
      handOver(null, part),
    );
  }
  zip.addReadStreamLazy('xl/styles.xml', {}, (handOver) =>
    handOver(null, Readable.from([styles()], { objectMode: false })),
  );
  zip.end();
  pipeline(zip.outputStream as Readable, out, () => {
    for (const part of parts) part.destroy();
  });
  return out;
}

/** Choices side by side on one hidden sheet, and for each column with choices the range that holds them. */
function choiceLists(sheets: readonly WrittenSheet[]): { sheet: WrittenSheet | null; ranges: Map<number, string>[] } {
  const listed: WrittenColumn[] = [];
  const ranges = sheets.map(({ columns }) => {
    const ofSheet = new Map<number, string>();
    for (const [at, column] of columns.entries()) {
      if (!column.choices?.length) continue;
      const letters = columnLetters(listed.push(column) - 1);
      ofSheet.set(at, `'${OPTIONS_SHEET}'!$${letters}$2:$${letters}$${column.choices.length + 1}`);
    }
    return ofSheet;
  });
  if (listed.length === 0) return { sheet: null, ranges };
  const longest = Math.max(...listed.map(({ choices }) => choices!.length));
  const rows = Array.from({ length: longest }, (_, row) => listed.map(({ choices }) => choices![row] ?? null));
  return {
    sheet: { name: OPTIONS_SHEET, columns: listed.map(({ title }) => ({ title })), rows, hidden: true },
    ranges,
  };
}

const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Everything around the sheets, by part name. */
function frame(sheets: readonly SheetPart[], base1904: boolean): Record<string, string> {
  const names = uniqueNames(sheets);
  const numbers = sheets.map((_, at) => at + 1);
  return {
    '[Content_Types].xml': [
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>`,
      ...numbers.map(
        (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
      ),
      '</Types>',
    ].join(''),
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONSHIP}">${base1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
      .map(
        ({ hidden }, at) =>
          `<sheet name="${escapeXml(names[at]!)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': [
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">`,
      ...numbers.map(
        (number) =>
          `<Relationship Id="rId${number}" Type="${RELATIONSHIP}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      ),
      `<Relationship Id="rIdStyles" Type="${RELATIONSHIP}/styles" Target="styles.xml"/></Relationships>`,
    ].join(''),
  };
}

/** Sheet names as programs allow them: 31 characters, no []:*?/\, no apostrophe at the ends, no two alike. */
function uniqueNames(sheets: readonly SheetPart[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, at) => {
    const clean =
      Array.from(
        name
          .toWellFormed()
          .replace(/[[\]:*?/\\\p{Cc}]/gu, '_')
          .replace(/^'+|'+$/g, '')
          .trim(),
      )
        .slice(0, 25)
        .join('') || `Sheet${at + 1}`;
    const unique = taken.has(clean.toLowerCase()) ? `${clean} (${at + 1})` : clean;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
