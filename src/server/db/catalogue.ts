import type pg from 'pg';
import type { Database } from './connect.ts';
import { makeTables } from './migrate.ts';

type Client = Pick<pg.Client, 'query' | 'escapeIdentifier'>;

/** Catalogue of PostgreSQL for a store, by kind and place: 'trigger article_stays on article' → its definition. */
export type Catalogue = ReadonlyMap<string, string>;

/** The schema into which the migrations run to see what they make; it is never committed. */
const SCRATCH = 'site_catalogue_check';

/**
 * Everything that decides the effect of a statement of the program. For each table it is its form, columns, constraints
 * with the triggers that enforce them, indexes, triggers, rules, policies, heirs and subscriptions. It is all
 * functions, operators and types of the schema, but those that an extension has of another owner. All is written by
 * this PostgreSQL itself, with names as `search_path` shows them.
 */
const READ = `
with ours as (
  select pg_class.* from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
), foreign_member as (
  select classid, objid from pg_depend
  where deptype = 'e' and refclassid = 'pg_extension'::regclass
), spaces as (select oid from pg_namespace where nspname = any($2::text[]))
select 'table ' || relname as name, jsonb_build_object('kind', relkind, 'persistence', relpersistence, 'access',
    (select amname from pg_am where pg_am.oid = relam), 'row security', relrowsecurity or relforcerowsecurity,
    'view', case when relkind in ('v', 'm') then pg_get_viewdef(oid) end)::text as said from ours
union all
select 'column ' || attname || ' of ' || relname, jsonb_build_object('type', format_type(atttypid, atttypmod), 'not null', attnotnull,
    'default', pg_get_expr(adbin, adrelid), 'identity', attidentity, 'generated', attgenerated,
    'collation', case when attcollation <> 0 then attcollation::regcollation::text end)::text
  from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
union all
select 'constraint ' || conname || ' on ' || relname, jsonb_build_object('is', pg_get_constraintdef(con.oid, true), 'valid', convalidated,
    'enforced', coalesce(to_jsonb(con) ->> 'conenforced', 'true'), 'deferrable', condeferrable or condeferred,
    'triggers', (select jsonb_agg(jsonb_build_array(tgfoid::regproc::text, tgenabled) order by tgfoid::regproc::text, tgenabled)
      from pg_trigger where tgconstraint = con.oid))::text
  from ours join pg_constraint con on conrelid = ours.oid where contype <> 'n'
union all
select 'index ' || at.relname || ' on ' || ours.relname, jsonb_build_object('is', pg_get_indexdef(indexrelid, 0, true), 'unique', indisunique,
    'works', indisvalid and indisready and indislive, 'enforced at once', indimmediate, 'calls', (
      select jsonb_agg(proname order by proname) from pg_depend join pg_proc on refobjid = pg_proc.oid and refclassid = 'pg_proc'::regclass
      where classid = 'pg_class'::regclass and objid = indexrelid and pronamespace <> 'pg_catalog'::regnamespace))::text
  from ours join pg_index on indrelid = ours.oid join pg_class at on at.oid = indexrelid
union all
select 'trigger ' || tgname || ' on ' || relname, jsonb_build_object('is', pg_get_triggerdef(pg_trigger.oid, true), 'enabled', tgenabled)::text
  from ours join pg_trigger on tgrelid = ours.oid where not tgisinternal
union all
select 'rule ' || rulename || ' on ' || relname, pg_get_ruledef(pg_rewrite.oid, true)
  from ours join pg_rewrite on ev_class = ours.oid where relkind not in ('v', 'm')
union all
select 'policy ' || polname || ' on ' || relname, polcmd::text from ours join pg_policy on polrelid = ours.oid
union all
select 'heir ' || inhrelid::regclass || ' of ' || relname, 'rows of another table' from ours join pg_inherits on inhparent = ours.oid
union all
select 'parent ' || inhparent::regclass || ' of ' || relname, 'rows of another table' from ours join pg_inherits on inhrelid = ours.oid
union all
select 'subscription ' || subname || ' to ' || relname, 'rows of another database'
  from ours join pg_subscription_rel on srrelid = ours.oid join pg_subscription on pg_subscription.oid = srsubid
union all
select 'sequence ' || relname, jsonb_build_object('type', seqtypid::regtype::text, 'from', seqstart, 'by', seqincrement, 'least', seqmin,
    'most', seqmax, 'begins again', seqcycle)::text
  from pg_class join pg_sequence on seqrelid = pg_class.oid where relnamespace = $1::regnamespace
union all
select 'function ' || pg_proc.oid::regprocedure, jsonb_build_object('result', pg_get_function_result(pg_proc.oid), 'arguments',
    pg_get_function_arguments(pg_proc.oid), 'language', lanname, 'source', prosrc, 'body', pg_get_function_sqlbody(pg_proc.oid),
    'library', probin, 'settings', proconfig, 'security definer', prosecdef, 'volatility', provolatile, 'strict', proisstrict,
    'parallel', proparallel, 'kind', prokind)::text
  from pg_proc join pg_language on pg_language.oid = prolang
  where pronamespace in (select oid from spaces) and not ((('pg_proc'::regclass)::oid, pg_proc.oid) in (select classid, objid from foreign_member)
    and proowner not in (select relowner from ours))
union all
select 'operator ' || pg_operator.oid::regoperator, oprcode::text from pg_operator
  where oprnamespace in (select oid from spaces) and not ((('pg_operator'::regclass)::oid, pg_operator.oid) in (select classid, objid from foreign_member)
    and oprowner not in (select relowner from ours))
union all
select 'type ' || typname, typtype::text from pg_type
  where typnamespace in (select oid from spaces) and typtype in ('b', 'd', 'e', 'r', 'm') and typelem = 0
    and not ((('pg_type'::regclass)::oid, pg_type.oid) in (select classid, objid from foreign_member) and typowner not in (select relowner from ours))`;

