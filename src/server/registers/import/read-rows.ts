import { columnLetters } from '../../files/cell-address.ts';
import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { rowChecker } from '../../store/rows/check-rows.ts';
import type { FileMends, FileQuestion } from '#wire/register-answers.ts';
import type { Sheet, SheetCell, SheetRow, StatedUnits } from '../sheets/sheet.ts';
import { shownValue, type Findings } from './findings.ts';
import { cellWords } from './cell-words.ts';
import { Footnotes } from './footnotes.ts';
import { RowsAtEnd } from './no-rows.ts';
import { KeySpellings, type NearKeys } from './key-spellings.ts';
import { MarkedCells } from './marked-cells.ts';
import { MergedCells } from './merged-cells.ts';
import type { MatchedColumn } from './match-header.ts';
import { cellReader, type CellReader } from './read-cell.ts';
import { PlainMoney, PlainPercents, type PlainPercent } from './plain-numbers.ts';
import { isBlank, isUnread } from './reading.ts';
import { readingOrder, type Lookup } from './references.ts';

export interface RowsRead {
  /** rows with every field of the definition */
  rows: Row[];
  /** line of each row in the file */
  lines: number[];
  /** sums and notes, which are no rows of the register */
  notes: number;
  /** number of errors that a person may have mended */
  mendable: { merged: number; notes: number };
  /** sentences about the rows as a whole */
  remarks: string[];
  /** rows whose keys differ by width or composition alone */
  nearKeys: NearKeys[];
  /** EY8, EY9, VA7: questions about letters and rows that look otherwise, and about rows that may be no data */
  questions: FileQuestion[];
  /** EY6: columns of percents whose meaning is open */
  plainPercents: PlainPercent[];
  /** EY5: columns of money with numbers whose unit the file lacks */
  plainMoney: string[];
  /** EY5: units that a line below the table states */
  below: StatedUnits;
}

interface ReadColumn {
  place: number;
  field: string;
  read: CellReader;
}

/** Reads and checks all rows, by the same validator as publishing; errors go to the findings. */
export async function readRows(
  definition: RegisterDefinition,
  {
    sheet,
    columns,
    lookups,
    mends,
  }: {
    mends: FileMends;
    sheet: Pick<Sheet, 'format' | 'base1904' | 'merges'>;
    columns: readonly MatchedColumn[];
    lookups: ReadonlyMap<string, Lookup>;
  },
  batches: AsyncIterable<SheetRow[]>,
  findings: Findings,
): Promise<RowsRead> {
  const read = readColumns(definition, sheet, columns, lookups);
  const titled = new Set(columns.map(({ place }) => place));
  const check = rowCheck(definition, read, lookups, findings);
  const signs = new PercentSigns(definition, read);
  const percents = new PlainPercents(definition, columns);
  const money = new PlainMoney(definition, columns);
  const footnotes = new Footnotes(definition, read, { findings, mends });
  const keys = new KeySpellings(definition);
  const merged = new MergedCells(sheet.merges, columns, { findings, isFilled: mends.fillMerged ?? false });
  const [rows, lines]: [Row[], number[]] = [[], []];
  const marked = new MarkedCells(definition, columns, { findings, mends });
  let notes = 0;
  const take = (given: SheetRow): void => {
    lines.push(given.number);
    signs.see(given);
    percents.see(given);
    money.see(given);
    footnotes.see(given);
    const row = merged.see(given);
    const reading = readCells(definition, read, row, merged, findings);
    rows.push(reading.values);
    tellUntitled(titled, row, findings);
    check(row, reading, lines);
    if (definition.key.every((field) => !reading.unread.has(field))) keys.see(row.number, reading.values);
  };
  // only all other rows show the kind of the last ones
  const atEnd = new RowsAtEnd(
    read.map(({ place }) => place),
    sheet.merges,
  );
  for await (const batch of batches) {
    for (const row of batch) {
      if (isBlank(row)) continue;
      if (footnotes.tell(row)) {
        notes++;
        continue;
      }
      const seen = marked.see(row);
      if (seen === null) {
        footnotes.see(row, true);
        continue;
      }
      for (const one of atEnd.take(seen)) take(one);
    }
  }
  const end = atEnd.end();
  const below = end.notes.filter((row) => footnotes.tellAlone(row));
  notes += below.length;
  const rest = [...end.rows, ...end.notes.filter((row) => !below.includes(row))];
  const last = rest.pop();
  for (const row of rest) take(row);
  if (last && footnotes.tellSum(last)) notes++;
  else if (last) take(last);
  if (footnotes.tellFirstSum()) {
    rows.shift();
    lines.shift();
    notes++;
  }
  return {
    rows,
    lines,
    notes,
    mendable: { merged: merged.mendable, notes: mends.leaveNotes ? 0 : notes - footnotes.unitLines.length },
    nearKeys: keys.near,
    questions: [...marked.questions(), ...footnotes.questions()],
    plainPercents: percents.open(),
    plainMoney: money.open(),
    below: { ...footnotes.units, unclear: footnotes.units.unclear || footnotes.unclear },
    remarks: [...marked.remarks(), ...footnotes.remarks(), ...signs.remarks()],
  };
}

