import { sql, type RawBuilder } from 'kysely';
import type { Cell, Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';
import {
  conditionsOf,
  ordering,
  type Conditions,
  type PieceCondition,
  type RegisterQuestion,
} from './register-question.ts';

/** Counting ends here; more than so many are said to be more. */
export const MOST_COUNTED = 10_000;
/**
 * rows of a large register that are gone through in their order before a page of many matches is looked for otherwise
 */
const LONGEST_WALK = 60_000;
/** rows that are looked at to see whether so many of them match that counting further is short */
const PROBE = 1_000;
/** a piece with so many times the rows of another is asked of the other's rows: its own list is longer than they are */
const MUCH_MORE = 8;

export interface Paging {
  /** from 1 */
  pageNum: number;
  pageSize: number;
}

export interface RegisterPage {
  rows: Record<string, Cell>[];
  /** rows that the question leaves, at most MOST_COUNTED */
  total: number;
  more: boolean;
}

/** RK6: whether the asker may read the restricted fields of rows of a product level. */
export type MayRead = (riskLevel: string) => boolean;

const nobody: MayRead = () => false;

/** Fields that may leave the store: columns and key. @param opens restricted ones, too */
export function shownFields({ columns, key, fields }: RegisterDefinition, opens = false): string[] {
  return [...new Set([...columns, ...key])].filter((name) => fields[name] && (opens || !fields[name].restricted));
}

/** Fields that never leave the store, or for some customers alone: of their values nothing is told, not even a change. */
export function hiddenFields(definition: RegisterDefinition): string[] {
  const open = new Set(shownFields(definition));
  return Object.keys(definition.fields).filter((name) => !open.has(name));
}

/** A row as it may leave the store; restricted fields only for customers who may read them. */
export function shownRow(definition: RegisterDefinition, data: Row, mayRead: MayRead = nobody): Row {
  const opens = definition.restrictedBy !== undefined && mayRead(String(data[definition.restrictedBy] ?? ''));
  return Object.fromEntries(shownFields(definition, opens).map((name) => [name, data[name] ?? null]));
}

/** Whether some columns of the table are restricted. */
export const hasRestricted = ({ columns, fields, restrictedBy }: RegisterDefinition): boolean =>
  restrictedBy !== undefined && columns.some((name) => fields[name]?.restricted);

export interface RegisterSize {
  /** rows of the whole register at that moment */
  rows: number;
  /** counts of the pieces that more than MOST_COUNTED of its rows have now */
  common: PieceCounts;
}

/** piece → public rows that have it */
export type PieceCounts = ReadonlyMap<string, number>;

interface RowQuery {
  definition: RegisterDefinition;
  moment: Moment;
  sort: string | undefined;
  conditions: Conditions;
  common: PieceCounts;
  byKey: boolean;
}

/**
 * One page of a register's public rows. The way to the rows is chosen by known facts, not by a planner's guess. Few
 * matches are all found by the indexes, counted and ordered; for a page of many the register is read in order.
 */
export async function listRegisterRows(
  db: Db,
  moment: Moment,
  definition: RegisterDefinition,
  question: RegisterQuestion,
  paging: Paging,
  size: RegisterSize,
  mayRead?: MayRead,
): Promise<RegisterPage> {
  const query: RowQuery = {
    definition,
    moment,
    sort: question.sort,
    conditions: conditionsOf(definition, question),
    common: moment === 'now' ? size.common : new Map(),
    byKey: question.row !== undefined,
  };
  const { pieces, others } = query.conditions;
  const page = (rows: Row[], total: number, more = false): RegisterPage => ({
    rows: rows.map((data) => shownRow(definition, data, mayRead)),
    total,
    more,
  });
  if (pieces.length + others.length === 0)
    return page(
      moment === 'now' && !question.sort
        ? await ownOrder(db, definition.register, paging, size.rows)
        : await inOrder(db, query, paging, null),
      size.rows,
    );
  if (moment !== 'now' || !(await areMany(db, query, size.rows))) {
    const found = await findFew(db, query, paging, size.rows);
    if (found.total <= MOST_COUNTED) return page(found.rows, found.total);
  }
  // uncounted rows have no pages
  if ((paging.pageNum - 1) * paging.pageSize >= MOST_COUNTED) return page([], MOST_COUNTED, true);
  const walked = moment === 'now' ? await inOrder(db, query, paging, LONGEST_WALK) : [];
  // the page of a long list is full; one that is not lies further on
  return page(walked.length === paging.pageSize ? walked : await inOrder(db, query, paging, null), MOST_COUNTED, true);
}

/**
 * Whether there are more matches than are counted: known of a common piece, else where the first rows are dense with
 * them.
 */
async function areMany(db: Db, query: RowQuery, rows: number): Promise<boolean> {
  const { pieces, others } = query.conditions;
  if (rows <= MOST_COUNTED || query.byKey || !pieces.every(({ all }) => all.every((piece) => query.common.has(piece))))
    return false;
  if (pieces.length === 1 && others.length === 0 && pieces[0]!.exact) return true;
  const dense = await countWithin(db, query, PROBE);
  return (
    dense * (LONGEST_WALK / PROBE) > MOST_COUNTED * 1.2 && (await countWithin(db, query, LONGEST_WALK)) > MOST_COUNTED
  );
}

/** Matches among so many rows of the register, whichever are read fastest; at most one more than MOST_COUNTED. */
async function countWithin(db: Db, query: RowQuery, most: number): Promise<number> {
  const { rows } = await sql<{
    found: string;
  }>`with found as (select 1 from ${walk(query, most, false)} limit ${MOST_COUNTED + 1}) select count(*) as found from found`.execute(
    db,
  );
  return Number(rows[0]?.found ?? 0);
}

/**
 * Number of rows, as a rule the first in order, as `chosen`, with the conditions: the limit inside keeps the planner
 * from another way.
 */
function walk(query: RowQuery, most: number, ordered = true): RawBuilder<unknown> {
  const { columns, order } = orderParts(query);
  const { definition, moment, conditions } = query;
  return sql`(select ${columns}, data, search, pieces, key from register_row where register = ${sql.lit(definition.register)} and ${publicAt('register_row', moment)}${ordered ? sql` order by ${order('')}` : sql``} limit ${most}) as chosen
    where true${allOf([...conditions.pieces.flatMap(({ exact, plain }) => (exact ? [plain] : [])), ...conditions.others])}`;
}

/**
 * At most one more than MOST_COUNTED matches by the indexes, with a page of them in order.
 * @param rowsOfAll rows of the whole register at that moment
 */
async function findFew(
  db: Db,
  query: RowQuery,
  paging: Paging,
  rowsOfAll: number,
): Promise<{ rows: Row[]; total: number }> {
  const { moment } = query;
  const { columns, order } = orderParts(query);
  const found = sql`with found as materialized (
      select ${columns} from register_row where ${byPieces(query)} limit ${MOST_COUNTED + 1}
    ), page as (select * from found order by ${order('found')} ${window(paging)})
    select (select count(*) from found) as total, register_row.data from (select 1) as one
      left join (page join register_row using (row_id)) on true order by ${order('page')}`;
  type Found = { total: string; data: Row | null };
  // a register of which every row may be counted is cheap to read by whatever plan, so by one that is made once
  // (connect.ts)
  const small = moment === 'now' && rowsOfAll <= MOST_COUNTED;
  const { rows } = small
    ? await sql<Found>`select total, data from (${found}) as few`.execute(db)
    : await db.transaction().execute(async (trx) => {
        // plans that stop early are a bet on where the matches stand
        await sql`set local enable_seqscan = off; set local enable_indexscan = off`.execute(trx);
        return sql<Found>`${found}`.execute(trx);
      });
  return { rows: rows.flatMap(({ data }) => (data ? [data] : [])), total: Number(rows[0]?.total ?? 0) };
}

/** @param most rows of the register that are looked at; null: all, matches found by the indexes where that helps */
async function inOrder(db: Db, query: RowQuery, paging: Paging, most: number | null): Promise<Row[]> {
  const { columns, order } = orderParts(query);
  const from =
    most === null
      ? sql`(select ${columns}, data from register_row where ${byPieces(query)}) as chosen`
      : walk(query, most);
  const { rows } = await sql<{
    data: Row;
  }>`with page as (select data from ${from} order by ${order('chosen')} ${window(paging)}) select data from page`.execute(
    db,
  );
  return rows.map(({ data }) => data);
}

/** A page of the whole register in its own order; a far one is reached by the index alone, from the nearer end. */
async function ownOrder(db: Db, register: string, { pageNum, pageSize }: Paging, count: number): Promise<Row[]> {
  const before = (pageNum - 1) * pageSize;
  if (before >= count) return [];
  const open = sql`register = ${sql.lit(register)} and public_to is null`;
  const fromEnd = before > count / 2;
  const first = sql`(select sort_no from register_row where ${open} order by sort_no${fromEnd ? sql` desc` : sql``} limit 1 offset ${fromEnd ? count - 1 - before : before})`;
  const { rows } = await sql<{
    data: Row;
  }>`select data from register_row where ${open} and sort_no >= ${first} order by sort_no, row_id limit ${pageSize}`.execute(
    db,
  );
  return rows.map(({ data }) => data);
}

/**
 * Conditions for the indexes. The pieces tell the register, too: named as such it would tempt the planner to go through
 * all of it.
 */
function byPieces({
  definition,
  moment,
  conditions: { pieces, others },
  common,
  byKey,
}: RowQuery): RawBuilder<unknown> {
  const register = sql.lit(definition.register);
  if (pieces.length === 0 || moment !== 'now' || byKey) {
    const held = pieces.length === 0 ? sql`` : sql` and pieces @> ${piecesOfAll(pieces)}::text[]`;
    return sql`register = ${register} and ${publicAt('register_row', moment)}${held}${allOf(others)}`;
  }
  const rowsOf = (piece: string) => common.get(piece) ?? MOST_COUNTED;
  const most = Math.min(...pieces.flatMap(({ all }) => all.map(rowsOf))) * MUCH_MORE;
  const chosen = pieces.map(({ all, exact, plain }) => ({
    exact,
    plain,
    all: all.filter((piece) => rowsOf(piece) <= most),
  }));
  const unasked = chosen.flatMap(({ all, exact, plain }) => (exact && all.length === 0 ? [plain] : []));
  return sql`pieces @> ${piecesOfAll(chosen)}::text[] and register || '' = ${register} and ${publicAt('register_row', moment)}${allOf([...unasked, ...others])}`;
}

const piecesOfAll = (pieces: readonly Pick<PieceCondition, 'all'>[]): string[] => pieces.flatMap(({ all }) => all);

const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  );

