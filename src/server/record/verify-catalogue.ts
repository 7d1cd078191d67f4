import type pg from 'pg';
import type { Database } from '../db/connect.ts';
import { readCatalogues, type Catalogue } from '../db/catalogue.ts';
import { assertMigrated, newerMigration } from '../db/migrate.ts';
import { serverRights } from '../db/server-rights.ts';
import { StoreProblem } from '../db/store-problem.ts';
import type { RecordProblem } from './record-problem.ts';

export type CheckedDatabase = Pick<Database, 'db' | 'pool' | 'connectAsOwner' | 'hasOwner'>;

/** Evidence of the catalogue about a store. */
export interface CatalogueEvidence {
  problems: RecordProblem[];
  /** why a part could not be compared; '' where all was */
  unfinished: string;
}

const differs = (message: string): RecordProblem => ({ no: null, code: 'catalogue-differs', message });

/**
 * RC7: compares all that decides what statements of the program read and write with the result of this version's
 * migrations. It compares owners, grants, settings and the search path with those of a server. It comes before anything
 * is read: a view in place of a table would answer a check otherwise than a visitor.
 */
export async function verifyCatalogue(database: CheckedDatabase): Promise<CatalogueEvidence> {
  const { spaces, problems } = await readPath(database.pool);
  const catalogues = await readCatalogues(database, spaces);
  const rights = [
    ...(await settingProblems(database.pool)),
    ...(await triggerProblems(database.pool)),
    ...(await ownerProblems(database)),
    ...(await grantProblems(database.pool)),
    ...(await migrationProblems(database)),
  ];
  if (catalogues === null)
    return {
      problems: [...problems, ...rights],
      unfinished:
        'Tables, triggers and functions could not be compared with the migrations, because the role may not create a schema in this database: name the owner of the tables in OWNER_DATABASE_URL, and let it (grant create on database NAME to ROLE).',
    };
  return { problems: [...problems, ...compare(catalogues.stored, catalogues.made), ...rights], unfinished: '' };
}

/**
 * Migrations that this version has otherwise, by which the next start would refuse the store. Newer ones are named, too:
 * whoever adds a line to the list must not be able to quiet the comparison (UP10).
 */
async function migrationProblems(database: CheckedDatabase): Promise<RecordProblem[]> {
  try {
    await assertMigrated(database);
    const newer = await newerMigration(database);
    return newer === null
      ? []
      : [
          differs(
            `the list of migrations: a newer version of this program made ${newer}. What it made differs here: run its check`,
          ),
        ];
  } catch (error) {
    if (error instanceof StoreProblem) return [differs(`the list of migrations: ${error.message}`)];
    throw error;
  }
}

/** Beginning of an index that only makes reading faster: anybody who administers the database may add one. */
const HARMLESS_INDEX = /"calls": null.*"unique": false|"unique": false.*"calls": null/s;

/** Names of the two catalogues that differ. Other tables may stand in the schema: no statement of the program reads them. */
function compare(stored: Catalogue, made: Catalogue): RecordProblem[] {
  const tables = new Set([...made.keys()].flatMap((name) => (name.startsWith('table ') ? [name.slice(6)] : [])));
  const problems: RecordProblem[] = [];
  for (const [name, definition] of made) {
    const found = stored.get(name);
    if (found === undefined) problems.push(differs(`${name} is missing`));
    else if (found !== definition)
      problems.push(differs(`${name} is ${found}, and the migrations make it ${definition}`));
  }
  for (const [name, definition] of stored) {
    if (made.has(name)) continue;
    const table = / (?:of|on|to) (\S+)$/.exec(name)?.[1] ?? name.replace(/^(table|sequence) /, '');
    if (/^(table|sequence) /.test(name) || (/ (of|on|to) \S+$/.test(name) && !tables.has(table))) continue;
    if (name.startsWith('index ') && HARMLESS_INDEX.test(definition)) continue;
    problems.push(differs(`${name} is not made by the migrations: ${definition}`));
  }
  return problems;
}

/** Schemas in which the server looks for a name without one. */
async function readPath(pool: pg.Pool): Promise<{ spaces: string[]; problems: RecordProblem[] }> {
  const { rows } = await pool.query<{ path: string[]; own: string[] }>(
    `select current_schemas(true)::text[] as path, current_schemas(false)::text[] as own`,
  );
  const { path, own } = rows[0]!;
  const isFirst = path.find((name) => !/^pg_(toast_)?temp_/.test(name)) === 'pg_catalog';
  return {
    spaces: own.filter((name) => name !== 'pg_catalog'),
    problems: isFirst
      ? []
      : [differs(`search_path begins with ${path[0] ?? 'nothing'}, which hides what PostgreSQL brings`)],
  };
}

