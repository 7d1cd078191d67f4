import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { ACCOUNT, foldAccount } from '#rules/people/account-name.ts';
import type { Place } from '../../http/fair-queue.ts';
import { networkOf } from '../../http/network.ts';
import { record, type Actor } from './audit.ts';
import { enter } from './enter.ts';
import { isPassword, queueForHash, type Asker } from './passwords.ts';
import { stepOfCode } from './totp.ts';

/**
 * Limits of wrong tries within `window` milliseconds. After so many, one account from one address waits until they are
 * over. After more, the address is slowed down: `pause` milliseconds between two tries, so that its other accounts are
 * not locked (ST3). A try that runs counts as a wrong one, and for `running` milliseconds at most where it ends without
 * a verdict (ST8).
 */
export const LOCK_OUT = { window: 15 * 60_000, ofAccount: 5, ofAddress: 30, pause: 10_000, running: 30_000 };

export interface Credentials {
  account: string;
  password: string;
  /** code of the authenticator app; '' while it was not asked for */
  code: string;
}

/** Seconds to wait; isAddress: what was tried with other accounts is the reason. */
export interface Wait {
  seconds: number;
  isAddress: boolean;
}

/** code-needed: the password is right, and a code is wanted. */
export type SignIn =
  | { outcome: 'signed-in'; session: string }
  | { outcome: 'wrong' }
  | { outcome: 'code-needed' }
  | { outcome: 'code-wrong' }
  | ({ outcome: 'locked' } & Wait);

/**
 * A sign-in by password and, where the person has set it up, a code. Failures are counted by account and network, so that
 * nobody can lock a colleague out from another one; the answer never shows whether an account exists.
 * @throws Refused tooManyWaiting, Overloaded: there is no room to look at the password
 */
export async function signIn(db: Db, credentials: Credentials, address: string, asker: Asker): Promise<SignIn> {
  const place = queueForHash(asker);
  try {
    return await tryIn(db, credentials, address, place);
  } finally {
    place.leave();
  }
}

async function tryIn(
  db: Db,
  { account: typed, password, code }: Credentials,
  address: string,
  place: Place,
): Promise<SignIn> {
  const account = foldAccount(typed).slice(0, 64);
  const attempt = await beginAttempt(db, account, address);
  const person = await db
    .selectFrom('staff')
    .select(['staff_id', 'password', 'state', 'totp_secret'])
    .where('account', '=', account)
    .executeTakeFirst();
  // text typed into the wrong field may be a password
  const actor = { staffId: person?.staff_id ?? null, account: person || ACCOUNT.test(account) ? account : '', address };
  if ('seconds' in attempt) {
    await record(db, actor, 'sign-in', { outcome: 'refused', facts: { why: attempt.isAddress ? 'slowed' : 'locked' } });
    return { outcome: 'locked', ...attempt };
  }
  const isRight = await isPassword(password, person?.password ?? '', place);
  if (!person || !isRight || person.state !== 'active') {
    await attempt.failed();
    return fail(db, actor, person && isRight ? 'suspended' : 'password', 'wrong');
  }
  if (person.totp_secret !== '') {
    if (code === '') {
      await attempt.forget();
      return { outcome: 'code-needed' };
    }
    if (!(await takeCode(db, person.staff_id, code))) {
      await attempt.failed();
      return fail(db, actor, 'code', 'code-wrong');
    }
  }
  await forgiveAttempts(db, account, address);
  return { outcome: 'signed-in', session: await enter(db, { ...actor, staffId: person.staff_id }) };
}

/** Whether a code of a person's authenticator is right, and was not taken before. */
export async function takeCode(db: Db, staffId: number, code: string): Promise<boolean> {
  const { totp_secret, totp_step } = await db
    .selectFrom('staff')
    .select(['totp_secret', 'totp_step'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow();
  const step = totp_secret === '' ? null : stepOfCode(totp_secret, code, Date.now(), totp_step);
  if (step === null) return false;
  // the second of two requests with one code finds the step taken
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_step: step })
    .where('staff_id', '=', staffId)
    .where('totp_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function fail(db: Db, actor: Actor, why: string, outcome: 'wrong' | 'code-wrong'): Promise<SignIn> {
  await record(db, actor, 'sign-in', { outcome: 'refused', facts: { why } });
  return { outcome };
}

/** Earlier wrong tries do not count any more. */
export async function forgiveAttempts(db: Db, account: string, address: string): Promise<void> {
  await db
    .deleteFrom('staff_failure')
    .where('account', '=', account)
    .where('address', '=', networkOf(address))
    .execute();
}

/** A try that counts. */
interface Attempt {
  /** records it as wrong */
  failed: () => Promise<unknown>;
  /** records it as neither right nor wrong */
  forget: () => Promise<unknown>;
}

/** Counts a try before it is looked at, so that many at once are no more than one after another. */
export async function beginAttempt(db: Db, account: string, from: string): Promise<Attempt | Wait> {
  const address = networkOf(from);
  await db
    .deleteFrom('staff_failure')
    .where((eb) =>
      eb.or([
        eb('at', '<', new Date(Date.now() - LOCK_OUT.window)),
        eb.and([eb('is_running', '=', true), eb('at', '<', new Date(Date.now() - LOCK_OUT.running))]),
      ]),
    )
    .execute();
  const before = await waitOf(db, account, address);
  if (before) return before;
  const { failure_id } = await db
    .insertInto('staff_failure')
    .values({ account, address, at: new Date(), is_running: true })
    .returning('failure_id')
    .executeTakeFirstOrThrow();
  const attempt: Attempt = {
    failed: async () => {
      const failure = { account, address, at: new Date(), is_running: false };
      const { numUpdatedRows } = await db
        .updateTable('staff_failure')
        .set(failure)
        .where('failure_id', '=', failure_id)
        .executeTakeFirst();
      // a try that took too long did not count any more
      if (numUpdatedRows === 0n) await db.insertInto('staff_failure').values(failure).execute();
    },
    forget: () => db.deleteFrom('staff_failure').where('failure_id', '=', failure_id).execute(),
  };
  const wait = await waitOf(db, account, address, failure_id);
  if (!wait) return attempt;
  // a try that only came too soon makes nobody wait longer
  await attempt.forget();
  return wait;
}

/** @param own the try itself, which is not counted; an address waits for those that came before it alone */
async function waitOf(db: Db, account: string, address: string, own: number | null = null): Promise<Wait | null> {
  const {
    rows: [found],
  } = await sql<{ pair: number; wrong: number; all: number; newest: Date | null; newest_before: Date | null }>`
    select count(*) filter (where account = ${account})::int as pair,
      count(*) filter (where account = ${account} and not is_running)::int as wrong, count(*)::int as all,
      max(at) as newest, max(at) filter (where ${own}::bigint is null or failure_id < ${own}) as newest_before
    from staff_failure where address = ${address} and failure_id is distinct from ${own}::bigint`.execute(db);
  if (!found?.newest) return null;
  if (found.pair >= LOCK_OUT.ofAccount) {
    const lasts = found.wrong >= LOCK_OUT.ofAccount ? LOCK_OUT.window : LOCK_OUT.running;
    return { seconds: Math.max(1, secondsUntil(found.newest, lasts)), isAddress: false };
  }
  if (found.all < LOCK_OUT.ofAddress || !found.newest_before) return null;
  const seconds = secondsUntil(found.newest_before, LOCK_OUT.pause);
  return seconds > 0 ? { seconds, isAddress: true } : null;
}

const secondsUntil = (from: Date, later: number): number => Math.ceil((from.getTime() + later - Date.now()) / 1000);
