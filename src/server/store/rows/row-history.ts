import { sql } from 'kysely';
import type { Row, RowHistoryEntry } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db } from '../../db/tables.ts';
import { shownDocument } from '../articles/authored-key.ts';
import { KEY_SEPARATOR } from './check-rows.ts';
import { shownFields } from './list-register-rows.ts';
import type { Moment } from '../publication/new-publication.ts';
import { findStoredDocument } from '../documents/stored-documents.ts';
import { rowsOfKind } from './definition-rows.ts';

/** Effect of one publication on a row. */
export interface RowEvent {
  /** number of the publication */
  no: number;
  at: Date;
  title: string;
  writtenBy: string;
  approvedBy: string;
  /** rewritten: a new definition made another of it, and nobody changed it (RG23) */
  how: 'added' | 'changed' | 'removed' | 'rewritten';
  /** null: the row was not there */
  before: Row | null;
  after: Row | null;
}

/** events that are answered */
const MOST = 100;

/** RG22: what publications did to the row of a key, newest first: told by its dated rows (PB1). */
export async function listRowHistory(
  db: Db,
  register: string,
  key: readonly string[],
  moment: Moment = 'now',
): Promise<{ events: RowEvent[]; more: boolean }> {
  const rows = await versionsOf(db, register, key.join(KEY_SEPARATOR));
  const versions = rows.toReversed();
  const changes = versions.flatMap(({ data, opened_in, closed_in, former_key }, at) => {
    const last = versions[at - 1];
    const before = last?.closed_in === opened_in ? last.data : null;
    const isRemoved = closed_in !== null && versions[at + 1]?.opened_in !== closed_in;
    const isRewritten = before !== null && former_key !== null;
    return [
      // the state before the oldest of too many is unknown
      ...(at === 0 && rows.length > MOST ? [] : [{ no: opened_in, before, after: data as Row | null, isRewritten }]),
      ...(isRemoved ? [{ no: closed_in, before: data, after: null, isRewritten: false }] : []),
    ];
  });
  const publications = await publicationsOf(
    db,
    changes.map(({ no }) => no),
  );
  const events = changes.flatMap(({ no, before, after, isRewritten }): RowEvent[] => {
    const publication = publications.get(no);
    if (!publication || (moment !== 'now' && publication.at > moment)) return [];
    const how = isRewritten ? 'rewritten' : before ? (after ? 'changed' : 'removed') : 'added';
    return [{ ...publication, no, how, before, after }];
  });
  return { events: events.toReversed(), more: rows.length > MOST };
}

/** @param before a publication that closed them, or a later one; null: any */
async function versionsUnder(
  db: Db,
  register: string,
  key: string,
  before: number | null,
  most: number,
): Promise<Version[]> {
  // each part has an index of its own by key (find-in-register.ts)
  const part = (ended: string) =>
    sql`select row_id, data, opened_in, closed_in, former_key from register_row where register = ${register} and key = ${key} and public_to ${sql.raw(ended)}`;
  const until = before === null ? sql`` : sql` where closed_in <= ${before}`;
  const { rows } = await sql<Version>`
    select * from (${part('is null')} union all ${part('is not null')}) as versions${until} order by opened_in desc, row_id desc limit ${most}`.execute(
    db,
  );
  return rows;
}

interface Version {
  row_id: number;
  data: Row;
  opened_in: number;
  closed_in: number | null;
  former_key: string | null;
}

/** Newest first, through the definitions that gave the row another key; one more than are told shows that there are more. */
async function versionsOf(db: Db, register: string, key: string): Promise<Version[]> {
  const versions = await versionsUnder(db, register, key, null, MOST + 1);
  for (let oldest = versions.at(-1); oldest?.former_key && versions.length <= MOST; oldest = versions.at(-1)) {
    const { former_key: former, opened_in: before } = oldest;
    const earlier = await versionsUnder(db, register, former!, before, MOST + 1 - versions.length);
    if (earlier.length === 0) break;
    versions.push(...earlier);
  }
  return versions;
}

async function publicationsOf(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, Pick<RowEvent, 'at' | 'title' | 'writtenBy' | 'approvedBy'>>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('publication')
    .select(['no', 'at', 'title', 'written_by', 'approved_by'])
    .where('no', 'in', [...new Set(numbers)])
    .execute();
  return new Map(
    rows.map(({ no, at, title, written_by, approved_by }) => [
      no,
      { at, title, writtenBy: written_by, approvedBy: approved_by },
    ]),
  );
}

/**
 * RG22: the same for visitors, of a register that allows it: days, and what changed of the fields that they may read now
 * and could read then. A change of anything else is not told at all, or it would tell of it; nor is who made it.
 */
export async function listPublicRowHistory(
  db: Db,
  definition: RegisterDefinition,
  key: readonly string[],
  moment: Moment,
): Promise<RowHistoryEntry[]> {
  return (await listPublicRowEvents(db, definition, key, moment)).map(({ no: _no, ...entry }) => entry);
}

/** The same, each with the number of its publication. */
export async function listPublicRowEvents(
  db: Db,
  definition: RegisterDefinition,
  key: readonly string[],
  moment: Moment,
): Promise<(RowHistoryEntry & { no: number })[]> {
  const [{ events }, shownThen] = await Promise.all([
    listRowHistory(db, definition.register, key, moment),
    shownFieldsByTime(db, definition),
  ]);
  return events.flatMap(({ no, at, how, before, after }): (RowHistoryEntry & { no: number })[] => {
    const date = shanghaiDate(at.getTime());
    if (!before || !after || how === 'rewritten') return [{ no, date, how, fields: [] }];
    const [then, now] = [shownThen(new Date(at.getTime() - 1)), shownThen(at)];
    const [old, fresh] = [shownDocument(before), shownDocument(after)];
    const fields = shownFields(definition).flatMap((field) =>
      then.has(field) && now.has(field) && String(old[field] ?? '') !== String(fresh[field] ?? '')
        ? [{ field, before: old[field] ?? null, after: fresh[field] ?? null }]
        : [],
    );
    return fields.length === 0 ? [] : [{ no, date, how, fields }];
  });
}

/** Fields that everybody could read at a moment: a column that is shown today may have been a hidden one. */
async function shownFieldsByTime(
  db: Db,
  definition: RegisterDefinition,
): Promise<(moment: Date) => ReadonlySet<string>> {
  const stored = await db
    .selectFrom('page')
    .select(['document', 'public_from'])
    .where('page', '=', definition.register)
    .where(rowsOfKind('register'))
    .orderBy('public_from')
    .execute();
  if (stored.length === 0) {
    const shown = new Set(shownFields(definition));
    return () => shown;
  }
  const file = (await findStoredDocument(db, 'register', definition.register)) as RegisterDefinition | undefined;
  const shownBefore = new Set(file ? shownFields(file) : []);
  const shown = stored.map(({ document, public_from }) => ({
    public_from,
    fields: new Set(shownFields(document as RegisterDefinition)),
  }));
  return (moment) => shown.findLast(({ public_from }) => public_from <= moment)?.fields ?? shownBefore;
}
