import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { filterKind, sortableFields } from '#page/register-view.ts';
import type { Db } from '../../db/tables.ts';
import type { Database } from '../../db/connect.ts';
import { LOCKS } from '../../db/locks.ts';
import { listRegisterStates } from './list-register-rows.ts';
import { typedValue } from './register-question.ts';

/** A register of fewer rows is read whole in a few milliseconds. */
const LARGE = 5_000;

const PREFIX = 'register_by_';

/**
 * The indexes that large registers need for range filters and for sorting, as their definitions say: missing ones are
 * made, others of ours dropped, both without holding up anybody. Idempotent; of several servers one does it.
 */
export async function indexRegisters(
  { db, connectAsOwner }: Pick<Database, 'db' | 'connectAsOwner'>,
  definitions: Iterable<RegisterDefinition>,
): Promise<void> {
  const states = await listRegisterStates(db, 'now');
  const large = [...definitions].filter(({ register }) => (states.get(register)?.rowCount ?? 0) >= LARGE);
  const wanted = new Map(large.flatMap((definition) => wantedIndexes(db, definition)));
  const client = await connectAsOwner();
  try {
    const { rows: locks } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      LOCKS.indexing,
    ]);
    if (!locks[0]?.got) return;
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ name: string; valid: boolean }>(
      `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'register_row'::regclass and starts_with(c.relname, $1)`,
      [PREFIX],
    );
    const good = new Set(rows.filter(({ name, valid }) => valid && wanted.has(name)).map(({ name }) => name));
    for (const { name } of rows)
      if (!good.has(name)) await client.query(`drop index concurrently if exists ${client.escapeIdentifier(name)}`);
    const missing = [...wanted].filter(([name]) => !good.has(name));
    for (const [, statement] of missing) await client.query(statement);
    // without figures on a new expression its range filters are guessed
    if (missing.length > 0 || (await hasOutgrown(client, rowsOf(states)))) await client.query('analyze register_row');
  } finally {
    await client.end();
  }
}

const rowsOf = (states: ReadonlyMap<string, { rowCount: number }>): number =>
  [...states.values()].reduce((sum, { rowCount }) => sum + rowCount, 0);

/**
 * True where so much was published since PostgreSQL last looked at the rows that its plans would be those of a small
 * table. A join would read the whole register for each row found. Its own look comes minutes later.
 */
async function hasOutgrown(client: pg.Client, rowCount: number): Promise<boolean> {
  const { rows } = await client.query<{ known: number }>(
    `select reltuples::float8 as known from pg_class where oid = 'register_row'::regclass`,
  );
  return rowCount >= LARGE && rowCount > rows[0]!.known * 1.5;
}

/** Name and statement of each index of one register: a sort has two, because empty values stand last either way. */
function wantedIndexes(db: Db, definition: RegisterDefinition): [name: string, statement: string][] {
  const ranges = definition.filters
    .flatMap((filter) => ('field' in filter ? [filter.field] : []))
    .filter((name) => {
      const field = definition.fields[name];
      return field && !field.restricted && filterKind(field) !== 'choice' && filterKind(field) !== 'text';
    });
  const sorts = sortableFields(definition);
  const keys = [...new Set([...ranges, ...sorts].map((name) => `${name} asc`)), ...sorts.map((name) => `${name} desc`)];
  return keys.map((key) => {
    const [name = '', direction = ''] = key.split(' ');
    const columns = sql`${typedValue(name, definition.fields[name]!)} ${sql.raw(direction)} nulls last, sort_no, row_id`;
    const rows = sql`register = ${sql.lit(definition.register)} and public_to is null`;
    const made = (index: RawBuilder<unknown>) =>
      sql`create index concurrently ${index} on register_row (${columns}) where ${rows}`.compile(db).sql;
    const index =
      PREFIX +
      createHash('sha256')
        .update(made(sql``))
        .digest('hex')
        .slice(0, 20);
    return [index, made(sql.ref(index))];
  });
}
