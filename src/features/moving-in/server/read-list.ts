import { isObject } from '#rules/json/json.ts';
import { parse, type CsvError } from 'csv-parse/sync';
import { DomUtils, parseDocument } from 'htmlparser2';
import { typeName } from '#page/json-check.ts';
import { findDelimiter } from '#server/registers/sheets/delimiter.ts';
import { CannotImport } from './cannot-import.ts';
import { isCsvTooMuch } from './csv-size.ts';
import { countEncoding, type Entries, type Entry } from './entry.ts';
import type { FolderFiles } from './folder-files.ts';
import { MOVING_IN_FIELDS as COLUMN_NAMES } from '../moving-in-fields.ts';
import { COLUMNS, LIST_LIMITS, readJsonFile, TOO_MANY, type Column, type ImportMap } from './map.ts';
import { placeText, placeZh, type Place, type Problems } from './problems.ts';
import { readTextBytes, readTextFile, UnreadableText } from './text-file.ts';

/** A row of a list by the titles of its columns. */
interface Row {
  place: Place;
  cells: Record<string, unknown>;
}

interface ParsedRow {
  record: string[];
  info: { lines: number };
}

const NEEDED: readonly Column[] = ['title', 'channel', 'date'];

/**
 * MI1: articles of a list, CSV with a line of titles or a JSON array of objects.
 * @param file of the folder
 * @param problems get what single articles lack
 * @throws CannotImport where the list as a whole cannot be read
 */
export function readList(files: FolderFiles, file: string, map: ImportMap, problems: Problems): Entries {
  const read: Entries = { entries: [], encodings: new Map() };
  const { rows, titles } = readRows(files, file, read);
  const columns = columnsOf(titles, map, file);
  for (const row of rows) read.entries.push(entryOf(row, columns, map));
  for (const entry of read.entries) takeHtml(entry, files, read, problems);
  return read;
}

/** The rows of a list and the titles of its columns. @throws CannotImport */
export const readRows = (
  files: FolderFiles,
  file: string,
  read: Pick<Entries, 'encodings'>,
): { rows: Row[]; titles: string[] } =>
  file.toLowerCase().endsWith('.json')
    ? readJsonRows(files.pathOf(file), file)
    : readCsvRows(files.pathOf(file), file, read);

