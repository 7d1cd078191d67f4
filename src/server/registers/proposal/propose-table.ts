import { columnLetters } from '../../files/cell-address.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import { isOpenToAll } from '#rules/registers/ended-mark.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import { isConfirmedData } from '#wire/data-rows.ts';
import type { FileMends } from '#wire/register-answers.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { NEW_REGISTER } from '#kinds/register/upgrade-wizard.ts';
import { withConditions, withFileFields, type FileField } from '#kinds/register/wizard-table.ts';
import type { TableProposal } from '#wire/wizard.ts';
import { dataDateIn, isOfAll, ofColumn, statedDate, type StatedDate } from '../import/data-date.ts';
import { REASON_COLUMN } from '../import/import-words.ts';
import { FilledDown } from '../import/merged-cells.ts';
import { titleRemarks, titleText } from '../import/marked-cells.ts';
import { overRemarks } from '../import/over-remarks.ts';
import { ColumnSums, findNoRow, RowsAtEnd } from '../import/no-rows.ts';
import { shiftPoint, shownNumber, storedNumber } from '../import/read-decimal.ts';
import { isBlank, isFilled } from '../import/reading.ts';
import { headerUnit, NO_UNITS, statedUnits } from '../import/unit-words.ts';
import { countedIn } from '../import/counted-units.ts';
import {
  countedLines,
  statedUnit,
  unclearLine,
  unclearUnits,
  unitRow,
  unitsAlone,
  type UnitRow,
} from '../import/units-of-file.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { SheetRefused } from '../sheets/refusals.ts';
import type { MergedRange, Sheet, SheetCell, SheetRow, StatedUnits } from '../sheets/sheet.ts';
import { newProfile, seeCell, type ColumnProfile } from './column-profile.ts';
import { fieldNames } from './known-titles.ts';
import { amountKind } from './amount-titles.ts';
import { proposeColumn } from './propose-column.ts';
import { proposeKey } from './propose-key.ts';
import { proposeQuestions } from './propose-questions.ts';
import { proposeVerify } from './propose-verify.ts';
import { asRead, type OpenSheet } from './read-table.ts';
import { countWordOf, titleIn } from './title-facts.ts';
import { findTitleRow, textOf, TOP_ROWS } from './title-row.ts';

/**
 * Folder `server/registers/proposal`: a dropped file becomes a new channel. It finds the probable meaning of the
 * columns of a table, checks the rows against the decisions, and makes the changes of the edition. It stores nothing
 * and publishes nothing.
 */

/** sampled rows for questions about several columns together, and rows that are shown beside the fields */
const ROWS_SAMPLED = 20_000;
const ROWS_SHOWN = 20;
const MOST_COLUMNS = 60;
const LONGEST_SHOWN = 80;
/** paragraphs below a table */
const MOST_NOTES = 20;
const UNIT_ALONE = /^(?:单\s*位|币\s*种)/;

/** @param today yyyy-mm-dd @throws SheetRefused where the file is no table */
export async function proposeTable(
  bytes: Uint8Array,
  filename: string,
  {
    sheet: wanted = '',
    fillMerged = false,
    answers = {},
    today,
    open = asRead,
  }: Pick<FileMends, 'fillMerged' | 'answers'> & { sheet?: string; today: string; open?: OpenSheet },
): Promise<TableProposal> {
  const sheet = await open(() => readSheet(bytes, filename, {}, wanted));
  try {
    const batches = sheet.batches[Symbol.asyncIterator]();
    const first = await batches.next();
    const start = first.done ? [] : first.value;
    const { row: titles, above } = findTitleRow([sheet.header, ...start.slice(0, 3 * TOP_ROWS)], sheet.merges);
    const headers = headersOf(titles);
    const fill = fillMerged ? new FilledDown(sheet.merges) : null;
    const rows = [sheet.header, ...start];
    const units = unitRow(rows.find(({ number }) => number > titles.number));
    const read = await readColumns(headers, below(units?.row ?? titles, rows, batches), {
      fill,
      merges: sheet.merges,
      answers,
    });
    if (read.count === 0) throw new SheetRefused('no-rows', { row: titles.number });
    return propose({
      sheet,
      filename,
      today,
      above,
      units,
      headerRow: titles.number,
      titleMarks: titleRemarks(titles),
      headers,
      ...read,
    });
  } finally {
    await sheet.close();
  }
}