function readColumns(
  definition: RegisterDefinition,
  { format, base1904 }: Pick<Sheet, 'format' | 'base1904'>,
  columns: readonly MatchedColumn[],
  lookups: ReadonlyMap<string, Lookup>,
): ReadColumn[] {
  const order = readingOrder(definition.fields);
  return columns
    .flatMap(({ place, field, unit, unitLine, isFraction = false }): ReadColumn[] =>
      field === null
        ? []
        : [
            {
              place,
              field,
              read: cellReader(definition, definition.fields[field]!, {
                format,
                base1904,
                headerUnit: unit,
                isStated: unitLine !== undefined,
                isFraction,
                lookup: lookups.get(field),
              }),
            },
          ],
    )
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

const EMPTY: SheetCell = { kind: 'empty', text: '' };
/** adjustment of an empty cell of a merged range (RG43) */
const FILLED = '按合并单元格填入上面一格的内容';

interface RowReading {
  values: Row;
  /** fields whose cell could not be read; they are null in `values` */
  unread: ReadonlySet<string>;
  /** repairs made while reading, by field */
  repairs: ReadonlyMap<string, string>;
}

function readCells(
  { fields }: RegisterDefinition,
  columns: readonly ReadColumn[],
  { number, cells }: SheetRow,
  merged: MergedCells,
  findings: Findings,
): RowReading {
  const values: Row = {};
  const repairs = new Map<string, string>();
  for (const field of Object.keys(fields)) values[field] = null;
  const unread = new Set<string>();
  for (const { place, field, read } of columns) {
    const cell = cells[place] ?? EMPTY;
    if (cell.kind === 'empty') {
      if (merged.covers(number, place)) {
        unread.add(field);
        findings.bad(number);
      }
      continue;
    }
    const reading = read(cell, values);
    if (isUnread(reading)) {
      unread.add(field);
      findings.error(number, place, field, cell.text, reading.reason, reading.remedy);
      continue;
    }
    values[field] = reading.value;
    if (merged.filled.has(place)) repairs.set(field, FILLED);
    // a merged cell is refused as that
    else if (reading.repair !== undefined && !merged.covers(number, place)) repairs.set(field, reading.repair);
  }
  return { values, unread, repairs };
}

/** Reports values below no title, which are never passed over: a comma too many moves a whole row. */
function tellUntitled(titled: ReadonlySet<number>, { number, cells }: SheetRow, findings: Findings): void {
  cells.forEach(({ kind, text }, place) => {
    if (kind !== 'empty' && text.trim() !== '' && !titled.has(place))
      findings.error(number, place, '', text, '这一列没有标题', '请给这一列加上标题，或删除这里的内容');
  });
}

/**
 * Reports wrong cells and, among the right ones, adjusted values. `lines` are those of all rows so far, this one
 * last.
 */
function rowCheck(
  definition: RegisterDefinition,
  columns: readonly ReadColumn[],
  lookups: ReadonlyMap<string, Lookup>,
  findings: Findings,
): (row: SheetRow, reading: RowReading, lines: readonly number[]) => void {
  const check = rowChecker(definition);
  const places = new Map(columns.map(({ field, place }) => [field, place]));
  const wordsOf = (field: string, values: Row) =>
    cellWords(definition.fields[field], values[field] ?? null, lookups.get(field));
  return ({ number, cells }, { values, unread, repairs }, lines) => {
    const wrong = new Set<string>();
    for (const { field, message, expected, twin } of check(values)) {
      // a cell that could not be read is reported already; a column that may be missing is checked later
      if (field === null || unread.has(field) || !places.has(field)) continue;
      wrong.add(field);
      const place = places.get(field)!;
      const given = cells[place]?.text ?? '';
      const readAs = repairs.has(field) ? `读作“${shownValue(wordsOf(field, values))}”，` : '';
      if (twin === undefined)
        findings.error(
          number,
          place,
          field,
          given,
          readAs + withoutPlace(message),
          expected === '必填' ? '请填写' : `应为：${expected}`,
        );
      else
        findings.error(
          number,
          place,
          field,
          given,
          `${readAs}与第 ${lines[twin - 1]} 行重复`,
          `${expected}，请改正，或删除多余的一行`,
        );
    }
    for (const [field, what] of repairs) {
      const place = places.get(field)!;
      const before = what === FILLED ? EMPTY : cells[place]!;
      if (!wrong.has(field)) findings.repair(number, place, field, before, wordsOf(field, values), what);
    }
  };
}

/** 第3行“证书编号”格式不正确 → 格式不正确: row and column are shown beside it */
const withoutPlace = (message: string): string => message.replace(/^第\d+行(?:“[^”]*”)?/, '');

/** Percents with a sign and percents without one in the same column are read as written, but worth a look. */
class PercentSigns {
  private readonly columns: { place: number; title: string; fraction: boolean; signed: boolean; plain: boolean }[];

  constructor({ fields }: RegisterDefinition, columns: readonly ReadColumn[]) {
    this.columns = columns.flatMap(({ place, field }) => {
      const { type, title, fraction = false } = fields[field]!;
      return type === 'percent' ? [{ place, title, fraction, signed: false, plain: false }] : [];
    });
  }

  see({ cells }: SheetRow): void {
    for (const column of this.columns) {
      const { kind, text } = cells[column.place] ?? EMPTY;
      if (kind === 'percent' || /[%％]\s*$/.test(text)) column.signed = true;
      else if (/[1-9１-９]/.test(text)) column.plain = true;
    }
  }

  remarks(): string[] {
    return this.columns.flatMap(({ place, title, fraction, signed, plain }) =>
      signed && plain
        ? [
            `${columnLetters(place)} 列“${title}”有的带百分号，有的不带；不带的按 ${fraction ? '0.65' : '65'} 即 65% 读取，请核对`,
          ]
        : [],
    );
  }
}