/** @param client in a transaction @param spaces schemas in which a name without one is looked for */
async function readCatalogue(client: Client, schema: string, spaces: readonly string[]): Promise<Catalogue> {
  await client.query(`set local search_path = ${client.escapeIdentifier(schema)}`);
  const { rows } = await client.query<{ name: string; said: string }>(READ, [client.escapeIdentifier(schema), spaces]);
  // names that search_path does not show bear their schema; of a pair of stores these differ
  const plain = (text: string): string => text.replaceAll(`${SCRATCH}.`, '');
  return new Map(rows.map(({ name, said }) => [plain(name), plain(said)]));
}

/** Catalogue of a store, beside the one that this version's migrations make on the same PostgreSQL. */
export interface Catalogues {
  stored: Catalogue;
  made: Catalogue;
}

/** The catalogue of the migrations is the same for a whole process. */
const made = new WeakMap<object, Catalogue>();

/**
 * RC7: reads the catalogue of the store, and that of a scratch schema in which the migrations run, in a transaction
 * that is rolled back. One PostgreSQL spells both, whatever its version. Nothing of the store is locked.
 * @param spaces schemas in which the server looks for a name without one, the store's first
 * @returns null where this role may not create a schema
 */
export async function readCatalogues(
  database: Pick<Database, 'connectAsOwner' | 'pool'>,
  spaces: readonly string[],
): Promise<Catalogues | null> {
  const client = await database.connectAsOwner(`site ${process.pid} catalogue`);
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin read only');
    const stored = await readCatalogue(client, spaces[0]!, spaces);
    await client.query('rollback');
    const expected = made.get(database.pool) ?? (await makeScratch(client));
    if (expected === null) return null;
    made.set(database.pool, expected);
    return { stored, made: expected };
  } finally {
    await client.end().catch(() => {});
  }
}

async function makeScratch(client: pg.Client): Promise<Catalogue | null> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'CREATE') as may`,
  );
  if (!rows[0]!.may) return null;
  await client.query('begin');
  try {
    await client.query(`create schema ${SCRATCH}; set local search_path = ${SCRATCH}`);
    await makeTables(client);
    return await readCatalogue(client, SCRATCH, [SCRATCH]);
  } finally {
    await client.query('rollback');
  }
}
