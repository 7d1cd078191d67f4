import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Row } from '#kinds/rows/index.ts';
import type { CheckId } from '#rules/checks/checks.ts';
import { findPersonalNumbers, kindWords, maskedNumber } from '#rules/people/personal-numbers.ts';
import type { Db } from '../../db/tables.ts';
import { KEY_SEPARATOR, rowKey } from '../../store/rows/check-rows.ts';
import { findDocumentRow } from '../../store/rows/definition-rows.ts';
import { shownFields } from '../../store/rows/list-register-rows.ts';
import { findStoredDocument } from '../../store/documents/stored-documents.ts';
import { foundAt, type Found } from './found.ts';
import { textsIn, type TextAt } from './public-texts.ts';

/** cells of a column that are told one by one; more are told as the column */
const MOST_OF_COLUMN = 3;
/** rows that are read at once */
const BATCH = 1_000;
/** POSIX: ten digits with few other signs between them; what has fewer is no number of a person */
const LIKELY = '[0-9０-９]([^0-9０-９]{0,3}[0-9０-９]){9}';

/** Content of a cell that a check stops at. */
export interface CellFinding {
  check: CheckId;
  /** kind of content, before it; '' for none */
  label: string;
  shown: string;
}

interface Cell extends CellFinding {
  field: string;
  row: string;
  text: string;
}

/** PV1: numbers of persons in a cell. */
export const numbersInCell = (text: string): CellFinding[] =>
  findPersonalNumbers(text).map((number) => ({
    check: 'personal-number',
    label: kindWords(number),
    shown: maskedNumber(number),
  }));

/**
 * PV1, CK8: findings in cells of rows that an edition brings, but for texts that their column shows to the public already.
 * @param look finds in the text of one cell
 */
export async function findInRows(
  db: Db,
  definition: RegisterDefinition,
  rows: readonly Row[],
  look: (text: string) => CellFinding[],
): Promise<Found[]> {
  const cells = await cellsOfRows(definition, publicColumns(definition), rows, look);
  if (cells.length === 0) return [];
  const shown = new Set(await shownNow(db, definition.register));
  const fresh = [];
  for (const [field, own] of Map.groupBy(cells, (cell) => cell.field)) {
    const known = shown.has(field) ? await publicTexts(db, definition.register, field, own) : new Set();
    fresh.push(...own.filter(({ text }) => !known.has(text)));
  }
  return ofCells(definition, fresh);
}

/** PV1: numbers in public rows of columns that a definition comes to show. */
export async function findInShownColumns(db: Db, definition: RegisterDefinition): Promise<Found[]> {
  const shown = new Set(await shownNow(db, definition.register));
  const fields = publicColumns(definition).filter((name) => !shown.has(name));
  if (fields.length === 0) return [];
  const likely = sql.join(
    fields.map((field) => sql<boolean>`data ->> ${field} ~ ${LIKELY}`),
    sql` or `,
  );
  const cells: Cell[] = [];
  let isMore = true;
  const isEnough = (field: string): boolean => cells.filter((cell) => cell.field === field).length > MOST_OF_COLUMN;
  for (let last = 0; isMore && !fields.every(isEnough);) {
    const { rows } = await sql<{ row_id: number; data: Row }>`
      select row_id, data from register_row where register = ${definition.register} and public_to is null
        and row_id > ${last} and (${likely}) order by row_id limit ${BATCH}`.execute(db);
    cells.push(
      ...(await cellsOfRows(
        definition,
        fields,
        rows.map(({ data }) => data),
        numbersInCell,
      )),
    );
    isMore = rows.length === BATCH;
    last = rows.at(-1)?.row_id ?? last;
  }
  return ofCells(definition, cells, isMore ? '至少 ' : '');
}

/** PV1: files that rows show to everybody, each with the place where it stands first. */
export function filesInRows(definition: RegisterDefinition, rows: readonly Row[]): Map<string, string> {
  const { title, fields } = definition;
  const files = new Map<string, string>();
  for (const field of publicColumns(definition).filter((name) => fields[name]?.type === 'file'))
    for (const row of rows) {
      const filepath = row[field];
      if (typeof filepath !== 'string' || filepath === '' || files.has(filepath)) continue;
      files.set(filepath, `${placeOfRow(title, keyWords(definition, row))} 的“${fields[field]!.title}”的文件`);
    }
  return files;
}

