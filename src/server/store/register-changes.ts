import { sql } from 'kysely';
import type { Cell, RowChange, RowChangeKind } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { Db } from '../db/tables.ts';
import type { Moment } from './new-publication.ts';
import { shownRow } from './list-register-rows.ts';
import { publicAt } from './moment.ts';
import { rowComparer } from './row-order.ts';

/** Published dates that visitors may choose among. */
const MOST_DATES = 60;

/** Dates that a register stated itself to be true at, newest first. */
export async function listRegisterDates(db: Db, moment: Moment, register: string): Promise<string[]> {
  return (await listDates(db, moment, [register])).get(register) ?? [];
}

/** The same for several registers at once. */
export async function listDates(db: Db, moment: Moment, registers: readonly string[]): Promise<Map<string, string[]>> {
  if (registers.length === 0) return new Map();
  const rows = await db
    .selectFrom('register_state')
    .select(['register', 'data_date'])
    .distinct()
    .where('register', 'in', registers)
    .where(sql<boolean>`(public_to is null or public_to > public_from)`)
    .$if(moment !== 'now', (all) => all.where('public_from', '<=', moment as Date))
    .orderBy('data_date', 'desc')
    .execute();
  const dates = Map.groupBy(rows, (row) => row.register);
  return new Map(
    [...dates].map(([register, of]) => [register, of.slice(0, MOST_DATES).map(({ data_date }) => data_date)]),
  );
}

type Row = Record<string, Cell>;

/**
 * What a register says differently at two moments, by key, in the register's order. Only what a visitor may see is
 * compared: a change of a hidden field would tell of it.
 */
export async function listRegisterChanges(
  db: Db,
  definition: RegisterDefinition,
  from: Moment,
  to: Moment,
): Promise<RowChange[]> {
  const [before, after] = await Promise.all([onlyAt(db, definition, from, to), onlyAt(db, definition, to, from)]);
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    changeOf(definition, before.get(key), after.get(key)),
  );
  const compare = rowComparer(definition);
  return changes.sort((a, b) => compare(a.ordered, b.ordered)).map(({ ordered: _ordered, ...change }) => change);
}

/** Rows by key that are public at one moment and not at the other. */
async function onlyAt(
  db: Db,
  { register }: RegisterDefinition,
  moment: Moment,
  other: Moment,
): Promise<Map<string, Row>> {
  const rows = await db
    .selectFrom('register_row')
    .select(['key', 'data'])
    .where('register', '=', register)
    .where(publicAt('register_row', moment))
    .where(sql<boolean>`not ${publicAt('register_row', other)}`)
    .execute();
  return new Map(rows.map(({ key, data }) => [key, data]));
}

function changeOf(
  definition: RegisterDefinition,
  before: Row | undefined,
  after: Row | undefined,
): (RowChange & { ordered: Row })[] {
  const [old, fresh] = [before && shownRow(definition, before), after && shownRow(definition, after)];
  if (old && fresh) {
    if (canonicalJson(old) === canonicalJson(fresh)) return [];
    return [{ kind: kindOf(definition, old, fresh), row: fresh, before: old, ordered: after! }];
  }
  return fresh
    ? [{ kind: 'added', row: fresh, before: null, ordered: after! }]
    : [{ kind: 'removed', row: old!, before: old!, ordered: before! }];
}

/** By the first compared number that differs; a number that came or went tells no direction. */
function kindOf({ history }: RegisterDefinition, before: Row, after: Row): RowChangeKind {
  for (const field of history?.compare ?? []) {
    const [old, fresh] = [before[field] ?? null, after[field] ?? null];
    if (String(old) === String(fresh) || Number(old) === Number(fresh)) continue;
    if (old === null || fresh === null) return 'changed';
    return Number(fresh) > Number(old) ? 'raised' : 'lowered';
  }
  return 'changed';
}
