import { sql } from 'kysely';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { isSameRow } from '#rules/registers/same-row.ts';
import { completeRows, rowKey } from '#server/store/rows/check-rows.ts';
import { closeRows, openRows, type Publication } from '#server/store/rows/dated-rows.ts';
import { rowDeriver } from '#server/store/rows/derive-row.ts';
import { documentFileUses, type FileUse } from '#server/store/publication/file-uses.ts';
import { findCommonPieces, MOST_COUNTED } from '#server/store/rows/list-register-rows.ts';
import type { RegisterPart, Row, WholeRows } from '../index.ts';
import { publishState, recordOrder } from './publish-rows.ts';
import { inBatches, isDerived, storeDerived } from '#server/store/rows/register-derived.ts';
import { findRegisterPublication } from '#server/store/rows/register-publication.ts';
import { GAP, rowComparer } from '#server/store/rows/row-order.ts';

/** A part cannot be published by itself as things are: the whole register has to be gone through. */
export class InvalidPart extends Error {
  override readonly name = 'InvalidPart';
}

interface Present {
  row_id: number;
  opened_in: number;
  register: string;
  key: string;
  data: Row;
  sort_no: number;
}

interface Differing {
  key: string;
  data: Row;
  present: Present | undefined;
}

/**
 * Makes public what `publishRows` would, where it is known which rows differ: the others are neither read nor
 * derived.
 * @throws InvalidPart where the register is not what the part was made from
 */
export async function publishPart(
  publication: Publication,
  change: WholeRows,
  { no, gone, count }: RegisterPart,
): Promise<Map<string, FileUse[]>> {
  const { trx } = publication;
  const { definition } = change;
  const { register } = definition;
  const current = await findRegisterPublication(trx, register);
  if (current.no !== no || !(await isDerived(trx, definition))) throw new InvalidPart();
  const rows = completeRows(definition, change.rows).map((data) => ({ key: rowKey(definition, data), data }));
  const present = await findPresent(publication, register, [...rows.map(({ key }) => key), ...gone]);
  const differing = rows.flatMap(({ key, data }): Differing[] => {
    const here = present.get(key);
    return here && isSameRow(here.data, data) ? [] : [{ key, data, present: here }];
  });
  const row_count = current.rows + differing.filter((one) => !one.present).length - gone.length;
  if (gone.some((key) => !present.has(key)) || (count !== null && count !== row_count)) throw new InvalidPart();
  const closed = [...gone.map((key) => present.get(key)!), ...differing.flatMap((one) => one.present ?? [])];
  const numbers = await placesOf(publication, definition, differing, closed);
  await closeRows(
    publication,
    'register_row',
    closed.map(({ row_id, opened_in, key }) => ({ row_id, opened_in, register, key })),
  );
  const derive = rowDeriver(definition);
  const placed = differing.map(({ key, data }, at) => ({
    register,
    key,
    data,
    ...derive(data),
    sort_no: numbers[at]!,
  }));
  await inBatches(placed, (batch) => openRows(publication, 'register_row', batch, ['search', 'pieces', 'sort_no']));
  await sql`select clean_pending_pieces()`.execute(trx);
  await recount(
    publication,
    definition,
    closed.map(({ data }) => derive(data).pieces),
    placed.map(({ pieces }) => pieces),
  );
  await publishState(publication, {
    register,
    data_date: change.dataDate,
    department: change.department.trim(),
    row_count,
  });
  await recordOrder(trx, register);
  return new Map([[`register:${register}`, documentFileUses([])]]);
}

async function findPresent(
  { trx }: Publication,
  register: string,
  keys: readonly string[],
): Promise<Map<string, Present>> {
  const rows = await trx
    .selectFrom('register_row')
    .select(['row_id', 'opened_in', 'register', 'key', 'data', 'sort_no'])
    .where('register', '=', register)
    .where('public_to', 'is', null)
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * A number in the register's order for each row. A changed row keeps its own where the order does not look at the
 * change; another stands behind those that are equal in the order. @throws InvalidPart where there is no room between
 * two numbers
 */
async function placesOf(
  { trx }: Publication,
  definition: RegisterDefinition,
  differing: readonly Differing[],
  closed: readonly Present[],
): Promise<number[]> {
  const fields = definition.order.map((word) => word.replace(/^-/, ''));
  const stays = ({ present, data }: Differing): boolean =>
    present !== undefined && fields.every((field) => (present.data[field] ?? null) === (data[field] ?? null));
  if (differing.every(stays)) return differing.map(({ present }) => present!.sort_no);
  const left = new Set(closed.map(({ row_id }) => row_id));
  for (const one of differing) if (stays(one)) left.delete(one.present!.row_id);
  const values = sql.join([
    sql`row_id`,
    sql`sort_no`,
    ...fields.map((field, at) => sql`data ->> ${field}::text as ${sql.ref(`f${at}`)}`),
  ]);
  const { rows } = await sql<
    { row_id: number; sort_no: number } & Record<`f${number}`, string | null>
  >`select ${values} from register_row where register = ${definition.register} and public_to is null order by sort_no`.execute(
    trx,
  );
  const line = rows
    .filter(({ row_id }) => !left.has(row_id))
    .map((row) => ({
      sort_no: row.sort_no,
      row: Object.fromEntries(fields.map((field, at) => [field, row[`f${at}`] ?? null])) as Row,
    }));
  const compare = rowComparer(definition);
  return differing.map((one) => {
    if (stays(one)) return one.present!.sort_no;
    const at = upperBound(line, ({ row }) => compare(row, one.data) <= 0);
    const [before, after] = [line[at - 1]?.sort_no, line[at]?.sort_no];
    const sort_no =
      before === undefined
        ? (after ?? 2 * GAP) - GAP
        : after === undefined
          ? before + GAP
          : Math.floor((before + after) / 2);
    if (sort_no === before) throw new InvalidPart();
    line.splice(at, 0, { sort_no, row: one.data });
    return sort_no;
  });
}

/** The first place of which `isBefore` is false. */
function upperBound<T>(list: readonly T[], isBefore: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A piece that becomes common by a few rows is found to be so by the next publication of all; till then it is counted.
 */
async function recount(
  { trx }: Publication,
  definition: RegisterDefinition,
  closed: readonly string[][],
  opened: readonly string[][],
): Promise<void> {
  const counts = new Map(await findCommonPieces(trx, definition.register));
  const add = (pieces: readonly string[], more: number): void =>
    pieces.forEach((piece) => counts.has(piece) && counts.set(piece, counts.get(piece)! + more));
  for (const pieces of closed) add(pieces, -1);
  for (const pieces of opened) add(pieces, 1);
  await storeDerived(trx, definition, new Map([...counts].filter(([, count]) => count > MOST_COUNTED)));
}
