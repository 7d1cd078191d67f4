import { sql } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Row } from '#kinds/rows/index.ts';
import { findPersonalNumbers, maskedNumber, type PersonalNumber } from '#rules/personal-numbers.ts';
import type { PersonalFinding } from '#wire/edition-answers.ts';
import type { Db } from '../db/tables.ts';
import { KEY_SEPARATOR, rowKey } from '../store/check-rows.ts';
import { findDocumentRow } from '../store/definition-rows.ts';
import { shownFields } from '../store/list-register-rows.ts';
import { findStoredDocument } from '../store/stored-documents.ts';

export type Found = Omit<PersonalFinding, 'change'>;

/** cells of a column that are told one by one; more are told as the column */
const MOST_OF_COLUMN = 3;
/** rows that are read at once */
const BATCH = 1_000;
/** POSIX: ten digits with few other signs between them; what has fewer is no number of a person */
const LIKELY = '[0-9０-９]([^0-9０-９]{0,3}[0-9０-９]){9}';

interface Cell {
  field: string;
  row: string;
  text: string;
  number: PersonalNumber;
}

export const findingOf = (place: string, number: PersonalNumber): Found => ({
  key: `${place} ${number.kind} ${maskedNumber(number)}`,
  place,
  kind: number.kind,
  shown: maskedNumber(number),
});

/** PV1: numbers in cells of rows that an edition brings, but for those that their column shows to the public already. */
export async function findInRows(db: Db, definition: RegisterDefinition, rows: readonly Row[]): Promise<Found[]> {
  const cells = rows.flatMap((row) => cellsOf(definition, publicColumns(definition), row));
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
    cells.push(...rows.flatMap(({ data }) => cellsOf(definition, fields, data)));
    isMore = rows.length === BATCH;
    last = rows.at(-1)?.row_id ?? last;
  }
  return ofCells(definition, cells, isMore ? '至少 ' : '');
}

/** Numbers in cells, as text or as a whole number; of columns of sums none. */
const cellsOf = (definition: RegisterDefinition, fields: readonly string[], row: Row): Cell[] =>
  fields.flatMap((field): Cell[] => {
    const text = textOfCell(definition, field, row);
    if (text === null) return [];
    const key = (): string => rowKey(definition, row).replaceAll(KEY_SEPARATOR, ' ');
    return findPersonalNumbers(text).map((number) => ({ field, row: key(), text, number }));
  });

function textOfCell({ fields }: RegisterDefinition, field: string, row: Row): string | null {
  const value = row[field];
  const { type, unit } = fields[field] ?? {};
  if (type === 'money' || type === 'percent' || unit !== undefined) return null;
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null;
}

/** Columns that everybody reads: of the table, its files, and 人员核验. */
const publicColumns = (definition: RegisterDefinition): string[] => [
  ...new Set([
    ...shownFields(definition),
    ...(definition.verify?.show ?? []).filter((name) => definition.fields[name]?.restricted !== true),
  ]),
];

async function shownNow(db: Db, register: string): Promise<string[]> {
  const document =
    (await findDocumentRow(db, 'register', register)) ?? (await findStoredDocument(db, 'register', register));
  return document ? publicColumns(document as RegisterDefinition) : [];
}

/** Which of these texts a column shows to the public already. */
async function publicTexts(db: Db, register: string, field: string, cells: readonly Cell[]): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select distinct data ->> ${field} as text from register_row
      where register = ${register} and public_to is null and data ->> ${field} = any(${cells.map(({ text }) => text)}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ text }) => text));
}

/** @param least before the number of cells, where not all were looked at */
function ofCells({ title, fields }: RegisterDefinition, cells: readonly Cell[], least = ''): Found[] {
  return [...Map.groupBy(cells, ({ field, number }) => `${field} ${number.kind}`).values()].flatMap((own) => {
    const column = fields[own[0]!.field]!.title;
    if (own.length <= MOST_OF_COLUMN)
      return own.map(({ row, number }) => findingOf(`登记表“${title}”${row.slice(0, 60)} 的“${column}”`, number));
    const { kind } = own[0]!.number;
    const examples = own.slice(0, MOST_OF_COLUMN).map(({ number }) => maskedNumber(number));
    const place = `登记表“${title}”的“${column}”列`;
    const shown = `${least}${own.length} 处，如 ${examples.join('、')}`;
    return [{ key: `${place} ${kind} ${shown}`, place, kind, shown }];
  });
}
