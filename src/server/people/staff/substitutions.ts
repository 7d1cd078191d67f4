import { sql, type RawBuilder } from 'kysely';
import { weighty } from '#rules/people/staff-requests.ts';
import { ROLES, type Grant } from '#rules/people/staff-rights.ts';
import {
  dayAfter,
  daysProblem,
  grantsLacking,
  whyNotStandIn,
  type Days,
  type PlannedSubstitution,
} from '#rules/people/substitutions.ts';
import { dayBegins, shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Colleague, Substitution } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { steadyDate } from '../steady-clock.ts';
import { findPerson } from './accounts.ts';
import { record, type Actor } from './audit.ts';
import { humanOf } from './same-human.ts';

/** Roles that count only where a second administrator confirmed the stand-in (ST5). */
const WEIGHTY = weighty(ROLES.map((role) => ({ role, channelId: '' }))).map(({ role }) => role);

/** Somebody for whom a person stands in now, with the roles that count for it. */
export interface Absent {
  staffId: number;
  account: string;
  name: string;
  grants: Grant[];
}

/**
 * SI3: for whom people stand in at this moment, and by which roles. Both are active and two humans, the days have begun and are
 * not over, and the absent person still holds the role. One that a group brought counts in a session of the provider alone (OI3).
 * @param of one stand-in; absent: all
 */
export async function listInPlace(
  db: Db,
  { of, isVouched }: { of?: number; isVouched: boolean },
): Promise<(Absent & { substituteId: number })[]> {
  const now = steadyDate();
  const { rows } = await sql<{
    substitute_id: number;
    absent_id: number;
    account: string;
    name: string;
    role: Grant['role'];
    channel_id: string;
  }>`select substitute_id, absent_id, absent.account, absent.name, held.role, held.channel_id from substitution
    join staff as absent on absent.staff_id = absent_id and absent.state = 'active'
    join staff as own on own.staff_id = substitute_id and own.state = 'active'
    left join staff_double as absent_double on absent_double.staff_id = absent_id
    left join staff_double as own_double on own_double.staff_id = substitute_id
    join staff_grant as held on held.staff_id = absent_id and held.ended_at is null and (not held.by_group or ${isVouched})
      and substitution.grants @> jsonb_build_array(jsonb_build_object('role', held.role, 'channelId', held.channel_id))
    where substitution.ended_at is null and begins_at <= ${now}::timestamptz and ends_at > ${now}::timestamptz
      and coalesce(absent_double.double_of, absent_id) <> coalesce(own_double.double_of, substitute_id)
      and (is_confirmed or held.role <> all(${WEIGHTY}::text[]))
      and ${of === undefined ? sql`true` : sql`substitute_id = ${of}`}
    order by substitution_id, held.role, held.channel_id`.execute(db);
  const found = Map.groupBy(rows, ({ substitute_id, absent_id }) => `${substitute_id} ${absent_id}`);
  return [...found.values()].map((grants) => ({
    substituteId: grants[0]!.substitute_id,
    staffId: grants[0]!.absent_id,
    account: grants[0]!.account,
    name: grants[0]!.name,
    grants: grants.map(({ role, channel_id }) => ({ role, channelId: channel_id })),
  }));
}

export interface NewSubstitution extends Days {
  absentId: number;
  substituteId: number;
  grants: readonly Grant[];
}

/**
 * SI1, SI2: refuses a stand-in that cannot be.
 * @throws Refused invalidInput, with the field @throws Refused unknownPerson
 */
export async function assertSubstitution(db: Db, wanted: NewSubstitution): Promise<void> {
  const wrong = daysProblem(wanted, shanghaiDate(Date.now()));
  if (wrong) throw new Refused('invalidInput', wrong.words, { field: wrong.field });
  const [absent, substitute] = await Promise.all([
    findPerson(db, wanted.absentId),
    findPerson(db, wanted.substituteId),
  ]);
  if (!absent) throw new Refused('unknownPerson');
  if (!substitute) throw new Refused('invalidInput', '请选择由谁代理', { field: 'substituteId' });
  for (const { state, name, isReady } of [absent, substitute]) {
    if (state !== 'active') throw new Refused('invalidInput', `${name}的账号已停用`, { field: 'substituteId' });
    if (!isReady) throw new Refused('invalidInput', `${name}还没有设置密码，不能登录`, { field: 'substituteId' });
  }
  if (wanted.grants.length === 0) throw new Refused('invalidInput', '请至少选择一个角色', { field: 'grants' });
  if (grantsLacking(absent.grants, wanted.grants).length > 0)
    throw new Refused('invalidInput', `只能代理${absent.name}自己的角色`, { field: 'grants' });
  const [own, open] = await Promise.all([humansOf(db, wanted), openSubstitutions(db)]);
  const others = await Promise.all(open.map((one) => humansOf(db, planned(one))));
  const names = new Map<number, string>();
  for (const one of open) {
    names.set(await humanOf(db, one.absent_id), one.absent_name);
    names.set(await humanOf(db, one.substitute_id), one.substitute_name);
  }
  names.set(own.substituteId, substitute.name).set(own.absentId, absent.name);
  const why = whyNotStandIn(own, others, (id) => names.get(id) ?? '');
  if (why !== '') throw new Refused('invalidInput', why, { field: 'substituteId' });
}

async function humansOf(
  db: Db,
  { absentId, substituteId, from, until }: PlannedSubstitution,
): Promise<PlannedSubstitution> {
  const [absent, substitute] = await Promise.all([humanOf(db, absentId), humanOf(db, substituteId)]);
  return { absentId: absent, substituteId: substitute, from, until };
}

