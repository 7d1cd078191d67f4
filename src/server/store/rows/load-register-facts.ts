import { sql } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { ReferredRow, RegisterFacts } from '#page/register-view.ts';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';
import { listRegisterStates } from './list-register-rows.ts';
import { listDates } from './register-changes.ts';

/** options of one register: a choice among more is no choice */
const MOST_OPTIONS = 1_000;

/** Facts about the registers' rows that all addresses of a site may name; read once a publication. */
export async function loadRegisterFacts(
  db: Db,
  moment: Moment,
  definitions: readonly RegisterDefinition[],
): Promise<RegisterFacts> {
  const named = new Set(
    definitions.flatMap(({ fields }) => Object.values(fields).flatMap(({ reference }) => reference?.register ?? [])),
  );
  const referred = definitions.filter(({ register, key }) => named.has(register) && key.length === 1);
  const dated = definitions.filter(({ history }) => history !== undefined).map(({ register }) => register);
  const [dates, states, everFilled, ...options] = await Promise.all([
    listDates(db, moment, dated),
    listRegisterStates(db, moment),
    listEverFilled(db, moment),
    ...referred.map(async (definition) => [definition.register, await listOptions(db, moment, definition)] as const),
  ]);
  const filled = new Set([...states].flatMap(([register, { rowCount }]) => (rowCount > 0 ? [register] : [])));
  return { dates, options: new Map(options), filled, everFilled };
}

/** Registers that had public rows at the moment or at any before it. */
async function listEverFilled(db: Db, moment: Moment): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('register_state')
    .select('register')
    .distinct()
    .where('row_count', '>', 0)
    .$if(moment !== 'now', (all) => all.where('public_from', '<=', moment as Date))
    .execute();
  return new Set(rows.map(({ register }) => register));
}

async function listOptions(db: Db, moment: Moment, definition: RegisterDefinition): Promise<ReferredRow[]> {
  const rows = await db
    .selectFrom('register_row')
    .select(['key', 'data'])
    .where('register', '=', definition.register)
    .where(publicAt('register_row', moment))
    .orderBy('sort_no')
    .orderBy(sql`row_id`)
    .limit(MOST_OPTIONS)
    .execute();
  // a label need not be a column
  return rows.map(({ key, data }) => ({ key, row: openFields(definition, data) }));
}

function openFields({ fields }: RegisterDefinition, data: Readonly<Record<string, string | number | null>>) {
  return Object.fromEntries(Object.entries(data).filter(([name]) => fields[name] && !fields[name].restricted));
}