const window = ({ pageNum, pageSize }: Paging): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;

/** Select list that brings what rows are ordered by under names, and the order over those names. */
function orderParts({ definition, sort, moment }: RowQuery): {
  columns: RawBuilder<unknown>;
  order: (table: string) => RawBuilder<unknown>;
} {
  const keys = ordering(definition, sort, moment);
  return {
    columns: sql.join(keys.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`)),
    order: (table) =>
      sql.join(
        keys.map(
          ({ name, descending }) =>
            sql`${sql.ref(table === '' ? name : `${table}.${name}`)}${descending ? sql` desc` : sql``} nulls last`,
        ),
      ),
  };
}

export interface RegisterState {
  dataDate: string;
  department: string;
  rowCount: number;
}

/** State of the register, by its own statement; undefined before its first publication. */
export async function findRegisterState(db: Db, moment: Moment, register: string): Promise<RegisterState | undefined> {
  return (await listRegisterStates(db, moment, register)).get(register);
}

/** States of all registers, or of one, by name. */
export async function listRegisterStates(
  db: Db,
  moment: Moment,
  register?: string,
): Promise<Map<string, RegisterState>> {
  const rows = await db
    .selectFrom('register_state')
    .select(['register', 'data_date', 'department', 'row_count'])
    .where(publicAt('register_state', moment))
    .$if(register !== undefined, (all) => all.where('register', '=', register!))
    .execute();
  return new Map(
    rows.map((row) => [row.register, { dataDate: row.data_date, department: row.department, rowCount: row.row_count }]),
  );
}

/** Pieces that more than MOST_COUNTED public rows of a register have; Infinity where a count is not known. */
export async function findCommonPieces(db: Db, register: string): Promise<PieceCounts> {
  const row = await db
    .selectFrom('register_derived')
    .select(['common', 'counts'])
    .where('register', '=', register)
    .executeTakeFirst();
  return new Map(row?.common.map((piece, at) => [piece, row.counts[at] ?? Infinity]));
}