const openSubstitutions = (db: Db) =>
  db
    .selectFrom('substitution')
    .innerJoin('staff as absent', 'absent.staff_id', 'absent_id')
    .innerJoin('staff as substitute', 'substitute.staff_id', 'substitute_id')
    .innerJoin('staff as namer', 'namer.staff_id', 'named_by')
    .selectAll('substitution')
    .select([
      'absent.name as absent_name',
      'absent.account as absent_account',
      'substitute.name as substitute_name',
      'substitute.account as substitute_account',
      'namer.name as named_by_name',
    ])
    .where('substitution.ended_at', 'is', null)
    .where('ends_at', '>', steadyDate())
    .where('absent.state', '=', 'active')
    .where('substitute.state', '=', 'active')
    .orderBy('begins_at')
    .orderBy('substitution_id')
    .execute();

type OpenRow = Awaited<ReturnType<typeof openSubstitutions>>[number];

const daysOf = ({ begins_at, ends_at }: Pick<OpenRow, 'begins_at' | 'ends_at'>): Days => ({
  from: shanghaiDate(begins_at.getTime()),
  until: shanghaiDate(ends_at.getTime() - 1),
});

const planned = (row: OpenRow): PlannedSubstitution => ({
  absentId: row.absent_id,
  substituteId: row.substitute_id,
  ...daysOf(row),
});

/** SI4: all that are under way or to come, as everybody is told of them, in the order in which they begin. */
export async function listSubstitutions(db: Db): Promise<Substitution[]> {
  const now = steadyDate();
  return (await openSubstitutions(db)).map((row) => ({
    substitutionId: row.substitution_id,
    absent: { staffId: row.absent_id, name: row.absent_name, account: row.absent_account },
    substitute: { staffId: row.substitute_id, name: row.substitute_name, account: row.substitute_account },
    grants: row.grants,
    ...daysOf(row),
    hasBegun: row.begins_at <= now,
    namedBy: row.named_by_name,
  }));
}

/** People who can stand in for somebody: active, and able to sign in. @param but the person who is away */
export async function listStandIns(db: Db, but: number): Promise<Colleague[]> {
  const human = await humanOf(db, but);
  const { rows } = await sql<Colleague>`select staff.staff_id as "staffId", name, account from staff
    left join staff_double on staff_double.staff_id = staff.staff_id
    where state = 'active' and not is_program and coalesce(double_of, staff.staff_id) <> ${human}
      and (password <> '' or exists (select from staff_identity where staff_identity.staff_id = staff.staff_id))
    order by account`.execute(db);
  return rows;
}

/**
 * SI1: a stand-in begins, at once or on its day.
 * @param by who named it @param isConfirmed whether roles that need a second administrator have had one
 * @returns its number @throws Refused invalidInput, unknownPerson
 */
export async function beginSubstitution(
  trx: Db,
  actor: Actor,
  wanted: NewSubstitution,
  { by, isConfirmed }: { by: number; isConfirmed: boolean },
): Promise<number> {
  await assertSubstitution(trx, wanted);
  const { absentId, substituteId, grants, from, until } = wanted;
  const { substitution_id } = await trx
    .insertInto('substitution')
    .values({
      absent_id: absentId,
      substitute_id: substituteId,
      grants: JSON.stringify(grants),
      begins_at: dayBegins(from),
      ends_at: dayBegins(dayAfter(until)),
      is_confirmed: isConfirmed,
      named_at: new Date(),
      named_by: by,
    })
    .returning('substitution_id')
    .executeTakeFirstOrThrow();
  await note(trx, actor, 'substitution.begin', { ...wanted, substitution_id });
  return substitution_id;
}

/** A line of the record: about the absent person, with who stands in. */
async function note(
  trx: Db,
  actor: Actor,
  act: string,
  { absentId, substituteId, grants, from, until, substitution_id }: NewSubstitution & { substitution_id: number },
): Promise<void> {
  const substitute = await findPerson(trx, substituteId);
  await record(trx, actor, act, {
    subject: `staff:${absentId}`,
    facts: { substitute: substitute ? `${substitute.name}（${substitute.account}）` : '', grants, from, until },
    also: [`substitution:${substitution_id}`],
  });
}

/** SI3: one ends before its last day. @throws Refused invalidInput where it is over */
export async function endSubstitution(trx: Db, actor: Actor, substitutionId: number): Promise<void> {
  if ((await endAll(trx, actor, sql`substitution_id = ${substitutionId}`)) === 0)
    throw new Refused('invalidInput', '这项代理已经结束');
}

/** SI3: all end of a person whose account is suspended, whether away or standing in. */
export async function endSubstitutionsOf(trx: Db, actor: Actor, staffId: number): Promise<void> {
  await endAll(trx, actor, sql`${staffId} in (absent_id, substitute_id)`);
}

const CLOCK: Actor = { staffId: null, account: '', address: '' };

/** SI3: closes those whose last day is over, so that no clock that is put back begins them again (PD17). */
export async function endPastSubstitutions(db: Db): Promise<void> {
  await db.transaction().execute((trx) => endAll(trx, CLOCK, sql`ends_at <= ${steadyDate()}::timestamptz`));
}

async function endAll(trx: Db, actor: Actor, which: RawBuilder<unknown>): Promise<number> {
  const ended = await trx
    .updateTable('substitution')
    .set({ ended_at: new Date(), ended_by: actor.staffId })
    .where('ended_at', 'is', null)
    .where(sql<boolean>`${which}`)
    .returning(['substitution_id', 'absent_id', 'substitute_id', 'grants', 'begins_at', 'ends_at'])
    .execute();
  for (const { substitution_id, absent_id, substitute_id, grants, ...days } of ended)
    await note(trx, actor, 'substitution.end', {
      substitution_id,
      absentId: absent_id,
      substituteId: substitute_id,
      grants,
      ...daysOf(days),
    });
  return ended.length;
}