/** Settings of a role or a database that change what statements do; each with what it has to be. */
const SETTINGS: Readonly<Record<string, RegExp>> = {
  session_replication_role: /^origin$/,
  role: /^none$/,
  row_security: /^on$/,
  transform_null_equals: /^off$/,
  standard_conforming_strings: /^on$/,
  array_nulls: /^on$/,
  datestyle: /^ISO/,
  default_transaction_read_only: /^off$/,
};

async function settingProblems(pool: pg.Pool): Promise<RecordProblem[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select lower(name) as name, setting from pg_settings where lower(name) = any($1::text[]) order by 1`,
    [Object.keys(SETTINGS)],
  );
  return rows.flatMap(({ name, setting }) =>
    SETTINGS[name]!.test(setting) ? [] : [differs(`${name} is ${setting} for the server’s role in this database`)],
  );
}

/** Event triggers run by anything, but for those of an extension that another role has brought. */
async function triggerProblems(pool: pg.Pool): Promise<RecordProblem[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select evtname as name from pg_event_trigger where evtenabled <> 'D' and not exists (
       select from pg_depend where classid = 'pg_event_trigger'::regclass and objid = pg_event_trigger.oid and deptype = 'e') order by 1`,
  );
  return rows.map(({ name }) => differs(`event trigger ${name} is not made by the migrations`));
}

/** Tables, sequences and functions belong to one role, which is the server's only where no other is named. */
async function ownerProblems({ pool, connectAsOwner, hasOwner }: CheckedDatabase): Promise<RecordProblem[]> {
  const { rows } = await pool.query<{ name: string; owner: string }>(
    `select relname as name, pg_get_userbyid(relowner) as owner from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relname = any($1::text[])
     union all select proname, pg_get_userbyid(proowner) from pg_proc where pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e') order by 1`,
    [(await serverRights(pool)).map(({ table }) => table)],
  );
  const owners = new Set(rows.map(({ owner }) => owner));
  const client = await connectAsOwner();
  const named = await client
    .query<{ owner: string; can: string[] }>(
      `select current_user as owner, array(select rolname::text from unnest($1::text[]) as rolname where pg_has_role(rolname, 'USAGE')) as can`,
      [[...owners]],
    )
    .finally(() => client.end());
  const { owner, can } = named.rows[0]!;
  // the role that owns most is the one that made them
  const usual = [...owners].sort((a, b) => counted(rows, b) - counted(rows, a))[0];
  return [
    ...rows
      .filter((row) => row.owner !== usual)
      .map(({ name, owner: other }) => differs(`${name} belongs to ${other}, all else to ${usual}`)),
    ...(hasOwner && usual !== undefined && !can.includes(usual)
      ? [differs(`the tables belong to ${usual}, and OWNER_DATABASE_URL names ${owner}`)]
      : []),
  ];
}

const counted = (rows: readonly { owner: string }[], owner: string): number =>
  rows.filter((row) => row.owner === owner).length;

/** Roles besides the owner that may write what a server may not (DR1), by a grant of their own or to everybody. */
async function grantProblems(pool: pg.Pool): Promise<RecordProblem[]> {
  const rights = new Map((await serverRights(pool)).map((right) => [right.table, right]));
  const { rows } = await pool.query<{ table: string; column: string | null; to: string; right: string }>(
    `select relname as table, null as column, coalesce(pg_get_userbyid(nullif(grantee, 0)), 'everybody') as to, privilege_type as right
       from pg_class, aclexplode(relacl) where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and grantee <> relowner
     union all select relname, attname, coalesce(pg_get_userbyid(nullif(grantee, 0)), 'everybody'), privilege_type
       from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and grantee <> relowner and attnum > 0
     order by 1, 2, 3, 4`,
  );
  return rows.flatMap(({ table, column, to, right }) => {
    const wanted = rights.get(table);
    const isWanted =
      /^(SELECT|REFERENCES|MAINTAIN)$/.test(right) ||
      (right === 'INSERT' && wanted?.insert) ||
      (/^(UPDATE|DELETE)$/.test(right) && wanted?.change) ||
      (right === 'UPDATE' && column !== null && wanted?.columns.includes(column));
    return isWanted || !wanted
      ? []
      : [differs(`${to} may ${right} ${table}${column === null ? '' : ` (${column})`}, which no server needs`)];
  });
}
