import type { Grant } from '#rules/people/staff-rights.ts';
import { weighty, whyNotDecide, type RequestKind, type RequestStep } from '#rules/people/staff-requests.ts';
import { sql } from 'kysely';
import type { ComingRight, StaffRequest } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { addGrants, findPerson, makeLink } from './accounts.ts';
import { heldGrants } from './held-grants.ts';
import { record, type Actor } from './audit.ts';
import { endSessions } from './sessions.ts';

/** Hours until a request takes effect that nobody else can confirm, and days until an undecided one expires. */
export const REQUEST = { hours: 24, days: 7 };

const CLOCK: Actor = { staffId: null, account: '', address: '' };
const HOUR = 3_600_000;

/** Whether a link for this account, or what it is about to hold, needs a second person. */
export async function isWeighty(db: Db, staffId: number): Promise<boolean> {
  const person = await findPerson(db, staffId);
  if (person && weighty(person.grants).length > 0) return true;
  return (await openRequests(db)).some((request) => request.staff_id === staffId && request.kind === 'grants');
}

/**
 * ST5: asks for roles or a link that a second administrator confirms; where there is none, it takes effect after a day,
 * which everybody is told meanwhile.
 * @throws Refused requestOpen
 */
export async function askFor(
  trx: Db,
  actor: Actor,
  { staffId, kind, grants = [] }: { staffId: number; kind: RequestKind; grants?: readonly Grant[] },
): Promise<void> {
  await expireRequests(trx);
  const now = Date.now();
  const effectiveAt = (await canBeConfirmed(trx, actor.staffId!, staffId))
    ? null
    : new Date(now + REQUEST.hours * HOUR);
  const asked = await trx
    .insertInto('staff_request')
    .values({
      staff_id: staffId,
      kind,
      grants: JSON.stringify(grants),
      asked_by: actor.staffId!,
      asked_at: new Date(now),
      effective_at: effectiveAt,
      ends_at: new Date((effectiveAt?.getTime() ?? now) + REQUEST.days * 24 * HOUR),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (asked.numInsertedOrUpdatedRows !== 1n) throw new Refused('requestOpen');
  await record(trx, actor, 'people.ask', {
    subject: `staff:${staffId}`,
    facts: {
      kind,
      ...(kind === 'grants' && { grants }),
      ...(effectiveAt && { effectiveAt: effectiveAt.toISOString() }),
    },
  });
}

/** Whether an administrator other than these two could confirm: active, with a password. */
async function canBeConfirmed(db: Db, ...but: number[]): Promise<boolean> {
  const other = await heldGrants(db)
    .innerJoin('staff', 'staff.staff_id', 'staff_grant.staff_id')
    .select('staff.staff_id')
    .where('role', '=', 'system-admin')
    .where('state', '=', 'active')
    .where('password', '<>', '')
    .where('staff.staff_id', 'not in', but)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

const openRequests = (db: Db) =>
  db
    .selectFrom('staff_request')
    .innerJoin('staff', 'staff.staff_id', 'staff_request.staff_id')
    .innerJoin('staff as asker', 'asker.staff_id', 'staff_request.asked_by')
    .selectAll('staff_request')
    .select(['staff.name', 'staff.account', 'asker.name as asked_by_name'])
    .where('staff_request.state', '=', 'open')
    .where('ends_at', '>', new Date())
    .orderBy('request_id')
    .execute();

type OpenRow = Awaited<ReturnType<typeof openRequests>>[number];

const factsOf = ({
  kind,
  staff_id,
  asked_by,
  effective_at,
}: Pick<OpenRow, 'kind' | 'staff_id' | 'asked_by' | 'effective_at'>) => ({
  kind,
  staffId: staff_id,
  askedBy: asked_by,
  effectiveAt: effective_at?.toISOString() ?? '',
});

/** What waits for a second administrator. @param who reads it */
export async function listRequests(db: Db, who: number): Promise<StaffRequest[]> {
  const now = new Date();
  return (await openRequests(db)).map((row) => {
    const facts = factsOf(row);
    const why = (step: RequestStep): string => whyNotDecide(step, facts, who, now) ?? '';
    return {
      requestId: row.request_id,
      kind: row.kind,
      staffId: row.staff_id,
      name: row.name,
      account: row.account,
      grants: row.grants as Grant[],
      askedBy: row.asked_by_name,
      askedAt: row.asked_at.toISOString(),
      effectiveAt: facts.effectiveAt,
      endsAt: row.ends_at.toISOString(),
      may: { confirm: why('confirm'), refuse: why('refuse'), withdraw: why('withdraw') },
    };
  });
}

/** What takes effect without a second person, as all staff are told. */
export async function listComing(db: Db): Promise<ComingRight[]> {
  return (await openRequests(db)).flatMap(({ request_id, kind, name, asked_by_name, grants, effective_at }) =>
    effective_at
      ? [
          {
            requestId: request_id,
            kind,
            name,
            askedBy: asked_by_name,
            grants: grants as Grant[],
            effectiveAt: effective_at.toISOString(),
          },
        ]
      : [],
  );
}

/**
 * Confirms, refuses or takes back a request. @returns the link that a confirmed one gives, '' for roles
 * @throws Refused unknownRequest, requestState, ownGrant
 */
export async function decideRequest(
  trx: Db,
  actor: Actor,
  { requestId, step, note = '' }: { requestId: number; step: RequestStep; note?: string },
): Promise<string> {
  const request = await trx
    .selectFrom('staff_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw new Refused('unknownRequest');
  if (request.state !== 'open' || request.ends_at <= new Date()) throw new Refused('requestState');
  const why = whyNotDecide(step, factsOf(request), actor.staffId!, new Date());
  if (why !== null) throw new Refused('ownGrant', why);
  if (step !== 'confirm') {
    await settle(trx, actor, request, step === 'refuse' ? 'refused' : 'withdrawn', note);
    return '';
  }
  await assertStillGood(trx, request);
  const link = await carryOut(trx, request);
  await settle(trx, actor, request, 'done', note);
  return link;
}

type Request = Pick<OpenRow, 'request_id' | 'staff_id' | 'kind' | 'grants' | 'asked_by'>;

const ACTS = {
  done: 'people.confirm',
  refused: 'people.refuse',
  withdrawn: 'people.withdraw',
  expired: 'people.expire',
} as const;

async function settle(
  trx: Db,
  actor: Actor,
  { request_id, staff_id, kind, grants, asked_by }: Request,
  state: keyof typeof ACTS,
  note = '',
): Promise<void> {
  await trx
    .updateTable('staff_request')
    .set({ state, decided_by: actor.staffId, decided_at: new Date(), note })
    .where('request_id', '=', request_id)
    .execute();
  const asker = await findPerson(trx, asked_by);
  await record(trx, actor, ACTS[state], {
    subject: `staff:${staff_id}`,
    facts: { kind, ...(kind === 'grants' && { grants }), askedBy: asker?.account ?? '', ...(note !== '' && { note }) },
  });
}

/** Both persons are still who they were when it was asked. @throws Refused requestState */
async function assertStillGood(trx: Db, { staff_id, asked_by }: Request): Promise<void> {
  const [person, asker] = [await findPerson(trx, staff_id), await findPerson(trx, asked_by)];
  if (person?.state !== 'active') throw new Refused('requestState', '账号已停用，请先恢复');
  if (asker?.state !== 'active' || !asker.grants.some(({ role }) => role === 'system-admin'))
    throw new Refused('requestState', '提出人已不是系统管理员，请拒绝这项请求，需要时重新提出');
}

/** @returns a link, '' for roles */
async function carryOut(trx: Db, { staff_id, kind, grants }: Request): Promise<string> {
  if (kind === 'link') return makeLink(trx, staff_id);
  await addGrants(trx, staff_id, grants as Grant[]);
  await endSessions(trx, staff_id);
  return '';
}

async function expireRequests(trx: Db): Promise<void> {
  const over = await trx
    .selectFrom('staff_request')
    .selectAll()
    .where('state', '=', 'open')
    .where('ends_at', '<=', new Date())
    .forUpdate()
    .skipLocked()
    .execute();
  for (const request of over) await settle(trx, CLOCK, request, 'expired');
}

/**
 * Gives the roles whose day is over, where nobody refused them or took them back; what cannot be given any more expires. A
 * link waits for whoever asked for it.
 */
export async function carryOutDue(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await expireRequests(trx);
    const due = await trx
      .selectFrom('staff_request')
      .selectAll()
      .where('state', '=', 'open')
      .where('kind', '=', 'grants')
      .where('effective_at', '<=', sql<Date>`${new Date()}::timestamptz`)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const request of due) {
      const isGood = await assertStillGood(trx, request).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refused) return false;
          throw error;
        },
      );
      if (isGood) await carryOut(trx, request);
      await settle(trx, CLOCK, request, isGood ? 'done' : 'expired');
    }
  });
}
