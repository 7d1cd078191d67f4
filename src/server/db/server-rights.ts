import type pg from 'pg';
import type { Database } from './connect.ts';
import { LOCKS } from './locks.ts';
import { phrase, type Phrased, type Sentence } from '../phrase.mjs';

type Client = Pick<pg.Client, 'query' | 'escapeIdentifier'>;

/** The role as which a server works on the embedded PostgreSQL. */
export const SERVER_ROLE = 'site_server';

/** Tables to which lines are only ever added. */
const ADDED_TO = [
  'audit',
  'edition_version',
  'edition_step',
  'edition_remark',
  'edition_publication',
  'record_seal',
  'staff_identity',
  'staff_double',
  'removal_hash',
];
/** Columns that are written later, once, in tables whose lines stay. */
const WRITTEN_ONCE: Readonly<Record<string, readonly string[]>> = {
  publication: ['content_hash', 'hash'],
  staff_grant: ['ended_at'],
  group_rule: ['ended_at', 'ended_by'],
  substitution: ['ended_at', 'ended_by'],
  delivery_token: ['revoked_at', 'revoked_by'],
  delivery: ['ended_at', 'ended_as', 'ended_by', 'ended_why'],
  shared_preview: ['revoked_at', 'revoked_by', 'opened', 'last_opened_at'],
};
/** Columns that the end of a dated row writes. */
const CLOSING = ['closed_in', 'public_to', 'closed_reason', 'closed_successor'];
/** Derived columns of dated tables. */
const DERIVED: Readonly<Record<string, readonly string[]>> = { register_row: ['search', 'pieces', 'sort_no'] };
/** Tables that only the owner writes. */
const READ_ONLY = ['migration', 'removal_done', 'removed_file'];

/** Rights of a server on a table besides reading it. */
export interface Rights {
  table: string;
  insert: boolean;
  /** DELETE, and UPDATE of every column */
  change: boolean;
  /** columns of which it may UPDATE, where not all */
  columns: string[];
}

/** DR1: the rights of a server on each table there is. A table that nothing is said of here has the ordinary ones. */
export async function serverRights(client: Pick<Client, 'query'>): Promise<Rights[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select relname as table, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') group by relname order by relname`,
  );
  return rows.map(({ table, columns }) => {
    const isDated = columns.includes('opened_in') && columns.includes('public_to');
    const once = WRITTEN_ONCE[table] ?? (isDated ? [...CLOSING, ...(DERIVED[table] ?? [])] : null);
    return {
      table,
      insert: !READ_ONLY.includes(table),
      change: once === null && !ADDED_TO.includes(table) && !READ_ONLY.includes(table),
      columns: columns.filter((column) => once?.includes(column)),
    };
  });
}

