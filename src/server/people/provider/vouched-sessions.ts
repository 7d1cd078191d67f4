import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/tables.ts';
import { sha256 } from '../../db/sha256.ts';
import { record } from '../staff/audit.ts';
import { CLOCKS_DIFFER, steadyDate } from '../steady-clock.ts';

/**
 * OI5: milliseconds for which a session is used after the provider vouched for it, and at most while the provider is away. For the
 * last a server tries before another one may.
 */
export const RECHECK = { every: 5 * 60_000, grace: 15 * 60_000, trying: 30_000 };

export interface NewVouched {
  issuer: string;
  subject: string;
  sid: string;
  /** sealed */
  tokens: string;
  hasSecondFactor: boolean;
  needsCode: boolean;
}

export const addVouched = (
  trx: Db,
  session_hash: string,
  { issuer, subject, sid, tokens, hasSecondFactor, needsCode }: NewVouched,
): Promise<unknown> =>
  trx
    .insertInto('provider_session')
    .values({
      session_hash,
      issuer,
      subject,
      sid,
      tokens,
      checked_at: steadyDate(),
      has_second_factor: hasSecondFactor,
      needs_code: needsCode,
    })
    .execute();

/** Takes the check of a session that is due for this server. @returns null where another one is at it, or was */
export async function takeCheck(db: Db, session_hash: string): Promise<{ tokens: string } | null> {
  const taken = await db
    .updateTable('provider_session')
    .set({ tried_at: steadyDate() })
    .where('session_hash', '=', session_hash)
    .where((eb) =>
      // PD17: a moment that is to come was written by a clock that was put back since
      eb.or([eb('checked_at', '<=', steadyDate(-RECHECK.every)), eb('checked_at', '>', steadyDate(CLOCKS_DIFFER))]),
    )
    .where((eb) =>
      eb.or([
        eb('tried_at', 'is', null),
        eb('tried_at', '<', steadyDate(-RECHECK.trying)),
        eb('tried_at', '>', steadyDate(CLOCKS_DIFFER)),
      ]),
    )
    .returning('tokens')
    .executeTakeFirst();
  return taken ?? null;
}

/** Whether the provider vouched so many milliseconds ago at most, by a moment that is not to come (PD17). */
export const isSince = (checkedAt: Date, milliseconds: number): boolean =>
  checkedAt > steadyDate(-milliseconds) && checkedAt <= steadyDate(CLOCKS_DIFFER);

/** Whether a session is there, and the provider vouched for it no longer ago than it may be away. */
export async function isWithinGrace(db: Db, session_hash: string): Promise<boolean> {
  const found = await readCheck(db, session_hash);
  return found !== undefined && isSince(found.checked_at, RECHECK.grace);
}

const readCheck = (db: Db, session_hash: string) =>
  db
    .selectFrom('provider_session')
    .select(['checked_at', 'tried_at'])
    .where('session_hash', '=', session_hash)
    .executeTakeFirst();

/** milliseconds between two looks at a check that another server makes */
const LOOK = 200;

/**
 * Whether a session may be used on whose check another server makes: at once within the grace, else once that server knows.
 */
export async function awaitCheck(db: Db, session_hash: string): Promise<boolean> {
  for (const end = performance.now() + RECHECK.trying; performance.now() < end; await pause(LOOK)) {
    const found = await readCheck(db, session_hash);
    if (found === undefined) return false;
    if (isSince(found.checked_at, RECHECK.grace)) return true;
    const isTried = found.tried_at !== null && isSince(found.tried_at, RECHECK.trying);
    if (!isTried) return false;
  }
  return false;
}

/** Stores tokens that the provider gave in the place of others. */
export const renewTokens = (db: Db, session_hash: string, tokens: string): Promise<unknown> =>
  db.updateTable('provider_session').set({ tokens }).where('session_hash', '=', session_hash).execute();

export const checked = (trx: Db, session_hash: string, tokens: string): Promise<unknown> =>
  trx
    .updateTable('provider_session')
    .set({ tokens, checked_at: steadyDate(), tried_at: null })
    .where('session_hash', '=', session_hash)
    .execute();

/** OI10: a code of the own authenticator was given. */
export const codeGiven = (trx: Db, session_hash: string): Promise<unknown> =>
  trx.updateTable('provider_session').set({ needs_code: false }).where('session_hash', '=', session_hash).execute();

/** Tokens of a session, sealed; '' where no provider vouches for it. */
export async function sealedTokens(db: Db, session_hash: string): Promise<string> {
  const found = await db
    .selectFrom('provider_session')
    .select('tokens')
    .where('session_hash', '=', session_hash)
    .executeTakeFirst();
  return found?.tokens ?? '';
}

/** Reasons for which a session ends that nobody left. */
type Why = 'logout' | 'group' | 'provider' | 'away';

/** OI5, OI7: ends these sessions, with a line of the record for each. @returns how many */
export async function endVouched(
  trx: Db,
  which: { session_hash: string } | { issuer: string; subject: string; sid: string },
  why: Why,
  address = '',
): Promise<number> {
  let query = trx
    .selectFrom('provider_session')
    .innerJoin('staff_session', 'staff_session.session_hash', 'provider_session.session_hash')
    .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
    .select(['provider_session.session_hash', 'staff.staff_id', 'staff.account']);
  if ('session_hash' in which) query = query.where('provider_session.session_hash', '=', which.session_hash);
  else {
    query = query.where('issuer', '=', which.issuer);
    if (which.subject !== '') query = query.where('subject', '=', which.subject);
    // a token that names a session of the provider means that one alone; one whose session is unknown may be it
    const { sid } = which;
    if (sid !== '')
      query = query.where((eb) => (which.subject === '' ? eb('sid', '=', sid) : eb('sid', 'in', [sid, ''])));
  }
  const ended = await query.execute();
  for (const { session_hash, staff_id, account } of ended) {
    await trx.deleteFrom('staff_session').where('session_hash', '=', session_hash).execute();
    await record(trx, { staffId: staff_id, account, address }, 'session.end', { facts: { why } });
  }
  return ended.length;
}

/** OI8: counts something once. @returns false where it was counted before */
export async function useOnce(db: Db, text: string, lasts: number): Promise<boolean> {
  await db.deleteFrom('provider_used').where('ends_at', '<', steadyDate()).execute();
  const used = await db
    .insertInto('provider_used')
    .values({ used: sha256(text), ends_at: steadyDate(lasts) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return used.numInsertedOrUpdatedRows === 1n;
}
