import type { RegisterDefinition } from '#page/register-schema.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import type { SheetRow, StatedUnits } from '../sheets/sheet.ts';
import { countedColumns, countedIn } from './counted-units.ts';
import { shownValue } from './findings.ts';
import type { FileProblem } from './import-report.ts';
import type { MatchedColumn } from './match-header.ts';
import { isDash, trimmed } from './reading.ts';
import { headerUnit, moneyPower, NO_UNITS, statedUnits, unitBase, unitIn, unitShift } from './unit-words.ts';

const filled = ({ cells }: SheetRow): { place: number; text: string; kind: string }[] =>
  cells.flatMap(({ kind, text }, place) => (trimmed(text) === '' ? [] : [{ place, text: trimmed(text), kind }]));

/** EY5: the units that the lines above the titles state. */
export const unitsAbove = (rows: readonly SheetRow[], header: SheetRow): StatedUnits =>
  statedUnits(
    rows.filter(({ number }) => number < header.number).flatMap((row) => filled(row).map(({ text }) => text)),
  );

/** Lines that name some unit. */
export const linesOf = ({ words, named, counted }: StatedUnits): string[] => [
  ...(words === '' ? [] : [words]),
  ...[...named, ...counted].map((one) => one.words),
];

/** EY5: the units in a row of one text beside columns that are all empty; NO_UNITS for any other row. */
export function unitsAlone(row: SheetRow, columns: number): StatedUnits {
  const cells = columns > 1 && !row.cells.some(({ kind }) => kind === 'formula') ? filled(row) : [];
  const stated = cells.length === 1 ? statedUnits([cells[0]!.text]) : NO_UNITS;
  return linesOf(stated).length === 0 ? NO_UNITS : stated;
}

/** EY5: a line of one text with a unit that is not understood; '' for any other row. */
export function unclearLine(row: SheetRow): string {
  const cells = filled(row);
  return cells.length === 1 ? statedUnits([cells[0]!.text]).unclear : '';
}

/** EY5: a line right below the titles that holds units alone: one for each column, or one for the table. */
export interface UnitRow {
  row: SheetRow;
  byPlace: ReadonlyMap<number, string>;
  stated: StatedUnits;
}

/** words before the units of the other columns, or in place of one */
const NO_UNIT_OF = /^(?:(?:金额|货币|计量|数量)?单\s*位|units?)\s*[:：]?$/i;
const UNIT_ALONE = /^[([【（［]|[)\]】）］]$/g;

/** @param row the first below the titles @returns null where it is a row like any other */
export function unitRow(row: SheetRow | undefined): UnitRow | null {
  if (row === undefined) return null;
  const all = filled(row);
  // 单位, 万元, %: the word is none of a column
  const cells = all.filter(({ text }) => !NO_UNIT_OF.test(text.replaceAll(UNIT_ALONE, '')) && !isDash(text));
  if (cells.length === 0 || cells.some(({ kind }) => kind !== 'text')) return null;
  const units = cells.map(({ place, text }) => [place, unitIn(text.replaceAll(UNIT_ALONE, ''))] as const);
  const [only] = cells;
  const stated = statedUnits(all.length === 1 ? [only!.text] : []);
  if (all.length === 1 && linesOf(stated).length > 0) return { row, byPlace: new Map(), stated };
  return units.every(([, unit]) => unit !== '') ? { row, byPlace: new Map(units), stated } : null;
}

interface Lines {
  above: StatedUnits;
  below: UnitRow | null;
}

/** EY5: the unit of a column without one of its own. @returns null where no line names any */
export function statedUnit(
  type: string,
  { place, header }: Pick<MatchedColumn, 'place' | 'header'>,
  { above, below }: Lines,
): { unit: string; line: string } | null {
  const own = below?.byPlace.get(place);
  if (own !== undefined) return { unit: own, line: `第 ${below!.row.number} 行` };
  const lines = [below?.stated, above];
  const name = type === 'money' ? 'money' : type === 'percent' ? 'percent' : null;
  const named = type === 'money' ? lines.flatMap((one) => namedUnit(one, header)) : [];
  if (named[0]) return { unit: named[0].unit, line: named[0].words };
  const found = name && lines.find((one) => one !== undefined && one[name] !== '');
  return found && (name === 'percent' || found.unclear === '') ? { unit: found[name!], line: found.words } : null;
}

/** Units of a line for a column by its title, most exact first. */
function namedUnit(stated: StatedUnits | undefined, header: string): StatedUnits['named'] {
  const title = bareTitle(headerUnit(header).title);
  const fits = (stated?.named ?? []).filter(
    ({ name }) => title === name || title.includes(name) || name.includes(title),
  );
  return fits.toSorted((a, b) => Number(b.name === title) - Number(a.name === title));
}

