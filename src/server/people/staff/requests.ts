import type { Grant } from '#rules/people/staff-rights.ts';
import {
  weighty,
  whyNotDecide,
  type RequestDetails,
  type RequestFacts,
  type RequestKind,
  type RequestStep,
} from '#rules/people/staff-requests.ts';
import { sql } from 'kysely';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { ComingRight, StaffRequest, WaitingSubstitution } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { addGrants, findPerson, makeLink } from './accounts.ts';
import { bind } from '../provider/identities.ts';
import { beginRule } from '../provider/rules.ts';
import { heldGrants } from './held-grants.ts';
import { record, type Actor } from './audit.ts';
import { doublesOf, humanOf } from './same-human.ts';
import { endSessions } from './sessions.ts';
import { beginSubstitution, listSubstitutions } from './substitutions.ts';

/** Hours until a request takes effect that nobody else can confirm, and days until an undecided one expires. */
export const REQUEST = { hours: 24, days: 7 };

const CLOCK: Actor = { staffId: null, account: '', address: '' };
const HOUR = 3_600_000;

/** Whether a link for this account, or what it is about to hold, needs a second person. */
export async function isWeighty(db: Db, staffId: number): Promise<boolean> {
  const person = await findPerson(db, staffId);
  if (person && weighty(person.grants).length > 0) return true;
  // the password of a stand-in opens the roles, too
  const isStandIn = (await listSubstitutions(db)).some(
    ({ substitute, grants }) => substitute.staffId === staffId && weighty(grants).length > 0,
  );
  return (
    isStandIn ||
    (await openRequests(db)).some(
      ({ staff_id, kind }) => staff_id === staffId && (kind === 'grants' || kind === 'substitution'),
    )
  );
}

interface NewRequest {
  /** null for a rule */
  staffId: number | null;
  kind: RequestKind;
  grants?: readonly Grant[];
  details?: RequestDetails;
}

/**
 * ST5: asks for roles, a link, a rule or an identity that a second administrator confirms. Where there is none, it takes
 * effect after a day, which everybody is told meanwhile.
 * @throws Refused requestOpen
 */
