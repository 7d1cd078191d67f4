import { cellAddress, columnLetters, columnOf } from './cell-address.ts';
import { RunReader, stringRuns } from './cell-runs.ts';
import { judgedCell, readConditionalFormats } from './conditional-formats.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { CellEye, searchedText, underLooks, type SeenText } from './seen-text.ts';
import { SheetLayout } from './sheet-layout.ts';
import { StyleLooks } from './style-looks.ts';
import type { UnseenWords } from './unseen-text.ts';
import { decodeCharacters, readNumberFormats, readSharedStrings, readSheetList } from './xlsx-parts.ts';
import type { ZippedXml } from './zipped-xml.ts';

/** Places of one sheet with content that its reader does not see. */
interface Places {
  name: string;
  isHidden: boolean;
  /** some rows are hidden by a filter */
  isFiltered: boolean;
  /** row numbers from 1 */
  rows: number[];
  /** columns from 0 */
  columns: Set<number>;
  /** addresses */
  cells: string[];
  /** conditional formats that may hide cells by what only a spreadsheet can decide */
  undecided: string[];
  comments: string[];
  /** the first texts */
  first: string[];
}

const MOST_FIRST = 3;
/** characters of one of these texts, and of a text that is checked for unseen parts */
const LONGEST_FIRST = 24;
const LONGEST_LOOKED_AT = 500;
/** columns of a worksheet */
const MOST_COLUMNS = 16_384;
/** places of a kind in a sheet that are stored, and spans of them that are listed */
const MOST_PLACES = 100_000;
const MOST_LISTED = 5;
/** sheets whose places are listed */
const MOST_SHEETS = 5;

/**
 * AC3: content of a workbook that its reader does not see, with its places. It may be hidden sheets, or rows (also
 * by a filter) and columns (also those of no width) that are not empty. It may be cells whose format shows nothing
 * or whose letters have the colour of their ground, comments, and copies of other sheets and files.
 * @throws PackageRefused
 */
export async function unseenInWorkbook(archive: ZippedXml): Promise<UnseenWords> {
  const main = await findMainPart(archive);
  if (main === undefined || !archive.has(main)) return { en: '', zh: '' };
  const parts = await readRelationships(archive, main);
  const partOf = (type: string) =>
    [...parts.values()].find((part) => part.type === type && archive.has(part.target))?.target;
  const looks = new StyleLooks();
  const formats = await readNumberFormats(archive, partOf('styles'), looks.handler);
  const { listed, base1904 } = await readSheetList(archive, main);
  const eye = new CellEye(looks, { ...formats, base1904 });
  const runs = new Map<number, string>();
  const texts = await readSharedStrings(archive, partOf('sharedStrings'), {
    most: LONGEST_LOOKED_AT,
    runs: stringRuns(runs),
  });
  const sheets: Places[] = [];
  for (const { name, id, hidden } of listed) {
    const part = parts.get(id)?.target;
    if (part !== undefined && archive.has(part))
      sheets.push(
        await readPlaces(archive, { name: name.slice(0, 60), part, isHidden: hidden }, { eye, looks, texts, runs }),
      );
  }
  const first = sheets.flatMap((sheet) => sheet.first).slice(0, MOST_FIRST);
  return wordsOf(sheets, first, copiesIn(archive));
}

/** Parts of a workbook that its cells depend on. */
interface Around {
  eye: CellEye;
  looks: StyleLooks;
  texts: readonly string[];
  runs: ReadonlyMap<number, string>;
}

/** Cell as a worksheet writes it. */
interface WrittenCell {
  type: string;
  style: number;
  value: string;
  /** looks of the runs of its own text */
  word: string;
}

const EMPTY: WrittenCell = { type: 'n', style: 0, value: '', word: '' };

