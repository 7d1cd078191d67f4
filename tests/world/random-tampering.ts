import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { NOT_COVERED } from '#server/record/coverage.ts';

/** One thing that a program with the owner's rights could do to any table. */
export interface Tampering {
  table: string;
  act: 'changed' | 'added' | 'removed';
  /** column of a change */
  column: string;
  /** the row before, or the one that was copied */
  row: Record<string, unknown>;
  statement: string;
}

interface Column {
  table: string;
  column: string;
  type: string;
  /** part of the primary key */
  isKey: boolean;
  isNullable: boolean;
}

/** Numbers from 0 to 1, the same for one seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Another value of a column, as SQL of its value. */
const OTHER: Readonly<Record<string, (value: string) => string>> = {
  text: (value) => `coalesce(${value}, '') || 'x'`,
  bigint: (value) => `coalesce(${value}, 0) + 1`,
  integer: (value) => `coalesce(${value}, 0) + 1`,
  smallint: (value) => `case ${value} when 1 then 2 else 1 end`,
  boolean: (value) => `not ${value}`,
  'timestamp with time zone': (value) => `coalesce(${value}, now()) - interval '1 day'`,
  date: (value) => `coalesce(${value}, current_date) - 1`,
  uuid: () => 'gen_random_uuid()',
  json: (value) => `jsonb_build_array(${value})::json`,
  jsonb: (value) => `jsonb_build_array(${value})`,
  ARRAY: (value) => `${value} || ${value}`,
};

async function columnsOf(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as "isNullable",
      exists (select from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = quote_ident(table_name)::regclass and indisprimary and attname = column_name) as "isKey"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and is_generated = 'NEVER' and table_type = 'BASE TABLE' order by 1, ordinal_position`.execute(
    db,
  );
  return rows;
}

/** Plans what number `seed` does, to a table that has rows. @param db as the owner */
export async function planTampering(db: Db, seed: number): Promise<Tampering> {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const columns = await columnsOf(db);
  for (;;) {
    const table = pick([...new Set(columns.map((column) => column.table))]);
    const own = columns.filter((column) => column.table === table);
    const { rows } = await sql<{ at: string; row: Record<string, unknown> }>`
      select ctid::text as at, to_jsonb(one) as row from ${sql.table(table)} as one order by md5(ctid::text || ${String(seed)}) limit 1`.execute(
      db,
    );
    if (!rows[0]) continue;
    const { at, row } = rows[0];
    const act = pick(['changed', 'changed', 'changed', 'added', 'removed'] as const);
    const where = `where ctid = '${at}'`;
    const otherOf = ({ column, type }: Column) => OTHER[type]!(`"${column}"`);
    if (act === 'removed') return { table, act, column: '', row, statement: `delete from "${table}" ${where}` };
    if (act === 'added') {
      const names = own.map(({ column }) => `"${column}"`).join(', ');
      const valueOf = (column: Column) =>
        column.isKey
          ? keyOf(table, column)
          : MOMENTS[table] === column.column
            ? // one of now stands before the next seal as others do (decision 34's limit)
              `"${column.column}" - interval '1 day'`
            : `"${column.column}"`;
      const values = own.map(valueOf).join(', ');
      const statement = `insert into "${table}" (${names}) overriding system value select ${values} from "${table}" ${where}`;
      return { table, act, column: '', row, statement };
    }
    const changed = pick(own);
    const value = changed.isNullable && row[changed.column] !== null && random() < 0.3 ? 'null' : otherOf(changed);
    const statement = `update "${table}" set "${changed.column}" = ${value} ${where}`;
    return { table, act, column: changed.column, row, statement };
  }
}

/** The moment of each line that seals cover. */
const MOMENTS: Readonly<Record<string, string>> = { audit: 'at', edition_step: 'at', staff_grant: 'granted_at' };

/** Whether a table holds what it held: what a statement changed may have been computed anew. @param db as the owner */
export async function isUnchanged(db: Db, table: string): Promise<boolean> {
  const digestOf = (schema: string) => sql`(select md5(string_agg(one::text, ',' order by one::text))
    from (select * from ${sql.table(`${schema}.${table}`)}) as one)`;
  const { rows } = await sql<{
    same: boolean;
  }>`select ${digestOf('public')} is not distinct from ${digestOf('kept_history')} as same`.execute(db);
  return rows[0]!.same;
}

const keyOf = (table: string, { column, type }: Column): string =>
  type === 'bigint' || type === 'integer'
    ? `(select max("${column}") + 1 from "${table}")`
    : type === 'uuid'
      ? 'gen_random_uuid()'
      : type === 'date'
        ? `"${column}" - 1`
        : `md5("${column}")`;

/** Whether it is named as not covered (RC9). */
export const isNamed = ({ table, act, column, row }: Tampering): boolean =>
  NOT_COVERED.some((part) => {
    if (part.table !== table || part.but?.includes(String(row.name))) return false;
    if (act === 'changed') return part.columns?.includes(column) ?? true;
    return part.rows === undefined ? part.columns === undefined : part.rows === 'both' || part.rows === act;
  });