export async function askFor(
  trx: Db,
  actor: Actor,
  { staffId, kind, grants = [], details = {} }: NewRequest,
): Promise<void> {
  await expireRequests(trx);
  if (kind === 'rule' && (await isOpenRule(trx, grants, details)))
    throw new Refused('requestOpen', '这条规则已经提出，等待确认');
  const now = Date.now();
  const others = staffId === null ? [actor.staffId!] : [actor.staffId!, staffId];
  const effectiveAt = (await canBeConfirmed(trx, ...others)) ? null : new Date(now + REQUEST.hours * HOUR);
  const added = await trx
    .insertInto('staff_request')
    .values({
      staff_id: staffId,
      kind,
      grants: JSON.stringify(grants),
      details: JSON.stringify(details),
      asked_by: actor.staffId!,
      asked_at: new Date(now),
      effective_at: effectiveAt,
      ends_at: new Date((effectiveAt?.getTime() ?? now) + REQUEST.days * 24 * HOUR),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst();
  if (!added) throw new Refused('requestOpen');
  await record(trx, actor, 'people.ask', {
    ...aboutRequest({ staff_id: staffId, request_id: added.request_id }),
    facts: {
      ...factsInRecord({ kind, grants, details }),
      ...(effectiveAt && { effectiveAt: effectiveAt.toISOString() }),
    },
  });
}

/** Subject of a request's lines in the record: the person, or the request itself where it concerns none. */
const aboutRequest = ({ staff_id, request_id }: { staff_id: number | null; request_id: number }) =>
  staff_id === null ? { also: [`request:${request_id}`] } : { subject: `staff:${staff_id}` };

const factsInRecord = ({ kind, grants, details }: { kind: RequestKind; grants: unknown; details: RequestDetails }) => ({
  kind,
  ...((kind === 'grants' || kind === 'rule' || kind === 'substitution') && { grants }),
  ...details,
});

async function isOpenRule(db: Db, grants: readonly Grant[], { group }: RequestDetails): Promise<boolean> {
  const [wanted] = grants;
  return (await openRequests(db)).some(({ kind, details, grants: open }) => {
    const [one] = open as Grant[];
    return (
      kind === 'rule' && details.group === group && one?.role === wanted?.role && one?.channelId === wanted?.channelId
    );
  });
}

/** Whether an administrator other than these humans could confirm: active, and able to sign in. */
async function canBeConfirmed(db: Db, ...but: number[]): Promise<boolean> {
  const other = await heldGrants(db)
    .innerJoin('staff', 'staff.staff_id', 'staff_grant.staff_id')
    .select('staff.staff_id')
    .where('role', '=', 'system-admin')
    .where('state', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('password', '<>', ''),
        eb('staff.staff_id', 'in', eb.selectFrom('staff_identity').select('staff_identity.staff_id')),
      ]),
    )
    .where('staff.staff_id', 'not in', [...but, ...(await doublesOf(db, but))])
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

const openRequests = (db: Db) =>
  db
    .selectFrom('staff_request')
    .innerJoin('staff as asker', 'asker.staff_id', 'staff_request.asked_by')
    .leftJoin('staff', 'staff.staff_id', 'staff_request.staff_id')
    .selectAll('staff_request')
    .select(['staff.name', 'staff.account', 'asker.name as asked_by_name'])
    .where('staff_request.state', '=', 'open')
    .where('ends_at', '>', new Date())
    .orderBy('request_id')
    .execute();

type OpenRow = Awaited<ReturnType<typeof openRequests>>[number];

/** Facts of a request, by the humans of its accounts (OI4). */
const factsOf = async (
  db: Db,
  { kind, staff_id, asked_by, effective_at }: Pick<OpenRow, 'kind' | 'staff_id' | 'asked_by' | 'effective_at'>,
): Promise<RequestFacts> => ({
  kind,
  staffId: staff_id === null ? null : await humanOf(db, staff_id),
  askedBy: await humanOf(db, asked_by),
  effectiveAt: effective_at?.toISOString() ?? '',
});

/** Name of what a request is about: a person, or the group of a rule. */
const nameOf = ({ name, details }: Pick<OpenRow, 'name' | 'details'>): string => name ?? details.group ?? '';

/** SI1: of a request for a stand-in, who is away and when. */
const standInOf = ({
  kind,
  details: { absent = '', from = '', until = '' },
}: Pick<OpenRow, 'kind' | 'details'>): StaffRequest['standIn'] =>
  kind === 'substitution' ? { absent, from, until } : null;

/** SI1: stand-ins that wait for a second administrator. @param who reads it */
export async function listWaitingSubstitutions(db: Db, who: number): Promise<WaitingSubstitution[]> {
  const rows = (await openRequests(db)).filter(({ kind }) => kind === 'substitution');
  return Promise.all(
    rows.map(async ({ request_id, staff_id, name, account, grants, details, asked_by }) => {
      const { absentId = 0, from = '', until = '' } = details;
      const absent = await findPerson(db, absentId);
      return {
        requestId: request_id,
        absent: { staffId: absentId, name: absent?.name ?? '', account: absent?.account ?? '' },
        substitute: { staffId: staff_id!, name: name ?? '', account: account ?? '' },
        grants: grants as Grant[],
        from,
        until,
        isOwn: asked_by === who,
      };
    }),
  );
}

/** Requests that wait for a second administrator. @param who reads it @param insteadOf as RequestFacts has it */
export async function listRequests(db: Db, who: number, insteadOf: readonly number[] = []): Promise<StaffRequest[]> {
  const now = new Date();
  const human = await humanOf(db, who);
  const rows = await openRequests(db);
  const facts = await Promise.all(rows.map((row) => factsOf(db, row)));
  return rows.map((row, at) => {
    const why = (step: RequestStep): string => whyNotDecide(step, { ...facts[at]!, insteadOf }, human, now) ?? '';
    return {
      requestId: row.request_id,
      kind: row.kind,
      staffId: row.staff_id,
      name: nameOf(row),
      account: row.account ?? '',
      subject: row.details.subject ?? '',
      standIn: standInOf(row),
      grants: row.grants as Grant[],
      askedBy: row.asked_by_name,
      askedAt: row.asked_at.toISOString(),
      effectiveAt: facts[at]!.effectiveAt,
      endsAt: row.ends_at.toISOString(),
      may: { confirm: why('confirm'), refuse: why('refuse'), withdraw: why('withdraw') },
    };
  });
}

/** Rights that take effect without a second person, as all staff are notified. */
export async function listComing(db: Db): Promise<ComingRight[]> {
  return (await openRequests(db)).flatMap(({ request_id, kind, name, details, asked_by_name, grants, effective_at }) =>
    effective_at
      ? [
          {
            requestId: request_id,
            kind,
            name: nameOf({ name, details }),
            standIn: standInOf({ kind, details }),
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
  {
    requestId,
    step,
    note = '',
    insteadOf = [],
  }: { requestId: number; step: RequestStep; note?: string; insteadOf?: readonly number[] },
): Promise<string> {
  const request = await trx
    .selectFrom('staff_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw new Refused('unknownRequest');
  if (request.state !== 'open' || request.ends_at <= new Date()) throw new Refused('requestState');
  const human = await humanOf(trx, actor.staffId!);
  const why = whyNotDecide(step, { ...(await factsOf(trx, request)), insteadOf }, human, new Date());
  if (why !== null) throw new Refused('ownGrant', why);
  if (step !== 'confirm') {
    await settle(trx, actor, request, step === 'refuse' ? 'refused' : 'withdrawn', note);
    return '';
  }
  await assertStillGood(trx, request);
  const link = await carryOut(trx, actor, request);
  await settle(trx, actor, request, 'done', note);
  return link;
}

type Request = Pick<OpenRow, 'request_id' | 'staff_id' | 'kind' | 'grants' | 'details' | 'asked_by'>;

const ACTS = {
  done: 'people.confirm',
  refused: 'people.refuse',
  withdrawn: 'people.withdraw',
  expired: 'people.expire',
} as const;

async function settle(
  trx: Db,
  actor: Actor,
  { request_id, staff_id, kind, grants, details, asked_by }: Request,
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
    ...aboutRequest({ staff_id, request_id }),
    facts: { ...factsInRecord({ kind, grants, details }), askedBy: asker?.account ?? '', ...(note !== '' && { note }) },
  });
}

/** Both persons are still who they were when it was asked. @throws Refused requestState */
async function assertStillGood(trx: Db, { staff_id, asked_by, details }: Request): Promise<void> {
  const asker = await findPerson(trx, asked_by);
  if (staff_id !== null && (await findPerson(trx, staff_id))?.state !== 'active')
    throw new Refused('requestState', '账号已停用，请先恢复');
  const isOwn = details.absentId === asked_by;
  if (asker?.state === 'active' && isOwn) return;
  if (asker?.state !== 'active' || !asker.grants.some(({ role }) => role === 'system-admin'))
    throw new Refused('requestState', '提出人已不是系统管理员，请拒绝这项请求，需要时重新提出');
}

/** @returns a link, '' for anything else @throws Refused invalidInput where a rule or an identity is there by now */
async function carryOut(
  trx: Db,
  actor: Actor,
  { staff_id, kind, grants, details, asked_by }: Request,
): Promise<string> {
  if (staff_id === null) {
    const { group = '' } = details;
    const [{ role, channelId }] = grants as [Grant];
    const ruleId = await beginRule(trx, asked_by, { group, role, channelId });
    await record(trx, actor, 'rule.begin', { facts: { group, role, channelId }, also: [`rule:${ruleId}`] });
    return '';
  }
  if (kind === 'link') return makeLink(trx, staff_id);
  if (kind === 'identity') {
    const { issuer = '', subject = '' } = details;
    await bind(trx, actor, staff_id, { issuer, subject });
    return '';
  }
  if (kind === 'substitution') {
    const { absentId = 0, from = '', until = '' } = details;
    const today = shanghaiDate(Date.now());
    if (until < today) throw new Refused('requestState', '这几天已经过去，请拒绝这项请求');
    const wanted = {
      absentId,
      substituteId: staff_id,
      grants: grants as Grant[],
      from: from < today ? today : from,
      until,
    };
    await beginSubstitution(trx, actor, wanted, { by: asked_by, isConfirmed: true });
    return '';
  }
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
      .where('kind', '<>', 'link')
      .where('effective_at', '<=', sql<Date>`${new Date()}::timestamptz`)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const request of due) {
      const isGood = await assertStillGood(trx, request)
        .then(() => carryOut(trx, CLOCK, request))
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof Refused) return false;
            throw error;
          },
        );
      await settle(trx, CLOCK, request, isGood ? 'done' : 'expired');
    }
  });
}