interface Header {
  place: number;
  text: string;
}

const seenTitle = (cell: SheetRow['cells'][number]): SheetRow['cells'][number] =>
  cell.looks === undefined ? cell : { ...cell, text: titleText(cell) };

/** @throws SheetRefused for more columns than a register has fields */
function headersOf(row: SheetRow): Header[] {
  const headers = row.cells.flatMap((cell, place): Header[] =>
    // the column of reasons in a marked file is no column of the register
    textOf(cell) === '' || textOf(cell) === REASON_COLUMN
      ? []
      : [{ place, text: visible(textOf(seenTitle(cell)).replaceAll(/\s+/g, ' ')) }],
  );
  if (headers.length > MOST_COLUMNS)
    throw new SheetRefused('too-many-columns', { row: row.number, count: headers.length, limit: MOST_COLUMNS });
  return headers;
}

async function* below(
  titles: SheetRow,
  start: readonly SheetRow[],
  batches: AsyncIterator<SheetRow[]>,
): AsyncGenerator<SheetRow[]> {
  yield start.filter(({ number }) => number > titles.number);
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
}

interface ColumnsRead {
  profiles: ColumnProfile[];
  sample: SheetRow[];
  /** notes below the table */
  notes: string[];
  count: number;
  /** sums and notes with them */
  all: number;
  /** EY5: units that a line among or below the rows states */
  foot: StatedUnits;
}

async function readColumns(
  headers: readonly Header[],
  batches: AsyncIterable<SheetRow[]>,
  {
    fill,
    merges,
    answers,
  }: {
    fill: FilledDown | null;
    merges: readonly MergedRange[];
    answers: Readonly<Record<string, string>>;
  },
): Promise<ColumnsRead> {
  const profiles = headers.map(newProfile);
  const atEnd = new RowsAtEnd(
    headers.map(({ place }) => place),
    merges,
  );
  const sample: SheetRow[] = [];
  const notes: string[] = [];
  const titles = new Map(headers.map(({ place, text }) => [place, text]));
  const sums = new ColumnSums(headers.flatMap(({ place, text }) => (bareTitle(text) === '序号' ? [] : [place])));
  const isComplete = ({ cells }: SheetRow): boolean => headers.every(({ place }) => isFilled(cells[place]));
  let [count, all, foot] = [0, 0, NO_UNITS];
  const take = (given: SheetRow): void => {
    sums.see(given);
    const row = fill?.see(given) ?? given;
    count++;
    if (sample.length < ROWS_SAMPLED) sample.push(row);
    headers.forEach(({ place }, at) => seeCell(profiles[at]!, row.cells[place], row.number));
  };
  for await (const batch of batches) {
    for (const row of batch) {
      if (isBlank(row)) continue;
      all++;
      const unitLine = unitsAlone(row, headers.length);
      if (unitLine !== NO_UNITS) foot = unitLine;
      else foot = { ...foot, unclear: foot.unclear || unclearLine(row) };
      const facts = { columns: headers.length, isComplete: isComplete(row), titles };
      const noRow = isConfirmedData(answers, row.number) ? null : findNoRow(row, facts);
      // a line from which a unit was read has no further meaning
      const isNote = noRow?.kind === 'note' && !(unitLine !== NO_UNITS && UNIT_ALONE.test(noRow.words));
      if (isNote && notes.length < MOST_NOTES) notes.push(noRow.words);
      if (noRow || unitLine !== NO_UNITS || headers.every(({ place }) => !isFilled(row.cells[place]))) continue;
      for (const one of atEnd.take(row)) take(one);
    }
  }
  const { rows, notes: alone } = atEnd.end();
  for (const row of alone) {
    if (isConfirmedData(answers, row.number)) rows.push(row);
    else if (notes.length < MOST_NOTES) notes.push(textOf(row.cells.find((cell) => isFilled(cell))));
  }
  const last = rows.pop();
  for (const row of rows) take(row);
  if (last && (isConfirmedData(answers, last.number) || sums.sumIn(last, isComplete(last)) === null)) take(last);
  const sum = sums.sumInFirst(isComplete)?.row;
  if (sum === undefined || isConfirmedData(answers, sum.number)) return { profiles, sample, notes, count, all, foot };
  sample.shift();
  // the profile of the column leaves it out; only the first rows of a longer file count
  const without = headers.map(newProfile);
  for (const row of sample) headers.forEach(({ place }, at) => seeCell(without[at]!, row.cells[place], row.number));
  return { profiles: count > ROWS_SAMPLED ? profiles : without, sample, notes, count: count - 1, all, foot };
}

