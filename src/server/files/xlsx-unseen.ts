import { cellAddress, columnLetters, columnOf } from './cell-address.ts';
import { formatCode, previewText, shownText } from './number-formats.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { SheetLayout } from './sheet-layout.ts';
import { StyleLooks, UNSEEN } from './style-looks.ts';
import type { UnseenWords } from './unseen-text.ts';
import { decodeCharacters, readNumberFormats, readSharedStrings, readSheetList } from './xlsx-parts.ts';
import type { ZippedXml } from './zipped-xml.ts';

/** Places of one sheet that hold something which whoever looks at it does not see. */
interface Places {
  name: string;
  isHidden: boolean;
  /** some rows are hidden by a filter */
  isFiltered: boolean;
  /** from 1 */
  rows: number[];
  /** from 0 */
  columns: Set<number>;
  /** addresses */
  cells: string[];
  comments: string[];
  /** the first texts; a number is that of a shared string */
  first: (string | number)[];
}

const MOST_FIRST = 3;
/** characters of one of these texts */
const LONGEST_FIRST = 24;
/** places of a kind in a sheet that are kept, and spans of them that are told */
const MOST_PLACES = 100_000;
const MOST_TOLD = 5;
/** sheets whose places are told */
const MOST_SHEETS = 5;

/**
 * AC3: what a workbook holds that its reader does not see, with its places: hidden sheets, rows (also by a filter) and
 * columns (also those of no width) that are not empty, cells whose format shows nothing or whose letters have the colour of
 * their ground, comments, and what it keeps of other sheets and files.
 * @throws PackageRefused
 */
export async function unseenInWorkbook(archive: ZippedXml): Promise<UnseenWords> {
  const main = await findMainPart(archive);
  if (main === undefined || !archive.has(main)) return { en: '', zh: '' };
  const parts = await readRelationships(archive, main);
  const partOf = (type: string) =>
    [...parts.values()].find((part) => part.type === type && archive.has(part.target))?.target;
  const looks = new StyleLooks();
  const { ids, codes } = await readNumberFormats(archive, partOf('styles'), looks.handler);
  const isUnseen = (style: number): boolean => (looks.of(style).looks & UNSEEN) !== 0;
  const styles = ids.map((id, style) => styleOf(formatCode(id, codes), isUnseen(style)));
  const { listed } = await readSheetList(archive, main);
  const sheets: Places[] = [];
  for (const { name, id, hidden } of listed) {
    const part = parts.get(id)?.target;
    if (part !== undefined && archive.has(part))
      sheets.push(await readPlaces(archive, { name: name.slice(0, 60), part, isHidden: hidden }, styles));
  }
  const first = sheets.flatMap((sheet) => sheet.first).slice(0, MOST_FIRST);
  const last = Math.max(-1, ...first.filter((one) => typeof one === 'number'));
  const shared = await readSharedStrings(archive, partOf('sharedStrings'), { most: LONGEST_FIRST * 2, last });
  return wordsOf(
    sheets,
    first.map((one) => (typeof one === 'number' ? (shared[one] ?? '') : one)),
    keptOf(archive),
  );
}

interface Style {
  code: string;
  hidesNumbers: boolean;
  hidesTexts: boolean;
}

const styleOf = (code: string, isUnseen: boolean): Style => ({
  code,
  hidesNumbers: isUnseen || (code !== '' && shownText(code, 1) === ''),
  hidesTexts: isUnseen || (code !== '' && shownText(code, '甲') === ''),
});

