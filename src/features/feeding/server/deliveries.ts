import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { DeliveryLine, DeliveryState } from '../wire.ts';
import type { Db } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import { holdDelivery } from './hold.ts';

type Listed = Omit<DeliveryLine, 'title' | 'mayStop'>;

interface Question {
  /** null: all */
  registers: readonly string[] | null;
  /** true: only deliveries that wait to be published */
  isWaiting: boolean;
  pageNum: number;
  pageSize: number;
}

const lines = (db: Db) =>
  db
    .selectFrom('delivery')
    .innerJoin('delivery_token', 'delivery_token.token_id', 'delivery.token_id')
    .innerJoin('staff', 'staff.staff_id', 'delivery_token.staff_id')
    .leftJoin('edition', 'edition.edition_id', 'delivery.edition_id')
    .leftJoin('staff as ender', 'ender.staff_id', 'delivery.ended_by');

const COLUMNS = [
  'delivery_id',
  'delivery.token_id',
  'register',
  'staff.name as sender',
  'at',
  'due_at',
  'why',
  'changed',
  'delivery.edition_id',
  'edition.state as edition_state',
  'ended_at',
  'ended_as',
  'ended_why',
  'ender.name as ended_by',
] as const;

type Row = {
  delivery_id: number;
  register: string;
  sender: string;
  at: Date;
  due_at: Date | null;
  why: string;
  changed: number;
  edition_id: number | null;
  edition_state: EditionState | null;
  ended_at: Date | null;
  ended_as: 'published' | 'stopped' | 'held' | 'replaced' | null;
  ended_why: string;
  ended_by: string | null;
};

const stateOf = ({ edition_id, ended_as, due_at }: Row): DeliveryState =>
  edition_id === null ? 'refused' : (ended_as ?? (due_at === null ? 'in-review' : 'waiting'));

const lineOf = (row: Row): Listed => ({
  deliveryId: row.delivery_id,
  register: row.register,
  sender: row.sender,
  at: row.at.toISOString(),
  state: stateOf(row),
  dueAt: row.due_at?.toISOString() ?? '',
  why: row.ended_why || row.why,
  changed: row.changed,
  editionId: row.edition_id,
  editionState: row.edition_state,
  endedBy: row.ended_by ?? '',
  endedAt: row.ended_at?.toISOString() ?? '',
});

/** Deliveries of programs, the newest first. Of those that wait, the one that becomes public next is first. */
export async function listDeliveries(
  db: Db,
  { registers, isWaiting, pageNum, pageSize }: Question,
): Promise<{ total: number; list: Listed[] }> {
  if (registers?.length === 0) return { total: 0, list: [] };
  let query = lines(db);
  if (registers) query = query.where('register', 'in', [...registers]);
  if (isWaiting) query = query.where('due_at', 'is not', null).where('ended_at', 'is', null);
  const [{ total }, rows] = await Promise.all([
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .select(COLUMNS)
      .orderBy(isWaiting ? 'due_at' : 'delivery_id', isWaiting ? 'asc' : 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ]);
  return { total: Number(total), list: rows.map(lineOf) };
}

/** One delivery. @param tokenId it has to be of this token @throws Refused unknownDelivery */
export async function findDelivery(db: Db, deliveryId: number, tokenId?: number): Promise<Listed> {
  let query = lines(db).select(COLUMNS).where('delivery_id', '=', deliveryId);
  if (tokenId !== undefined) query = query.where('delivery.token_id', '=', tokenId);
  const row = await query.executeTakeFirst();
  if (!row) throw new Refused('unknownDelivery');
  return lineOf(row);
}

/** Answer that a delivery got: its report. @throws Refused unknownDelivery */
export async function findDeliveryAnswer(db: Db, deliveryId: number): Promise<unknown> {
  const row = await db.selectFrom('delivery').select('answer').where('delivery_id', '=', deliveryId).executeTakeFirst();
  if (!row) throw new Refused('unknownDelivery');
  return row.answer;
}

/** FD4: a delivery that waits is not published by its rule; its edition stays in review. @throws Refused unknownDelivery, deliveryState */
export async function stopDelivery(
  db: Db,
  actor: Actor & { name: string },
  { deliveryId, note }: { deliveryId: number; note: string },
): Promise<void> {
  await findDelivery(db, deliveryId);
  const why = `由${actor.name}停止${note === '' ? '' : `：${note}`}`;
  const isStopped = await db
    .transaction()
    .execute((trx) => holdDelivery(trx, { deliveryId, as: 'stopped', why }, actor));
  if (!isStopped) throw new Refused('deliveryState');
}