/** Whether a column counts something that is neither money nor a rate, and names no unit. */
const isCounting = (header: string, { filled, numbers }: ColumnProfile): boolean =>
  filled > 0 &&
  numbers === filled &&
  headerUnit(header).unit === '' &&
  bareTitle(header) !== '序号' &&
  amountKind(bareTitle(header)) === null;

interface Found extends ColumnsRead {
  sheet: Sheet;
  filename: string;
  today: string;
  above: string[];
  /** EY5: the line below the titles that holds units alone */
  units: UnitRow | null;
  headerRow: number;
  /** titles whose letters look otherwise (EY8) */
  titleMarks: string[];
  headers: Header[];
}

function propose({
  sheet,
  filename,
  today,
  above,
  units,
  headerRow,
  titleMarks,
  headers,
  profiles,
  sample,
  notes,
  count,
  all,
  foot,
}: Found): TableProposal {
  const names = fieldNames(headers.map(({ text }) => headerUnit(text).title));
  const lines = { above: statedUnits(above), below: units };
  const ofFoot = { above: foot, below: null };
  const counting = headers.filter(({ text }, at) => isCounting(text, profiles[at]!));
  const proposed = headers.map(({ place, text }, at) =>
    proposeColumn({
      place,
      header: text,
      name: names[at]!,
      profile: profiles[at]!,
      rows: count,
      isHidden: (sheet.hiddenColumns ?? []).includes(place),
      pictures:
        profiles[at]!.pictures +
        (sheet.over ?? []).filter((one) => one.kind === 'picture' && one.place === place).length,
      unitOfFile: (type) =>
        statedUnit(type, { place, header: text }, lines) ?? statedUnit(type, { place, header: text }, ofFoot),
      countedUnit:
        units?.byPlace.get(place) ??
        countedIn([...countedLines(lines), ...foot.counted], {
          header: text,
          own: '',
          isOnly: counting.length === 1 && counting[0]!.place === place,
        })?.unit ??
        '',
      unclearUnit: unclearUnits(lines, foot),
    }),
  );
  const { key, reason } = proposeKey(
    proposed.map((one, at) => ({ proposed: one, profile: profiles[at]! })),
    sample,
    count,
  );
  for (const { column, reasons } of proposed) if (key.includes(column.name)) reasons.push('主键：用来区分每一行');
  const columns = proposed.map(({ column }) => column);
  const title = titleIn(above, sheet.name, filename);
  const { date, remarks: ofDate } = statedDate(dataDateIn(above, filename), columnDate(columns, profiles));
  const isPast = date.value !== '' && date.value <= today;
  const filters = proposeFilters(columns, key);
  const order = proposeOrder(columns, key);
  const { verify, reason: verifyReason } = proposeVerify(columns, key);
  const countWord = countWordOf(headers.map(({ text }) => bareTitle(text)));
  const begun: RegisterDefinition = {
    schemaVersion: 1,
    register: NEW_REGISTER,
    title: title.value,
    endpoints: [],
    key,
    fields: {},
    columns: [],
    filters: [],
    order: order.order,
    ...(verify && { verify }),
    ...(countWord !== '' && { countWord }),
  };
  const placed = withFileFields(
    begun,
    // visitors order by the fields that the rows are ordered by
    columns.map((one) => (order.order.includes(one.name) ? { ...one, field: { ...one.field, sortable: true } } : one)),
  );
  return {
    table: {
      columns: placed.columns,
      definition: withConditions(placed.definition, filters.found),
      dataDate: isPast ? date.value : today,
      notes: '',
      ...(notes.length > 0 && { notesBelow: notes.map((note) => visible(note).slice(0, 1_000)).join('\n') }),
    },
    sheet: sheet.name,
    sheets: sheet.sheets,
    headerRow,
    rows: count,
    rowsRead: all,
    samples: sample
      .slice(0, ROWS_SHOWN)
      .map(({ number, cells }) => ({ line: number, cells: cells.map((cell) => shownCell(cell)) })),
    questions: proposeQuestions(
      columns.map((column, at) => ({
        column,
        profile: profiles[at]!,
        rows: count,
        isKey: key.includes(column.name),
        today,
      })),
    ),
    remarks: [
      ...(sheet.sheets.length > 1 ? [] : sheet.remarks),
      ...headers
        .filter(({ place }) => sheet.hiddenColumns?.includes(place))
        .map(({ place, text }) => `${columnLetters(place)} 列“${text}”在文件中是隐藏的，或列宽为零`),
      ...titleMarks,
      ...overRemarks(
        sheet.over ?? [],
        headers.map(({ place, text }) => ({ place, header: text })),
      ),
      ...(units === null ? [] : [`第 ${units.row.number} 行写的是各列的单位，不作为数据`]),
    ],
    columnReasons: Object.fromEntries(proposed.map(({ column, reasons }) => [column.place, reasons])),
    reasons: {
      title: title.reason,
      key: reason,
      filters: filters.reason,
      order: order.reason,
      verify: verifyReason,
      dataDate: isPast
        ? [date.reason, ...ofDate].join('。')
        : date.value === ''
          ? '文件中没有写日期，先填今天'
          : `文件中的日期 ${date.value} 还没有到，先填今天`,
    },
  };
}