async function readPlaces(
  archive: ZippedXml,
  { name, part, isHidden }: { name: string; part: string; isHidden: boolean },
  styles: readonly Style[],
): Promise<Places> {
  const places: Places = {
    name, isHidden, isFiltered: false, rows: [], columns: new Set(), cells: [], comments: [], first: [],
  }; // prettier-ignore
  const layout = new SheetLayout();
  let hiddenColumns: ReadonlySet<number> = new Set();
  let [row, column, isRowHidden] = [0, -1, false];
  let [type, style, value, taking] = ['n', 0, '', false];
  const see = (): void => {
    const { code = '', hidesNumbers = false, hidesTexts = false } = styles[style] ?? {};
    const isNumber = type === 'n' || type === 'b';
    const isColumnHidden = hiddenColumns.has(column);
    const isMasked = isNumber ? hidesNumbers : hidesTexts;
    if (!isHidden && !isRowHidden && !isColumnHidden && !isMasked) return;
    if (isRowHidden && places.rows.at(-1) !== row && places.rows.length < MOST_PLACES) places.rows.push(row);
    else if (isColumnHidden && !isRowHidden) places.columns.add(column);
    else if (!isRowHidden && isMasked && places.cells.length < MOST_PLACES) places.cells.push(cellAddress(row, column));
    if (places.first.length < MOST_FIRST)
      places.first.push(firstOf(type, value, isNumber && !hidesNumbers ? code : ''));
  };
  await archive.readXml(part, {
    open: (tag, attributes) => {
      if (tag === 'row') {
        const number = Number(attributes.r ?? row + 1);
        row = Number.isInteger(number) && number > row ? number : row + 1;
        column = -1;
        isRowHidden = layout.hidesRow(attributes);
      } else if (tag === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        [type, style, value] = [attributes.t ?? 'n', Number(attributes.s ?? 0), ''];
      } else if (tag === 'v' || tag === 't') taking = true;
      else if (tag === 'filterColumn') places.isFiltered = true;
      else if (row === 0) layout.see(tag, attributes);
      if (tag === 'sheetData') hiddenColumns = new Set(layout.hiddenColumns);
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') taking = false;
      else if (tag === 'c' && value.trim() !== '') see();
    },
    text: (piece) => {
      if (taking && value.length < LONGEST_FIRST * 2) value += piece.slice(0, LONGEST_FIRST * 2);
    },
  });
  const comments = [...(await readRelationships(archive, part)).values()].find((one) => one.type === 'comments');
  if (comments && archive.has(comments.target)) await readComments(archive, comments, places);
  return places;
}

const firstOf = (type: string, value: string, code: string): string | number => {
  const number = Number(value);
  if (type === 's') return Number.isInteger(number) ? number : '';
  return type === 'n' && Number.isFinite(number) ? previewText(code, number, false) : decodeCharacters(value);
};

/** Words that a program puts before a comment that answers others, for programs that do not know these. */
const BEFORE_ANSWERS = /^\[(?:Threaded comment|线程批注|線程註解)\][^]*?(?:Comment|注释|批注|註解)[:：]\s*/i;

async function readComments(
  archive: ZippedXml,
  { target }: { target: string },
  { comments, first }: Pick<Places, 'comments' | 'first'>,
): Promise<void> {
  let [taking, text, address] = [false, '', ''];
  await archive.readXml(target, {
    open: (tag, { ref = '' }) => {
      if (tag === 'comment') [text, address] = ['', ref];
      else if (tag === 't') taking = true;
    },
    close: (tag) => {
      if (tag === 't') taking = false;
      if (tag !== 'comment' || comments.length >= MOST_PLACES) return;
      comments.push(address.slice(0, 10));
      if (first.length < MOST_FIRST) first.push(text.replace(BEFORE_ANSWERS, '').trim());
    },
    text: (piece) => {
      if (taking && text.length < 1_000) text += piece.slice(0, 1_000);
    },
  });
}

/** Copies of other data that a workbook keeps. */
function keptOf(archive: ZippedXml): { pivots: number; others: number } {
  const count = (name: RegExp): number => archive.parts().filter((part) => name.test(part)).length;
  return { pivots: count(/\/pivotcacherecords\d*\.xml$/), others: count(/\/externallinks\/[^/]+\.xml$/) };
}