/** Gives a role what a server needs, and takes what it has beyond that. @param client of the owner, in no transaction */
export async function grantServerRights(client: Client, role: string): Promise<void> {
  const to = client.escapeIdentifier(role);
  const schema = client.escapeIdentifier(
    (await client.query<{ name: string }>('select current_schema() as name')).rows[0]!.name,
  );
  const statements = [
    `grant usage on schema ${schema} to ${to}`,
    `revoke create on schema ${schema} from ${to}`,
    `grant usage, select on all sequences in schema ${schema} to ${to}`,
  ];
  for (const { table, insert, change, columns } of await serverRights(client)) {
    const on = `on ${client.escapeIdentifier(table)}`;
    statements.push(`revoke all ${on} from ${to}`);
    const rights = ['select', ...(insert ? ['insert'] : []), ...(change ? ['update', 'delete'] : [])];
    statements.push(`grant ${rights.join(', ')} ${on} to ${to}`);
    const names = columns.map((column) => client.escapeIdentifier(column));
    if (names.length > 0) statements.push(`grant update (${names.join(', ')}) ${on} to ${to}`);
  }
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * DR2: what the role of this connection could do to the record beyond what a server needs, 'audit: UPDATE, DELETE'. An
 * owner and a superuser can do everything.
 */
export async function excessRights({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const allowed = (await serverRights(pool)).filter(({ change }) => !change);
  const { rows } = await pool.query<{ table: string; rights: string[] }>(
    `select name as table, array_agg(word order by at) as rights
       from unnest($1::text[]) as name, unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) with ordinality as word (word, at)
      where has_table_privilege(quote_ident(name), word) group by name order by name`,
    [allowed.map(({ table }) => table)],
  );
  const columns = await pool.query<{ table: string; columns: string[] }>(
    `select name as table, array_agg(attname::text order by attnum) as columns
       from unnest($1::text[]) as name join pg_attribute on attrelid = quote_ident(name)::regclass and attnum > 0 and not attisdropped
      where has_column_privilege(attrelid, attnum, 'UPDATE') and not has_table_privilege(attrelid, 'UPDATE') group by name`,
    [allowed.map(({ table }) => table)],
  );
  const tooMany = columns.rows.flatMap(({ table, columns: writable }) => {
    const wanted = allowed.find((one) => one.table === table)!.columns;
    const more = writable.filter((column) => !wanted.includes(column));
    return more.length === 0 ? [] : [`${table}: UPDATE (${more.join(', ')})`];
  });
  return [...rows.map(({ table, rights }) => `${table}: ${rights.join(', ')}`), ...tooMany];
}

/**
 * Makes the role of a server on the embedded PostgreSQL where there is none. Gives it its rights on tables of a store
 * that no server has started yet with it. @param client of the owner
 */
export async function ensureServerRole(client: Client): Promise<void> {
  const known = await client.query('select from pg_roles where rolname = $1', [SERVER_ROLE]);
  if (known.rowCount === 0)
    await client.query(`create role ${SERVER_ROLE} login`).catch((error: { code?: string }) => {
      // another program was faster
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  const { rows } = await client.query<{ granted: boolean | null }>(
    `select has_table_privilege($1, to_regclass('migration'), 'SELECT') as granted`,
    [SERVER_ROLE],
  );
  // null: a database without tables, whose migrations come first
  if (rows[0]?.granted === false) await grantServerRights(client, SERVER_ROLE);
}

/**
 * DR1, DR2: gives the server's role its rights, where an owner is known who can. Says in one sentence what it could do
 * to its own record all the same.
 */
export async function limitServer(database: Database, say: (line: Phrased) => void): Promise<void> {
  if (database.hasOwner) {
    const { rows } = await database.pool.query<{ role: string }>('select current_user as role');
    const owner = await database.connectAsOwner(`site ${process.pid} rights`);
    try {
      await owner.query('select pg_advisory_lock($1)', [LOCKS.migration]);
      await grantServerRights(owner, rows[0]!.role);
    } finally {
      await owner.end().catch(() => {});
    }
  }
  const excess = await excessRights(database);
  if (excess.length > 0) say(phrase(excessSentence(excess, database.hasOwner)));
}

/** Advice about rights that a server should not have. */
export const excessSentence = (excess: readonly string[], hasOwner: boolean): Sentence =>
  hasOwner
    ? {
        zh: `DATABASE_URL 的角色能够改动自己的记录（${excess.join('；')}）。请收回这些权限：它不应是超级用户，也不应拥有这些表（docs/how-to/run-on-postgresql.md）。`,
        en: `The role of DATABASE_URL could change its own record (${excess.join('; ')}). Take these rights away: it should be neither a superuser nor the owner of the tables (docs/how-to/run-on-postgresql.md).`,
      }
    : {
        zh: '服务以拥有这些表的角色运行，能够改动自己的记录。请在 DATABASE_URL 中给它单独的角色，并用 OWNER_DATABASE_URL 指明表的拥有者（docs/how-to/run-on-postgresql.md）。',
        en: 'The server works as the owner of its tables and could change its own record. Give it a role of its own in DATABASE_URL, and name the owner in OWNER_DATABASE_URL (docs/how-to/run-on-postgresql.md).',
      };
