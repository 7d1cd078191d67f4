import { cellAddress, columnLetters } from '../../files/cell-address.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { nearest } from '#page/problems.ts';
import { withoutHidden } from '#rules/text/hidden-characters.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import { shownValue } from './findings.ts';
import { headerUnit } from './unit-words.ts';
import { REASON_COLUMN } from './import-words.ts';
import type { FileProblem, ReportColumn } from './import-report.ts';
import { compatible } from '#rules/text/unicode-forms.ts';

/** One column of the file, by its place from 0. */
export interface MatchedColumn {
  place: number;
  header: string;
  /** null: it is not read */
  field: string | null;
  /** unit behind the title, or of the whole file; '' without */
  unit: string;
  /** line beside the table that names the unit; absent: the title */
  unitLine?: string;
  /** EY6: plain numbers of a column of percents are fractions of one, as a person has answered */
  isFraction?: boolean;
}

export interface HeaderMatch {
  row: SheetRow;
  columns: MatchedColumn[];
  problems: FileProblem[];
  remarks: string[];
}

const UNCOUNTED = /[\s*＊:：]+/g;

/** A title as it is compared: width, case, spaces, hidden characters and the mark of a required column do not count. */
const simple = (text: string): string => withoutHidden(compatible(text).toLowerCase()).replaceAll(UNCOUNTED, '');
/** Title without hidden characters and the mark of a required column, which is behind the unit. */
const unmarked = (text: string): string =>
  withoutHidden(compatible(text))
    .replace(/[\s*＊]+$/, '')
    .trim();

/** The same without the unit. */
const bare = (text: string): string => simple(headerUnit(unmarked(text)).title);

/** Field names by everything that a header may call them; a name that fits several fields is no name of one. */
function namesOf({ fields }: RegisterDefinition): (header: string) => string[] {
  const exact = new Map<string, Set<string>>();
  const loose = new Map<string, Set<string>>();
  const add = (names: Map<string, Set<string>>, name: string, field: string) =>
    names.set(name, (names.get(name) ?? new Set()).add(field));
  for (const [field, { title }] of Object.entries(fields)) {
    add(exact, simple(field), field);
    add(exact, simple(title), field);
    add(loose, bare(title), field);
  }
  return (header) => {
    const given = simple(header);
    const loosely = bare(header);
    return [...(exact.get(given) ?? exact.get(loosely) ?? loose.get(loosely) ?? [])];
  };
}

/** EY5: the unit in brackets behind a title, or behind a sign that separates it from one; '' without. */
export const unitOf = (header: string): string => headerUnit(unmarked(header)).unit;

/** Number of different fields that a row of the file names. */
export function countFields(definition: RegisterDefinition, row: SheetRow): number {
  const names = namesOf(definition);
  return new Set(row.cells.flatMap(({ text }) => (text === '' ? [] : names(text)))).size;
}

/**
 * Rows that name the most fields, among the first ones. Several are ambiguous. They count as one where they have the
 * same titles, as in a file of a program that repeats its titles (VA7).
 */
export function findHeader(definition: RegisterDefinition, rows: readonly SheetRow[]): SheetRow[] {
  const scores = rows.map((row) => countFields(definition, row));
  const best = Math.max(0, ...scores);
  const found = best === 0 ? [] : rows.filter((_, index) => scores[index] === best);
  const names = namesOf(definition);
  // the wizard writes fields where the file has titles
  const titlesOf = ({ cells }: SheetRow): string => cells.map(({ text }) => names(text)[0] ?? simple(text)).join('\n');
  const isRepeated = found.every(
    (row, at) => at === 0 || (titlesOf(row) === titlesOf(found[0]!) && row.number > found[at - 1]!.number + 1),
  );
  return isRepeated ? found.slice(0, 1) : found;
}

/**
 * Matches columns to fields; reports missing, doubled and unknown ones.
 * @param mayLack required fields that a file may have no column for
 */
