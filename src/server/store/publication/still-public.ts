import { sql, type RawBuilder } from 'kysely';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import { publicAt } from './moment.ts';
import type { Moment } from './new-publication.ts';
import type { RegisterQuestion } from '../rows/register-question.ts';

/** Field of a row's person, besides its key: a number may be given to somebody else when a person has left. */
const personField = ({ columns, fields }: RegisterDefinition): string | undefined =>
  columns.find((name) => fields[name]?.title.endsWith('姓名'));

const personIn = (definition: RegisterDefinition): RawBuilder<string> => {
  const field = personField(definition);
  return field === undefined ? sql`''::text` : sql`coalesce(data->>${sql.lit(field)}, '')`;
};

/** Select of key and person of each public row, with the keys that it had before (RG23). */
function publicLines(definition: RegisterDefinition, moment: Moment): RawBuilder<{ key: string; person: string }> {
  const { register } = definition;
  return sql`
    with recursive line (key, person) as (
      select key, ${personIn(definition)} from register_row where register = ${register} and ${publicAt('register_row', moment)}
      union
      select former_key, person from register_row join line using (key) where register = ${register} and former_key is not null
    ) select key, person from line`;
}

/** RG41: whether a row of a past list is that of somebody who is public at a moment, under whatever key. */
export const isStillPublic = (definition: RegisterDefinition, moment: Moment): RawBuilder<boolean> =>
  sql<boolean>`(key, ${personIn(definition)}) in (${publicLines(definition, moment)})`;

/** Rows of a past list that are not public any more; 0 where it shows them. */
export async function countEndedRows(
  db: Db,
  definition: RegisterDefinition,
  moment: Moment,
  { stillAt }: Pick<RegisterQuestion, 'stillAt'>,
): Promise<number> {
  if (stillAt === undefined) return 0;
  const { count } = await db
    .selectFrom('register_row')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('register', '=', definition.register)
    .where(publicAt('register_row', moment))
    .where(sql<boolean>`not ${isStillPublic(definition, stillAt)}`)
    .executeTakeFirstOrThrow();
  return count;
}

/** isStillPublic of rows that are read already. */
export async function readStillPublic(
  db: Db,
  definition: RegisterDefinition,
  moment: Moment,
): Promise<(key: string, row: Readonly<Record<string, Cell>>) => boolean> {
  const { rows } = await publicLines(definition, moment).execute(db);
  const name = (key: string, person: string): string => JSON.stringify([key, person]);
  const lines = new Set(rows.map(({ key, person }) => name(key, person)));
  const field = personField(definition);
  return (key, row) => lines.has(name(key, field === undefined ? '' : String(row[field] ?? '')));
}
