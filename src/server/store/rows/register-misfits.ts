import { sql } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';

/**
 * public rows of one register that are looked at: enough to tell that a definition no longer fits, few enough for a
 * start
 */
const LOOKED_AT = 20_000;

/**
 * Conflicts of definitions with the public rows, in English sentences for the log and the terminal. They are fields
 * that rows hold and no definition names, fields that were to be filled and are not, and values that are no choice any
 * more. Rows are checked when they are published; this tells of definitions that were changed afterwards.
 */
export async function findMisfits(db: Db, definitions: readonly RegisterDefinition[]): Promise<string[]> {
  const misfits: string[] = [];
  for (const definition of definitions) misfits.push(...(await misfitsOf(db, definition)));
  return misfits;
}

async function misfitsOf(db: Db, { register, fields, key }: RegisterDefinition): Promise<string[]> {
  const rows = sql`(select data from register_row where register = ${register} and public_to is null limit ${LOOKED_AT}) as looked`;
  const { rows: known } = await sql<{ field: string; total: number }>`
    select cell.key as field, (count(*) filter (where cell.value <> ''))::int as total from ${rows}, jsonb_each_text(looked.data) as cell group by cell.key order by cell.key`.execute(
    db,
  );
  if (known.length === 0) return [];
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from ${rows}`.execute(db);
  const total = counted[0]!.total;
  const unknown = known.filter(({ field, total: held }) => held > 0 && !Object.hasOwn(fields, field));
  // rows name every field that their definition had, the empty ones, too
  const empty = Object.keys(fields).filter((name) => !known.some(({ field }) => field === name));
  // a new optional field may be empty everywhere; beside an unknown one it is most often that one's new name
  const missing = empty.filter((name) => unknown.length > 0 || fields[name]!.required || key.includes(name));
  const sentences = [
    ...unknown.map((one) => `${one.total} public rows hold the field ${one.field}, which the definition does not name`),
    ...missing.map((name) => `field ${name} has no values in ${total} public rows`),
  ];
  for (const [name, { type, choices = {} }] of Object.entries(fields)) {
    if (type !== 'choice') continue;
    const { rows: values } = await sql<{ value: string; total: number }>`
      select looked.data ->> ${name}::text as value, count(*)::int as total from ${rows}
      where coalesce(looked.data ->> ${name}::text, '') <> '' and not (looked.data ->> ${name}::text = any(${Object.keys(choices)}::text[])) group by 1 order by 1 limit 5`.execute(
      db,
    );
    sentences.push(
      ...values.map(
        (one) =>
          `${one.total} public rows hold ${one.value.slice(0, 60)} in field ${name}, which is no choice any more`,
      ),
    );
  }
  return sentences.map((sentence) => `register ${register}: ${sentence}`);
}