async function readPlaces(
  archive: ZippedXml,
  { name, part, isHidden }: { name: string; part: string; isHidden: boolean },
  { eye, looks, texts, runs }: Around,
): Promise<Places> {
  const places: Places = {
    name, isHidden, isFiltered: false, rows: [], columns: new Set(), cells: [], undecided: [], comments: [], first: [],
  }; // prettier-ignore
  const { formats, undecided } = await readConditionalFormats(archive, part, looks);
  places.undecided = undecided.slice(0, MOST_PLACES).map(({ line, place }) => cellAddress(line, place));
  const layout = new SheetLayout();
  let hiddenColumns: ReadonlySet<number> = new Set();
  let [row, column, isRowHidden] = [0, -1, false];
  let [cell, taking]: [WrittenCell, boolean] = [EMPTY, false];
  let cells: (WrittenCell | undefined)[] = [];
  const own = new RunReader();
  const seenOf = ({ type, style, value, word }: WrittenCell): SeenText => {
    const number = Number(value);
    if (type === 'n' && Number.isFinite(number)) return eye.seeNumber(style, number);
    const text = type === 's' ? (texts[number] ?? '') : value;
    return eye.seeText({ style, text, runs: type === 's' ? (runs.get(number) ?? '') : word });
  };
  const see = (written: WrittenCell, place: number, given: number): void => {
    const isColumnHidden = hiddenColumns.has(place);
    const isPlaceSeen = !isHidden && !isRowHidden && !isColumnHidden;
    const { type, style, value } = written;
    // formats are costly, and most hide no number
    if (isPlaceSeen && given === 0 && type === 'n' && eye.seesAll(style, Math.sign(Number(value)))) return;
    const { unseen, runs: shown } = underLooks(seenOf(written), given);
    const isMasked = unseen.trim() !== '';
    if (isPlaceSeen && !isMasked) return;
    if (isRowHidden && places.rows.at(-1) !== row && places.rows.length < MOST_PLACES) places.rows.push(row);
    else if (isColumnHidden && !isRowHidden) places.columns.add(place);
    else if (!isRowHidden && isMasked && places.cells.length < MOST_PLACES) places.cells.push(cellAddress(row, place));
    if (places.first.length < MOST_FIRST) places.first.push(decodeCharacters(unseen || searchedText(shown)).trim());
  };
  const closeRow = (): void => {
    const given = formats.isEmpty
      ? []
      : formats.looksOf(
          row,
          Array.from(cells, (one) => judgedCell(one, texts)),
        );
    for (const [place, one] of cells.entries()) if (one !== undefined) see(one, place, given[place] ?? 0);
    cells = [];
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
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '', word: '' };
        own.begin();
      } else if (tag === 'v' || tag === 't') taking = true;
      else if (tag === 'filterColumn') places.isFiltered = true;
      else if (row === 0) layout.see(tag, attributes);
      own.open(tag, attributes);
      if (tag === 'sheetData') hiddenColumns = new Set(layout.hiddenColumns);
    },
    close: (tag) => {
      own.close(tag);
      if (tag === 'v' || tag === 't') taking = false;
      else if (tag === 'c' && cell.value.trim() !== '' && column < MOST_COLUMNS)
        cells[column] = { ...cell, word: own.word(cell.value) };
      else if (tag === 'row') closeRow();
    },
    text: (piece) => {
      if (!taking || cell.value.length >= LONGEST_LOOKED_AT) return;
      const taken = piece.slice(0, LONGEST_LOOKED_AT);
      own.text(taken.length);
      cell.value += taken;
    },
  });
  const comments = [...(await readRelationships(archive, part)).values()].find((one) => one.type === 'comments');
  if (comments && archive.has(comments.target)) await readComments(archive, comments, places);
  return places;
}

/** Words that a program puts before a comment that answers others, for programs without such answers. */
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

/** Copies of other data in a workbook. */
function copiesIn(archive: ZippedXml): { pivots: number; others: number } {
  const count = (name: RegExp): number => archive.parts().filter((part) => name.test(part)).length;
  return { pivots: count(/\/pivotcacherecords\d*\.xml$/), others: count(/\/externallinks\/[^/]+\.xml$/) };
}

function wordsOf(
  sheets: readonly Places[],
  texts: readonly string[],
  copies: ReturnType<typeof copiesIn>,
): UnseenWords {
  const placesBySheet = sheets.flatMap((sheet) => placesOf(sheet) ?? []);
  const more = placesBySheet.length - MOST_SHEETS;
  const words = texts.filter((text) => text !== '').map((text) => text.slice(0, LONGEST_FIRST));
  const zh = [
    ...placesBySheet.slice(0, MOST_SHEETS).map((one) => one.zh),
    more > 0 ? `另外 ${more} 张工作表中的` : '',
    copies.pivots > 0 ? `数据透视表另存的源数据 ${copies.pivots} 份` : '',
    copies.others > 0 ? `其他工作簿的数据 ${copies.others} 份` : '',
  ].filter((part) => part !== '');
  const en = [
    ...placesBySheet.slice(0, MOST_SHEETS).map((one) => one.en),
    more > 0 ? `the like in ${more} more sheets` : '',
    copies.pivots > 0 ? `source data kept by pivot tables (${copies.pivots})` : '',
    copies.others > 0 ? `data kept of other workbooks (${copies.others})` : '',
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
  const { name, isHidden, isFiltered, rows, columns, cells, undecided, comments, first } = sheet;
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
    undecided.length > 0 && {
      en: `cells that conditional formats may hide or strike out, from ${listed(undecided).en}`,
      zh: `条件格式可能隐去或划去的单元格（自 ${listed(undecided).zh} 起）`,
    },
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
  const some = places.slice(0, MOST_LISTED);
  const isCut = places.length > MOST_LISTED;
  return {
    en: `${some.join(', ')}${isCut ? ` and others, ${count} in all` : ''}`,
    zh: `${some.join('、')}${isCut ? ` 等共 ${count} 处` : ''}`,
  };
}
