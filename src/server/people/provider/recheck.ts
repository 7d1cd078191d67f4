import { grantsOfGroups } from '#rules/people/group-rules.ts';
import { isObject } from '#rules/json/json.ts';
import type { ProviderProblemCode } from '#rules/people/provider-problems.ts';
import type { Db } from '../../db/tables.ts';
import { heldGrants } from '../staff/held-grants.ts';
import { sessionHash, type StaffUser } from '../staff/sessions.ts';
import { syncGrants } from './arrive.ts';
import { providerProblem, type ProviderProblem } from './provider-problem.ts';
import type { Proof, Provider, Tokens } from './provider.ts';
import { listRules } from './rules.ts';
import {
  awaitCheck,
  checked,
  endVouched,
  isSince,
  isWithinGrace,
  RECHECK,
  renewTokens,
  takeCheck,
} from './vouched-sessions.ts';

/** Problems of both servers with each other, which somebody mends: a session has its grace meanwhile. */
const OUTAGES: ReadonlySet<ProviderProblemCode> = new Set(['away', 'key', 'clock', 'client']);

export interface Recheck {
  /**
   * OI5: whether a session may be used on. Where the provider vouched for it longer than five minutes ago it is asked first, by one
   * request of all that come meanwhile.
   */
  mayGoOn: (user: StaffUser, session: string) => Promise<boolean>;
}

/** @param failed takes what kept a check from being made */
export function openRecheck(db: Db, provider: Provider | null, failed: (problem: ProviderProblem) => void): Recheck {
  const running = new Map<string, Promise<boolean>>();

  async function check(
    user: StaffUser & { vouched: NonNullable<StaffUser['vouched']> },
    hash: string,
    of: Provider,
  ): Promise<boolean> {
    const taken = await takeCheck(db, hash);
    if (!taken) return awaitCheck(db, hash);
    const sealed = of.seals.tokens.open(taken.tokens);
    const { subject, issuer } = user.vouched;
    // sealed by another secret: nobody can vouch any more
    if (!isTokens(sealed)) return end(hash, 'provider');
    let proof: Proof | null;
    try {
      proof = await of.again(sealed, subject, (tokens) => renewTokens(db, hash, of.seals.tokens.close(tokens)));
    } catch (error) {
      const problem = providerProblem(error);
      failed(problem);
      // an answer that does not fit is none that vouches
      if (!OUTAGES.has(problem.code)) return end(hash, 'provider');
      return (await isWithinGrace(db, hash)) || end(hash, 'away');
    }
    if (proof === null) return end(hash, 'provider');
    const { person, tokens } = proof;
    return db.transaction().execute(async (trx) => {
      await heldGrants(trx).select('staff_id').where('role', '=', 'system-admin').forUpdate().execute();
      const actor = { staffId: user.staffId, account: user.account, address: '' };
      const hasLost = await syncGrants(trx, actor, grantsOfGroups(await listRules(trx), person.groups));
      if (hasLost) await endVouched(trx, { issuer, subject, sid: '' }, 'group');
      else await checked(trx, hash, of.seals.tokens.close(tokens));
      return !hasLost;
    });
  }

  const end = async (session_hash: string, why: 'provider' | 'away'): Promise<false> => {
    await db.transaction().execute((trx) => endVouched(trx, { session_hash }, why));
    return false;
  };

  return {
    mayGoOn: async (user, session) => {
      const { vouched } = user;
      if (vouched === null) return true;
      const hash = sessionHash(session);
      // the setting was taken away or names another one
      if (provider?.issuer !== vouched.issuer) return end(hash, 'provider');
      if (isSince(vouched.checkedAt, RECHECK.every)) return true;
      let begun = running.get(hash);
      if (!begun) {
        begun = check({ ...user, vouched }, hash, provider).finally(() => running.delete(hash));
        running.set(hash, begun);
      }
      return begun;
    },
  };
}

const isTokens = (value: unknown): value is Tokens =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.access === 'string' &&
  typeof value.refresh === 'string';
