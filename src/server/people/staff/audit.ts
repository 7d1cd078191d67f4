import { sql } from 'kysely';
import { dayBegins } from '#rules/time/shanghai-date.ts';
import type { AuditLine, Paged } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { isWithin, type Reach } from './reach.ts';
import { marksOf } from './standing.ts';

/** The acting person, with the address. */
export interface Actor {
  staffId: number | null;
  account: string;
  address: string;
  /** people whose roles the act needed, where the own ones were not enough (SI4) */
  insteadOf?: readonly { staffId: number; account: string; name: string }[];
}

export interface AuditEntry {
  /** the thing concerned: 'staff:3'; '' for nothing in particular */
  subject?: string;
  outcome?: 'done' | 'refused';
  /** never a password, a code or a token */
  facts?: Record<string, unknown>;
  /** rows that the act changed beside those that belong to its subject: 'session:…', 'kept:site.opened' (RC8) */
  also?: readonly string[];
}

/**
 * Adds an entry to the audit log, in the transaction of what it records and after it, so that both are committed or
 * neither. It holds the hash of what stands then of its subject (RC8).
 */
export async function record(
  db: Db,
  { staffId, account, address, insteadOf = [] }: Actor,
  act: string,
  { subject = '', outcome = 'done', facts: given = {}, also = [] }: AuditEntry = {},
): Promise<void> {
  const facts =
    insteadOf.length === 0
      ? given
      : { ...given, insteadOf: insteadOf.map((one) => `${one.name}（${one.account}）`).join('、') };
  const marks = outcome === 'done' ? await marksOf(db, subject, also) : {};
  const details = Object.keys(marks).length === 0 ? facts : { ...facts, marks };
  await db
    .insertInto('audit')
    .values({ at: new Date(), staff_id: staffId, account, act, subject, outcome, facts: details, address })
    .execute();
}

export interface AuditQuestion {
  account?: string;
  act?: string;
  subject?: string;
  outcome?: 'done' | 'refused';
  /** yyyy-mm-dd in Shanghai, both included */
  from?: string;
  to?: string;
  /** channels for which the reader may read editions */
  reach: Reach;
  pageNum: number;
  pageSize: number;
}

/** Newest first. */
export async function listAudit(db: Db, question: AuditQuestion): Promise<Paged<AuditLine>> {
  const { account = '', act = '', subject = '', outcome, from, to, reach, pageNum, pageSize } = question;
  let query = db.selectFrom('audit').leftJoin('staff', 'staff.staff_id', 'audit.staff_id');
  if (account !== '')
    query = query.where((eb) =>
      eb.or([eb('audit.account', '=', account.toLowerCase()), eb('staff.name', '=', account)]),
    );
  if (act !== '') query = query.where('audit.act', '=', act);
  if (subject !== '') query = query.where('audit.subject', '=', subject);
  if (outcome) query = query.where('audit.outcome', '=', outcome);
  if (from) query = query.where('audit.at', '>=', dayBegins(from));
  if (to) query = query.where('audit.at', '<', new Date(dayBegins(to).getTime() + 86_400_000));
  const [counted, rows] = await Promise.all([
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .select([
        'audit.no',
        'audit.at',
        'audit.account',
        'audit.act',
        'audit.subject',
        'audit.outcome',
        'audit.facts',
        'audit.address',
        sql<string>`coalesce(staff.name, '')`.as('name'),
      ])
      .orderBy('audit.no', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ]);
  const titleOf = await readTitles(
    db,
    rows.map((row) => row.subject),
    reach,
  );
  return {
    total: Number(counted.total),
    list: rows.map(({ facts: { marks: _hashes, ...facts }, ...row }) => ({
      ...row,
      facts,
      at: row.at.toISOString(),
      title: titleOf({ ...row, facts }),
    })),
  };
}

/**
 * Titles that editions had in the version to which an entry refers; a later version may have another title.
 */
async function readTitles(
  db: Db,
  subjects: readonly string[],
  reach: Reach,
): Promise<(line: { subject: string; facts: Record<string, unknown> }) => string> {
  const ids = new Set(subjects.flatMap((subject) => /^edition:(\d{1,15})$/.exec(subject)?.[1] ?? []));
  if (ids.size === 0) return () => '';
  const rows = await db
    .selectFrom('edition')
    .innerJoin('edition_version', 'edition_version.edition_id', 'edition.edition_id')
    .select(['edition.edition_id', 'edition.title as newest', 'edition_version.version', 'edition_version.title'])
    .where('edition.edition_id', 'in', [...ids].map(Number))
    .where(isWithin(reach))
    .execute();
  const titles = new Map(
    rows.flatMap(({ edition_id, newest, version, title }) => [
      [`edition:${edition_id} ${version}`, title],
      [`edition:${edition_id}`, newest],
    ]),
  );
  return ({ subject, facts }) => titles.get(`${subject} ${String(facts.version)}`) ?? titles.get(subject) ?? '';
}