/** PV1: what a definition itself says to everybody; its samples and choices come from its rows, and are found there. */
export function textsOfDefinition(definition: RegisterDefinition): TextAt[] {
  const { title, countWord = '' } = definition;
  const fields = publicColumns(definition).flatMap((name) => {
    const { title = '', note = '', blank = '', words = [], choices = {} } = definition.fields[name] ?? {};
    const labels = Object.entries(choices).filter(([value, label]) => label !== value);
    return textsIn({ title, note, blank, words: words.join('\n'), choices: Object.fromEntries(labels) }, [
      'fields',
      name,
    ]);
  });
  return [...textsIn({ title, countWord }), ...fields];
}

export const placeOfRow = (title: string, row: string): string => `登记表“${title}”${row.slice(0, 60)}`;

export const keyWords = (definition: RegisterDefinition, row: Row): string =>
  rowKey(definition, row).replaceAll(KEY_SEPARATOR, ' ');

/** milliseconds in which rows are looked at before others have their turn (OL5) */
const TURN = 50;

/** Rows may be of long cells: the main thread is given away in between. */
async function cellsOfRows(
  definition: RegisterDefinition,
  fields: readonly string[],
  rows: readonly Row[],
  look: (text: string) => CellFinding[],
): Promise<Cell[]> {
  const cells: Cell[] = [];
  let begun = performance.now();
  for (const row of rows) {
    cells.push(...cellsOf(definition, fields, row, look));
    if (performance.now() - begun < TURN) continue;
    await setImmediate();
    begun = performance.now();
  }
  return cells;
}

/** Findings in cells, as text or as a whole number; of columns of sums none. */
const cellsOf = (
  definition: RegisterDefinition,
  fields: readonly string[],
  row: Row,
  look: (text: string) => CellFinding[],
): Cell[] =>
  fields.flatMap((field): Cell[] => {
    const text = textOfCell(definition, field, row);
    if (text === null) return [];
    return look(text).map((finding) => ({ ...finding, field, row: keyWords(definition, row), text }));
  });

function textOfCell({ fields }: RegisterDefinition, field: string, row: Row): string | null {
  const value = row[field];
  const { type, unit } = fields[field] ?? {};
  if (type === 'money' || type === 'percent' || unit !== undefined) return null;
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null;
}

/** Columns that everybody reads: of the table, its files, and 人员核验. */
export const publicColumns = (definition: RegisterDefinition): string[] => [
  ...new Set([
    ...shownFields(definition),
    ...(definition.verify?.show ?? []).filter((name) => definition.fields[name]?.restricted !== true),
  ]),
];

export async function publicDefinition(db: Db, register: string): Promise<RegisterDefinition | undefined> {
  const document =
    (await findDocumentRow(db, 'register', register)) ?? (await findStoredDocument(db, 'register', register));
  return document as RegisterDefinition | undefined;
}

async function shownNow(db: Db, register: string): Promise<string[]> {
  const definition = await publicDefinition(db, register);
  return definition ? publicColumns(definition) : [];
}

/** Texts that a column shows to the public already. */
async function publicTexts(db: Db, register: string, field: string, cells: readonly Cell[]): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select distinct data ->> ${field} as text from register_row
      where register = ${register} and public_to is null and data ->> ${field} = any(${cells.map(({ text }) => text)}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ text }) => text));
}

/**
 * CK3: cells of one finding each; of a column with many of them one stands for all.
 * @param least before their number, where not all were looked at
 */
export function ofCells(
  { title, fields }: RegisterDefinition,
  cells: readonly (CellFinding & Pick<Cell, 'field' | 'row'>)[],
  least = '',
): Found[] {
  const groups = Map.groupBy(cells, ({ field, check, label }) => `${field} ${check} ${label}`);
  return [...groups.values()].flatMap((own) => {
    const { field, check, label } = own[0]!;
    const column = fields[field]!.title;
    const withLabel = (words: string): string => (label === '' ? words : `${label} ${words}`);
    if (own.length <= MOST_OF_COLUMN)
      return own.map(({ row, shown }) => foundAt(check, `${placeOfRow(title, row)} 的“${column}”`, withLabel(shown)));
    const examples = own.slice(0, MOST_OF_COLUMN).map(({ shown }) => shown);
    const all = `${least}${own.length} 处，如 ${examples.join('、')}`;
    return [foundAt(check, `登记表“${title}”的“${column}”列`, withLabel(all))];
  });
}