/** VA6: the one day that all rows have in a column titled as the day of the data. */
function columnDate(columns: readonly FileField[], profiles: readonly ColumnProfile[]): StatedDate {
  for (const [at, { header, field, visibility }] of columns.entries()) {
    const { filled, dates, spread } = profiles[at]!;
    const [[first], [last]] = [spread.days.low, spread.days.high];
    const isOne =
      field.type === 'date' && visibility !== 'left-out' && dates === filled && first?.shown === last?.shown;
    if (isOne && first && isOfAll(header)) return ofColumn(header, first.shown);
  }
  return { value: '', reason: '' };
}

/** EY1: as the sheet shows it. */
function shownCell(cell: SheetCell): string {
  const { kind, shown } = cell;
  if (kind === 'formula') return '（公式没有计算结果）';
  if (kind === 'picture') return '（图片）';
  const digits = kind === 'percent' ? storedNumber(cell.text) : null;
  const number = kind === 'number' && cell.text.includes('.') ? shownNumber(cell.text) : null;
  const text = shown ?? number ?? (digits === null ? textOf(cell) : `${shiftPoint(digits, 2)}%`);
  return visible(text).slice(0, LONGEST_SHOWN);
}

function proposeFilters(
  columns: readonly FileField[],
  key: readonly string[],
): { found: { filters: string[]; search: string[] }; reason: string } {
  const open = columns.filter(isOpenToAll);
  const filters = open
    .filter(({ field: { type, choices = {} } }) => type === 'choice' && Object.keys(choices).length > 1)
    .slice(0, 3)
    .map(({ name }) => name);
  const search = open
    .filter(({ field, name }) => field.type === 'text' && (field.convert === false || key.includes(name)))
    .slice(0, 4)
    .map(({ name }) => name);
  const found = {
    filters,
    search:
      search.length > 0
        ? search
        : open
            .filter(({ field }) => field.type === 'text')
            .slice(0, 1)
            .map(({ name }) => name),
  };
  return { found, reason: '值不多的列可以选着查，名称和编号可以输入文字查' };
}

function proposeOrder(columns: readonly FileField[], key: readonly string[]): { order: string[]; reason: string } {
  const numbered = columns.find(({ header, visibility }) => bareTitle(header) === '序号' && visibility === 'hidden');
  if (numbered) return { order: [numbered.name], reason: '按文件中的序号' };
  return key.length === 0 ? { order: [], reason: '' } : { order: [...key], reason: '按主键从小到大' };
}