export function matchHeader(
  definition: RegisterDefinition,
  row: SheetRow,
  mayLack: ReadonlySet<string> = new Set(),
): HeaderMatch {
  const names = namesOf(definition);
  const problems: FileProblem[] = [];
  const remarks: string[] = [];
  const columns = row.cells.flatMap(({ text }, place): MatchedColumn[] => {
    if (simple(text) === '') return [];
    const fields = names(text);
    const cell = cellAddress(row.number, place);
    if (fields.length > 1)
      problems.push({
        cell,
        value: shownValue(text),
        reason: `标题可以指几个字段：${fields.join('、')}`,
        remedy: '请改用其中的字段名',
      });
    return [
      { place, header: shownValue(text.trim()), field: fields.length === 1 ? fields[0]! : null, unit: unitOf(text) },
    ];
  });
  const byField = Map.groupBy(
    columns.filter(({ field }) => field !== null),
    ({ field }) => field!,
  );
  for (const [field, [first, ...others]] of byField) {
    for (const other of others)
      problems.push({
        cell: cellAddress(row.number, other.place),
        value: other.header,
        reason: `与 ${cellAddress(row.number, first!.place)} 都是“${definition.fields[field]!.title}”`,
        remedy: '请只保留一列',
      });
  }
  tellUnknown(definition, row, columns, byField, { problems, remarks });
  tellMissing(definition, columns, byField, mayLack, { problems, remarks });
  return { row, columns, problems, remarks };
}

type Messages = Pick<HeaderMatch, 'problems' | 'remarks'>;

function tellUnknown(
  definition: RegisterDefinition,
  row: SheetRow,
  columns: MatchedColumn[],
  byField: ReadonlyMap<string, unknown>,
  { problems, remarks }: Messages,
): void {
  const open = Object.entries(definition.fields).filter(([field]) => !byField.has(field));
  for (const { place, header, field } of columns) {
    const cell = cellAddress(row.number, place);
    if (field !== null || header === REASON_COLUMN || problems.some((problem) => problem.cell === cell)) continue;
    const meant =
      nearTitle(
        header,
        open.map(([, { title }]) => title),
      ) ??
      nearest(
        header,
        open.map(([name]) => name),
      );
    if (meant === undefined) remarks.push(`${columnLetters(place)} 列“${header}”不属于这个登记表，没有读取`);
    else
      problems.push({
        cell,
        value: header,
        reason: '登记表没有这一列',
        remedy: `您是不是要找“${meant}”？请改正标题，或删除这一列`,
      });
  }
}

function tellMissing(
  definition: RegisterDefinition,
  columns: MatchedColumn[],
  byField: ReadonlyMap<string, unknown>,
  mayLack: ReadonlySet<string>,
  { problems, remarks }: Messages,
): void {
  const optional: string[] = [];
  const unknown = columns.flatMap(({ field, header }) => (field === null ? [header] : []));
  for (const [name, { title, required }] of Object.entries(definition.fields)) {
    if (byField.has(name)) continue;
    const near = unknown.find((header) => nearTitle(header, [title]) !== undefined);
    if ((required && !mayLack.has(name)) || definition.key.includes(name))
      problems.push({
        cell: '',
        value: '',
        reason: `缺少必填列“${title}”`,
        remedy: near === undefined ? `请加上标题为“${title}”的一列` : `“${near}”是不是“${title}”？`,
      });
    // the title that is nearly right reports it already
    else if (near === undefined) optional.push(title);
  }
  if (optional.length > 0) remarks.push(`文件中没有这些列，已公示的行保留原值，新增的行为空：${optional.join('、')}`);
}

/** Mistyped, or one inside the other: 员工姓名 for 姓名. */
function nearTitle(header: string, titles: readonly string[]): string | undefined {
  const given = bare(header);
  return (
    nearest(given, titles) ??
    titles.find(
      (title) =>
        Math.min(given.length, title.length) >= 2 && (given.includes(simple(title)) || simple(title).includes(given)),
    )
  );
}

/** Registers whose required columns the header has all, best first, where it fits them better than this one. */
export function otherRegisters(
  definition: RegisterDefinition,
  rows: readonly SheetRow[],
  known: readonly RegisterDefinition[],
): RegisterDefinition[] {
  const own = Math.max(0, ...rows.map((row) => countFields(definition, row)));
  return known
    .filter(({ register }) => register !== definition.register)
    .flatMap((other) => {
      const [header] = findHeader(other, rows);
      const fits =
        header !== undefined && matchHeader(other, header).problems.every(({ reason }) => !reason.startsWith('缺少'));
      return fits && countFields(other, header) > own ? [{ other, fields: countFields(other, header) }] : [];
    })
    .sort((a, b) => b.fields - a.fields)
    .slice(0, 3)
    .map(({ other }) => other);
}

export const reportColumns = (definition: RegisterDefinition, columns: readonly MatchedColumn[]): ReportColumn[] =>
  columns.map(({ place, header, field }) => ({
    column: columnLetters(place),
    header,
    field,
    title: field === null ? null : definition.fields[field]!.title,
  }));
