import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { ACCOUNT, foldAccount } from './accounts.ts';
import { networkOf } from '../../http/network.ts';
import { record, type Actor } from './audit.ts';
import { isPassword } from './passwords.ts';
import { beginSession } from './sessions.ts';
import { stepOfCode } from './totp.ts';

/**
 * Wrong tries within `window` milliseconds after which one account from one network (OL1) waits, and one network with all
 * accounts.
 */
export const LOCK_OUT = { window: 15 * 60_000, ofAccount: 5, ofNetwork: 30 };

export interface Credentials {
  account: string;
  password: string;
  /** of the authenticator app; '' while it was not asked for */
  code: string;
}

/** locked: seconds to wait. code-needed: the password is right, and a code is wanted. */
export type SignIn =
  | { outcome: 'signed-in'; session: string }
  | { outcome: 'wrong' }
  | { outcome: 'code-needed' }
  | { outcome: 'code-wrong' }
  | { outcome: 'locked'; seconds: number };

/**
 * A sign-in by password and, where the person has set it up, a code. Failures are counted by account and network, so that
 * nobody can lock a colleague out from another one; the answer never shows whether an account exists.
 */
export async function signIn(
  db: Db,
  { account: typed, password, code }: Credentials,
  address: string,
): Promise<SignIn> {
  const account = foldAccount(typed).slice(0, 64);
  const attempt = await beginAttempt(db, account, address);
  const person = await db
    .selectFrom('staff')
    .select(['staff_id', 'password', 'state', 'totp_secret', 'totp_step'])
    .where('account', '=', account)
    .executeTakeFirst();
  // what is typed into the wrong field may be a password
  const actor = { staffId: person?.staff_id ?? null, account: person || ACCOUNT.test(account) ? account : '', address };
  if ('seconds' in attempt) {
    await record(db, actor, 'sign-in', { outcome: 'refused', facts: { why: 'locked' } });
    return { outcome: 'locked', seconds: attempt.seconds };
  }
  const isRight = await isPassword(password, person?.password ?? '', address);
  if (!person || !isRight || person.state !== 'active')
    return fail(db, actor, person && isRight ? 'suspended' : 'password', 'wrong');
  if (person.totp_secret !== '') {
    if (code === '') {
      await db.deleteFrom('staff_failure').where('failure_id', '=', attempt.id).execute();
      return { outcome: 'code-needed' };
    }
    const step = stepOfCode(person.totp_secret, code, Date.now(), person.totp_step);
    // of two requests with one code the second finds the step taken
    const taken =
      step === null
        ? 0n
        : (
            await db
              .updateTable('staff')
              .set({ totp_step: step })
              .where('staff_id', '=', person.staff_id)
              .where('totp_step', '<', step)
              .executeTakeFirst()
          ).numUpdatedRows;
    if (taken === 0n) return fail(db, actor, 'code', 'code-wrong');
  }
  await forgiveAttempts(db, account, address);
  await db.updateTable('staff').set({ signed_in_at: new Date() }).where('staff_id', '=', person.staff_id).execute();
  const session = await beginSession(db, person.staff_id, address);
  await record(db, actor, 'sign-in');
  return { outcome: 'signed-in', session };
}

async function fail(db: Db, actor: Actor, why: string, outcome: 'wrong' | 'code-wrong'): Promise<SignIn> {
  await record(db, actor, 'sign-in', { outcome: 'refused', facts: { why } });
  return { outcome };
}

/** What was wrong before does not count any more. */
export async function forgiveAttempts(db: Db, account: string, address: string): Promise<void> {
  await db
    .deleteFrom('staff_failure')
    .where('account', '=', account)
    .where('address', '=', networkOf(address))
    .execute();
}

/** Counts a try as failed before it is looked at, so that many at once are no more than one after another. */
export async function beginAttempt(
  db: Db,
  account: string,
  address: string,
): Promise<{ id: number } | { seconds: number }> {
  await db
    .deleteFrom('staff_failure')
    .where('at', '<', new Date(Date.now() - LOCK_OUT.window))
    .execute();
  const network = networkOf(address);
  const before = await secondsLocked(db, account, network, 0);
  if (before > 0) return { seconds: before };
  const { failure_id } = await db
    .insertInto('staff_failure')
    .values({ account, address: network, at: new Date() })
    .returning('failure_id')
    .executeTakeFirstOrThrow();
  const seconds = await secondsLocked(db, account, network, 1);
  return seconds > 0 ? { seconds } : { id: failure_id };
}

/** @param own how many of those counted are this one */
async function secondsLocked(db: Db, account: string, network: string, own: number): Promise<number> {
  const {
    rows: [found],
  } = await sql<{ pair: number; all: number; newest: Date | null }>`
    select count(*) filter (where account = ${account})::int as pair, count(*)::int as all, max(at) as newest from staff_failure where address = ${network}`.execute(
    db,
  );
  if (!found?.newest || (found.pair - own < LOCK_OUT.ofAccount && found.all - own < LOCK_OUT.ofNetwork)) return 0;
  return Math.max(1, Math.ceil((found.newest.getTime() + LOCK_OUT.window - Date.now()) / 1000));
}