function readCsvRows(path: string, file: string, read: Pick<Entries, 'encodings'>): { rows: Row[]; titles: string[] } {
  try {
    const { bytes, encoding } = readTextBytes(path);
    countEncoding(read, `${file} in ${encoding}`);
    const { sign, skipped } = findDelimiter([bytes.toString('utf8', 0, BEGINNING)]);
    const rows = bytes.subarray(skipped);
    if (isCsvTooMuch(rows, sign, LIST_LIMITS.values)) throw new UnreadableText(TOO_MANY);
    const records = parse(rows, {
      info: true,
      // its types know of no `info` here
      on_record: linesOnly as unknown as (row: string[]) => string[],
      delimiter: sign,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as ParsedRow[];
    const titles = (records[0]?.record ?? []).map((title) => title.trim());
    assertColumns(titles, file);
    const parsed = records.slice(1).map(({ record, info }) => ({
      // the parser reports the line where a record ends
      place: { file, line: info.lines + (skipped > 0 ? 1 : 0) - record.join('').split('\n').length + 1 },
      cells: Object.fromEntries(titles.map((title, at) => [title, record[at] ?? ''])),
    }));
    return { rows: parsed.filter(({ cells }) => Object.values(cells).some((cell) => cell.trim() !== '')), titles };
  } catch (error) {
    if (error instanceof UnreadableText)
      throw new CannotImport(`${file} cannot be read: ${error.message}.`, `${file} 无法读取：${error.reason.zh}`);
    const { code, message } = error as CsvError;
    if (typeof code === 'string' && code.startsWith('CSV_'))
      throw new CannotImport(`${file} is no CSV: ${message}.`, `${file} 不是正确的 CSV：${message}`);
    throw error;
  }
}

/** Row without the other facts of the parser, which take ten times as much memory. */
const linesOnly = ({ record, info: { lines } }: ParsedRow): ParsedRow => ({ record, info: { lines } });

/** bytes that show by which sign columns are parted; the line `sep=` in front of them is of ASCII */
const BEGINNING = 1024 * 1024;

function readJsonRows(path: string, file: string): { rows: Row[]; titles: string[] } {
  const list = readJsonFile(path);
  if (!Array.isArray(list))
    throw new CannotImport(
      `${file} should be an array of objects, one for each article.`,
      `${file} 应是一个数组，每篇文章一个对象`,
    );
  const rows = list.map((cells: unknown, at) => {
    if (!isObject(cells))
      throw new CannotImport(
        `${file}, item ${at + 1} is no object with the columns of an article.`,
        `${file} 第 ${at + 1} 项不是文章的对象`,
      );
    return { place: { file, item: at + 1 }, cells };
  });
  const titles = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  assertColumns(titles, file);
  return { rows, titles };
}

/** OL6: each row is looked at for each column. @throws CannotImport */
function assertColumns({ length }: readonly string[], file: string): void {
  if (length > LIST_LIMITS.columns)
    throw new CannotImport(
      `${file} has ${length} columns; a list may have ${LIST_LIMITS.columns}.`,
      `${file} 有 ${length} 列，最多 ${LIST_LIMITS.columns} 列；请删去不需要的列`,
    );
}

/** @throws CannotImport where the map names a column that is not there, or one that every article needs is not known */
function columnsOf(titles: readonly string[], map: ImportMap, file: string): Partial<Record<Column, string>> {
  const there = `; ${file} has ${titles.map((title) => `"${title}"`).join(', ') || 'no columns'}`;
  const columns: Partial<Record<Column, string>> = {};
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const named = map.columns?.[column];
    if (named !== undefined && !titles.includes(named))
      throw new CannotImport(
        `The map names the column "${named}" for "${column}"${there}.`,
        `${file} 中没有“${named}”这一列（用作${COLUMN_NAMES[column]}），请重新选择`,
      );
    const known: readonly string[] = COLUMNS[column];
    const title = named ?? titles.find((one) => known.includes(one.toLowerCase()));
    if (title !== undefined) columns[column] = title;
  }
  const missing = NEEDED.filter((column) => columns[column] === undefined);
  if (columns.html === undefined && columns.attachments === undefined) missing.push('html');
  if (missing.length > 0)
    throw new CannotImport(
      `No column is known for ${missing.map((one) => `"${one}"`).join(', ')}${there}. Name it in "columns" of the map.`,
      `还没有选定${missing.map((one) => `“${COLUMN_NAMES[one]}”`).join('、')}是哪一列`,
    );
  return columns;
}

function entryOf({ place, cells }: Row, columns: Partial<Record<Column, string>>, map: ImportMap): Entry {
  const valueOf = (column: Column): unknown => cells[columns[column] ?? ''] ?? '';
  const textOf = (column: Column): string => {
    const value = valueOf(column);
    if (typeof value === 'object')
      throw new CannotImport(
        `${placeText(place)}: "${columns[column]}" should be a text, but is ${typeName(value)}.`,
        `${placeZh(place)}：“${columns[column]}”应是文字`,
      );
    return String(value).trim();
  };
  const files = valueOf('attachments');
  const listed = Array.isArray(files) ? files.map(String) : String(files).split(map.separator ?? ';');
  return {
    place,
    title: withoutEntities(textOf('title')),
    channel: textOf('channel'),
    date: textOf('date'),
    summary: withoutEntities(textOf('summary')),
    source: withoutEntities(textOf('source')),
    html: textOf('html'),
    htmlFile: '',
    address: textOf('address'),
    attachments: listed.flatMap((one) => (one.trim() === '' ? [] : [{ reference: one.trim(), name: '' }])),
  };
}

/** Plain text of a system that exports it escaped as in HTML: &amp; &ldquo; &#8212;. What is no entity stays. */
const withoutEntities = (text: string): string =>
  text
    .replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (entity) =>
      DomUtils.textContent(parseDocument(entity)).replace('\u00a0', ' '),
    )
    .trim();

/**
 * Takes the text of a list: with a tag or several lines it is HTML itself. Anything else names a file, whose HTML takes
 * its place.
 */
function takeHtml(entry: Entry, files: FolderFiles, read: Entries, problems: Problems): void {
  const written = entry.html;
  if (written === '' && entry.attachments.length === 0)
    problems.add('empty-article', entry.place, {
      en: 'it names neither HTML nor attachments',
      zh: '既没有正文，也没有附件',
    });
  if (written === '' || /[<\n]/.test(written)) return;
  entry.html = '';
  const file = files.find(written);
  if (file === null) {
    problems.add('missing-file', entry.place, {
      en: `there is no HTML file "${written.slice(0, 200)}" in the folder; HTML itself has a tag`,
      zh: `正文文件“${written.slice(0, 200)}”不在文件夹中`,
    });
    return;
  }
  entry.htmlFile = file;
  try {
    const { text, encoding } = readTextFile(files.pathOf(file));
    countEncoding(read, `HTML files in ${encoding}`);
    entry.html = text;
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    problems.add('unreadable-html', { file }, error.reason, entry.place);
  }
}