/** Columns with the units of the file where their titles name none. */
export const withStatedUnits = (
  definition: RegisterDefinition,
  columns: readonly MatchedColumn[],
  lines: Lines,
): MatchedColumn[] => {
  const counted = new Map(countedColumns(definition, columns).map((one) => [one.column.place, one]));
  return columns.map((column) => {
    const { field, unit } = column;
    const found = field === null || unit !== '' ? null : statedUnit(definition.fields[field]!.type, column, lines);
    if (found) return { ...column, unit: found.unit, unitLine: found.line };
    const one = counted.get(column.place);
    const stated = one ? countedIn(countedLines(lines), one) : null;
    return stated ? { ...column, unit: stated.unit, unitLine: stated.words } : column;
  });
};

/** EY5: lines about columns that count something. */
export const countedLines = ({ above, below }: Lines): StatedUnits['counted'] => [
  ...(below?.stated.counted ?? []),
  ...above.counted,
];

/** Sentences of the lines that were read as units. */
export const unitRemarks = (columns: readonly MatchedColumn[], { above, below }: Lines): string[] => {
  const lines = [...new Set(columns.flatMap(({ unitLine }) => unitLine ?? []))].filter(
    (line) => !/^第 \d+ 行$/.test(line),
  );
  return [
    ...lines.map((line) => `按“${shownValue(line)}”读取没有写单位的列`),
    ...[below?.stated, above].flatMap((stated) => againstTitle(columns, stated)),
    ...(below === null ? [] : [`第 ${below.row.number} 行写的是各列的单位，不作为数据`]),
  ];
};

/** Line with a unit of money that no column takes, because each has another one in its title. */
function againstTitle(columns: readonly MatchedColumn[], { money, words }: StatedUnits = NO_UNITS): string[] {
  const power = moneyPower(money);
  const titled = columns.filter(
    ({ field, unit, unitLine }) => field !== null && unitLine === undefined && moneyPower(unit) !== undefined,
  );
  const isUsed = columns.some(({ unitLine }) => unitLine === words);
  const [first] = titled;
  return power === undefined || isUsed || !first || titled.some(({ unit }) => moneyPower(unit) === power)
    ? []
    : [`文件写着“${shownValue(words)}”，而标题“${first.header}”写着${first.unit}，按标题读取，请核对`];
}

/** EY5: the line beside the table whose unit is ambiguous for some column; '' for none. */
export const unclearUnits = ({ above, below }: Lines, foot: Pick<StatedUnits, 'unclear' | 'named'>): string =>
  [above, below?.stated, foot].reduce(
    (found, one) => found || (one?.unclear ?? '') || (one?.named[0]?.words ?? ''),
    '',
  );

/** EY5: problems of money columns without a unit in the file. @param plain names of their fields */
export const unitlessMoney = (
  { fields }: RegisterDefinition,
  plain: readonly string[],
  { money }: StatedUnits,
): string[] =>
  plain.flatMap((field) => {
    const { title, unit } = fields[field]!;
    return moneyPower(money) !== undefined && moneyPower(money) === moneyPower(unit)
      ? []
      : [`文件没有写明“${title}”的单位，按登记表的单位${unit}读取，请核对`];
  });

/** EY5: a unit below the table is known when all rows are read: one that they were not read by refuses the file. */
export function unitBelow(
  definition: RegisterDefinition,
  columns: readonly MatchedColumn[],
  foot: StatedUnits,
): FileProblem[] {
  const { fields } = definition;
  const refused = ({ field, header }: MatchedColumn, unit: string, words: string): FileProblem => ({
    cell: '',
    value: shownValue(words),
    reason: `表格下方写着单位${unit}，而“${fields[field!]!.title}”在登记表中${ownWords(fields[field!]!)}`,
    remedy: `请把单位写在标题行上方或标题中，如“${header}（${unit}）”，再导入`,
  });
  const power = moneyPower(foot.money);
  const other = columns.find(({ field, unit }) => {
    const of =
      field === null || fields[field]!.type !== 'money' ? undefined : unit === '' ? fields[field]!.unit : undefined;
    return foot.money !== '' && of !== undefined && moneyPower(of) !== power;
  });
  if (other !== undefined) return [refused(other, foot.money, foot.words)];
  const rate = columns.find(({ field, unit }) => field !== null && fields[field]!.type === 'percent' && unit === '');
  if (foot.percent === '‰' && rate !== undefined) return [refused(rate, foot.percent, foot.words)];
  return countedColumns(definition, columns)
    .flatMap((one) => {
      const stated = countedIn(foot.counted, one);
      const isSame = stated === null || unitShift(stated.unit, one.own || unitBase(stated.unit)) === 0;
      return isSame ? [] : [refused(one.column, stated.unit, stated.words)];
    })
    .slice(0, 1);
}

const ownWords = ({ type, unit, title }: RegisterDefinition['fields'][string]): string => {
  if (type === 'percent') return '以百分数计';
  const own = unit ?? headerUnit(title).unit;
  return own === '' ? '没有写明单位' : `以${own}计`;
};
