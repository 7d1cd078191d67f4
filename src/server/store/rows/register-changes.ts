import { sql } from 'kysely';
import type { Row, RowChange, RowChangeKind } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { isSameRow } from '#rules/registers/same-row.ts';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { compareKeyed } from './compare-keyed.ts';
import { shownRow } from './list-register-rows.ts';
import { publicAt } from '../publication/moment.ts';
import type { RegisterQuestion } from './register-question.ts';
import { rowComparer } from './row-order.ts';
import { readStillPublic } from '../publication/still-public.ts';

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

/** Differences of a register between two moments. */
export interface RegisterChanges {
  /** in the register's order */
  list: RowChange[];
  /** kinds of changes whose rows are not public any more and are only counted */
  ended: RowChangeKind[];
  /** RG23: rows that a new definition rewrote and nobody changed */
  rewritten: number;
}

/**
 * Differences of a register between two moments, by key, in the register's order. Only what a visitor may see is
 * compared: a change of a hidden field would tell of it. A row that a new definition rewrote is the one that it was.
 * @param definition as it is at `to`
 * @param stillAt changes of rows that are not public at this moment are only counted; absent: all are listed
 */
export async function listRegisterChanges(
  db: Db,
  definition: RegisterDefinition,
  from: Moment,
  to: Moment,
  { stillAt }: Pick<RegisterQuestion, 'stillAt'> = {},
): Promise<RegisterChanges> {
  const [before, after, lines, still] = await Promise.all([
    onlyAt(db, definition, from, to),
    onlyAt(db, definition, to, from),
    rewrittenBetween(db, definition, from, to),
    stillAt ? readStillPublic(db, definition, stillAt) : () => true,
  ]);
  const changes: (RowChange & { ordered: Row })[] = [];
  const ended: RowChangeKind[] = [];
  /** @param isPublic whether both of its rows are of somebody who is public */
  const add = (isPublic: boolean, of: (RowChange & { ordered: Row })[]): void => {
    if (isPublic) changes.push(...of);
    else ended.push(...of.map(({ kind }) => kind));
  };
  let rewritten = 0;
  // rewritten rows first: a row that now has the former key of one of them is new
  const inOrder = [true, false].map((isLined) => [...after].filter(([key]) => lines.has(key) === isLined));
  await compareKeyed(
    before,
    inOrder,
    ([key]: [string, Row]) => lines.get(key)?.origin ?? key,
    ({ key: origin, held, came }) => {
      if (!came) return add(still(origin, held!), changeOf(definition, held, undefined));
      const [key, row] = came;
      const line = lines.get(key);
      const was = held && (line?.before ?? held);
      if (line?.isRewrittenOnly && was) rewritten += 1;
      else add(still(key, row) && (!was || still(origin, was)), changeOf(definition, was, row));
    },
  );
  const compare = rowComparer(definition);
  const list = changes.sort((a, b) => compare(a.ordered, b.ordered)).map(({ ordered: _ordered, ...change }) => change);
  return { list, ended, rewritten };
}

/** History of a row up to a later moment. */
interface Line {
  /** the key that it had at the earlier moment */
  origin: string;
  /** nothing but new definitions made another of it */
  isRewrittenOnly: boolean;
  /** the row that definitions had made of it before it was first changed; null: none */
  before: Row | null;
}

/** Rows that a new definition rewrote in between, by their key at the later moment. */
async function rewrittenBetween(
  db: Db,
  { register }: RegisterDefinition,
  from: Moment,
  to: Moment,
): Promise<Map<string, Line>> {
  const since = from === 'now' ? new Date() : from;
  const opened = db
    .selectFrom('register_row')
    .where('register', '=', register)
    .where('public_from', '>', since)
    .$if(to !== 'now', (all) => all.where('public_from', '<=', to as Date));
  const lines = new Map<string, Line>();
  if (!(await opened.select('key').where('former_key', 'is not', null).limit(1).executeTakeFirst())) return lines;
  const rows = await opened.select(['key', 'former_key', 'public_from', 'public_to', 'data']).execute();
  const name = (key: string, end: Date | null): string => `${end?.getTime() ?? ''} ${key}`;
  // the first of two with one end was replaced at the moment at which it was published
  const ending = new Map(rows.map((row) => [name(row.key, row.public_to), row]));
  for (const row of rows) {
    if (row.public_to !== null && (to === 'now' || row.public_to <= to)) continue;
    const steps = [row];
    for (let at = row; ;) {
      const previous = ending.get(name(at.former_key ?? at.key, at.public_from));
      if (!previous || steps.includes(previous)) break;
      steps.push(previous);
      at = previous;
    }
    if (!steps.some(({ former_key }) => former_key !== null)) continue;
    const oldest = steps.at(-1)!;
    const changed = steps.findLastIndex(({ former_key }) => former_key === null);
    lines.set(row.key, {
      origin: oldest.former_key ?? oldest.key,
      isRewrittenOnly: changed === -1,
      before: steps[changed + 1]?.data ?? null,
    });
  }
  return lines;
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
    if (isSameRow(old, fresh)) return [];
    return [{ kind: kindOf(definition, old, fresh), row: fresh, before: old, ordered: after! }];
  }
  return fresh
    ? [{ kind: 'added', row: fresh, before: null, ordered: after! }]
    : [{ kind: 'removed', row: old!, before: old!, ordered: before! }];
}

/** Kind by the first compared number that differs; a number that came or went has no direction. */
function kindOf({ history }: RegisterDefinition, before: Row, after: Row): RowChangeKind {
  for (const field of history?.compare ?? []) {
    const [old, fresh] = [before[field] ?? null, after[field] ?? null];
    if (String(old) === String(fresh) || Number(old) === Number(fresh)) continue;
    if (old === null || fresh === null) return 'changed';
    return Number(fresh) > Number(old) ? 'raised' : 'lowered';
  }
  return 'changed';
}
