import { sql } from 'kysely';
import type { Cell } from '#page/data-shapes.ts';
import type { Passage } from '#kinds/removal/index.ts';
import { sha256 } from '#server/db/sha256.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { KEY_SEPARATOR } from '#server/store/rows/check-rows.ts';
import type { Db } from '#server/db/tables.ts';
import { inOrder, solid } from '#server/store/publication/find-holding-files.ts';

/** Columns of what was public in which an editor's text may stand. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  article: ['title', 'summary', 'content', 'source', 'attachments', 'category', 'closed_reason'],
  register_row: ['data'],
  setting: ['value'],
  page: ['document'],
  channel: ['name', 'closed_reason'],
  file_use: ['filename'],
};

/** rows that are read for one text in one column */
const MOST_ROWS = 5_000;

/** Spellings of a character in stored HTML and JSON. */
const SPELLED: Readonly<Record<string, string>> = {
  '&': '(?:&amp;|&)',
  '<': '(?:&lt;|<)',
  '>': '(?:&gt;|>)',
  '"': '(?:&quot;|\\\\"|")',
  "'": "(?:&#39;|')",
  '\\': '\\\\{1,2}',
};

const spellingOf = (character: string): string =>
  SPELLED[character] ??
  (/\s/.test(character) ? '(?:&nbsp;|\\\\n|\\s)+' : character.replace(/[.*+?^${}()|[\]/]/g, '\\$&'));

/** Pattern of a text as a reader sees it, however it is marked up between its characters. */
const patternOf = (text: string): RegExp =>
  new RegExp(Array.from(text.replaceAll(/\s+/g, ' ')).map(spellingOf).join('(?:<[^>]*>)*'), 'gu');

/**
 * RE2: each spelling of a text in what is or was public, with one place where it stands; the removal finds the others
 * by it.
 */
export async function findPassages(db: Db, text: string): Promise<Passage[]> {
  const found = new Map<string, Passage>();
  const pattern = patternOf(text);
  for (const [table, columns] of Object.entries(PLACES))
    for (const column of columns) {
      const { rows } = await sql<{ row: number; said: string }>`select row_id as row, ${sql.ref(column)}::text as said
        from ${sql.table(table)} where ${sql.ref(column)}::text like ${inOrder(text)} and position(${solid(text)} in ${PLAIN(column)}) > 0 order by row_id limit ${MOST_ROWS}`.execute(
        db,
      );
      for (const { row, said } of rows)
        for (const { 0: spelled, index } of said.matchAll(pattern)) {
          if (found.has(spelled)) continue;
          const [from, length] = [charactersOf(said.slice(0, index)), charactersOf(spelled)];
          found.set(spelled, { table, row, column, proof: sha256(said), from, length });
        }
    }
  return [...found.values()];
}

/** PostgreSQL counts a character beyond the first 65,536 as one. */
const charactersOf = (text: string): number => Array.from(text).length;

/** A column as a reader sees it, without spaces: the second sieve. */
const PLAIN = (column: string) =>
  sql`regexp_replace(replace(replace(removal_plain(${sql.ref(column)}::text), '\\"', '"'), '\\\\', '\\'), '\\s|\\\\n', '', 'g')`;

/** The key cells of a row that is or was public, by their values as text; null: there never was one. */
export async function findMatch(
  db: Db,
  { register, key }: Pick<RegisterDefinition, 'register' | 'key'>,
  values: readonly string[],
): Promise<Record<string, Cell> | null> {
  if (values.length !== key.length) return null;
  const row = await db
    .selectFrom('register_row')
    .select('data')
    .where('register', '=', register)
    .where('key', '=', values.join(KEY_SEPARATOR))
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const data = row?.data as Record<string, Cell> | undefined;
  return data ? Object.fromEntries(key.map((field) => [field, data[field] ?? null])) : null;
}

/** RE3: each value that a cell of a register has or had. */
export async function findCells(
  db: Db,
  { register, match, field }: { register: string; match: Record<string, Cell>; field: string },
): Promise<Passage[]> {
  const { rows } = await sql<{ row: number; said: string; value: Cell }>`
    select distinct on (value) row, said, value from (
      select row_id as row, data::text as said, data -> ${field}::text as value from register_row
      where register = ${register} and data @> ${JSON.stringify(match)}::jsonb) as versions
    where coalesce(value, 'null') <> 'null' order by value, row`.execute(db);
  return rows
    .filter(({ value }) => String(value) !== MARK)
    .map(({ row, said }) => ({ table: 'register_row', row, column: 'data', proof: sha256(said), field, match }));
}

/** The text in place of what was removed; removal_mark() of the database. */
const MARK = '［已按规定移除］';