function wordsOf(sheets: readonly Places[], texts: readonly string[], kept: ReturnType<typeof keptOf>): UnseenWords {
  const told = sheets.flatMap((sheet) => placesOf(sheet) ?? []);
  const more = told.length - MOST_SHEETS;
  const words = texts.filter((text) => text !== '').map((text) => text.slice(0, LONGEST_FIRST));
  const zh = [
    ...told.slice(0, MOST_SHEETS).map((one) => one.zh),
    more > 0 ? `另外 ${more} 张工作表中的` : '',
    kept.pivots > 0 ? `数据透视表另存的源数据 ${kept.pivots} 份` : '',
    kept.others > 0 ? `其他工作簿的数据 ${kept.others} 份` : '',
  ].filter((part) => part !== '');
  const en = [
    ...told.slice(0, MOST_SHEETS).map((one) => one.en),
    more > 0 ? `the like in ${more} more sheets` : '',
    kept.pivots > 0 ? `source data kept by pivot tables (${kept.pivots})` : '',
    kept.others > 0 ? `data kept of other workbooks (${kept.others})` : '',
  ].filter((part) => part !== '');
  if (zh.length === 0) return { en: '', zh: '' };
  const begins = {
    zh: words.length === 0 ? '' : `（开头是${words.map((one) => `“${one}”`).join('、')}）`,
    en: words.length === 0 ? '' : ` (first words: ${words.map((one) => `"${one}"`).join(', ')})`,
  };
  return {
    en: `whoever opens it does not see what a download still holds: ${en.join('; ')}${begins.en}`,
    zh: `文件中有打开后看不见、下载的人却能得到的内容：${zh.join('；')}${begins.zh}；不应公开的，请在 Excel 中删去后重新上传`,
  };
}

function placesOf(sheet: Places): UnseenWords | null {
  const { name, isHidden, isFiltered, rows, columns, cells, comments, first } = sheet;
  if (isHidden) return first.length === 0 ? null : { en: `the hidden sheet "${name}"`, zh: `隐藏的工作表“${name}”` };
  const hiddenRows = spans(rows, String);
  const hiddenColumns = spans(
    [...columns].toSorted((one, other) => one - other),
    columnLetters,
  );
  const parts = [
    rows.length > 0 && {
      en: `${isFiltered ? 'rows that are filtered out or hidden' : 'hidden rows'} ${hiddenRows.en}`,
      zh: `${isFiltered ? '筛选掉或隐藏的行' : '隐藏的行'} ${hiddenRows.zh}`,
    },
    columns.size > 0 && { en: `hidden columns ${hiddenColumns.en}`, zh: `隐藏的列 ${hiddenColumns.zh}` },
    cells.length > 0 && { en: `cells that show nothing ${listed(cells).en}`, zh: `看不见的单元格 ${listed(cells).zh}` },
    comments.length > 0 && { en: `comments at ${listed(comments).en}`, zh: `批注 ${listed(comments).zh}` },
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return {
    en: `in the sheet "${name}" ${parts.map(({ en }) => en).join(', ')}`,
    zh: `工作表“${name}”中${parts.map(({ zh }) => zh).join('，')}`,
  };
}

/** 3、5–8 of the numbers 3, 5, 6, 7, 8. */
function spans(numbers: readonly number[], write: (number: number) => string): UnseenWords {
  const found: [from: number, to: number][] = [];
  for (const number of numbers)
    if (found.at(-1)?.[1] === number - 1) found.at(-1)![1] = number;
    else found.push([number, number]);
  return listed(
    found.map(([from, to]) => (from === to ? write(from) : `${write(from)}–${write(to)}`)),
    numbers.length,
  );
}

function listed(places: readonly string[], count = places.length): UnseenWords {
  const some = places.slice(0, MOST_TOLD);
  const isCut = places.length > MOST_TOLD;
  return {
    en: `${some.join(', ')}${isCut ? ` and others, ${count} in all` : ''}`,
    zh: `${some.join('、')}${isCut ? ` 等共 ${count} 处` : ''}`,
  };
}
