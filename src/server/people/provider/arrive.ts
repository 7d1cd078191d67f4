import { ACCOUNT, foldAccount } from '#rules/people/account-name.ts';
import { grantsOfGroups, type GroupGrant } from '#rules/people/group-rules.ts';
import type { ProviderProblemCode } from '#rules/people/provider-problems.ts';
import type { Db } from '../../db/tables.ts';
import { addPerson } from '../staff/accounts.ts';
import { record, type Actor } from '../staff/audit.ts';
import { enter } from '../staff/enter.ts';
import { heldGrants } from '../staff/held-grants.ts';
import type { ProviderPerson } from './claims.ts';
import { bind, staffOf } from './identities.ts';
import type { Proof, Provider } from './provider.ts';
import { listRules } from './rules.ts';

/** End of a sign-in by the provider. */
export type Arrival = { session: string } | { problem: ProviderProblemCode };

const LONGEST_NAME = 40;

/**
 * OI2, OI3: signs a proved person in. The first sign-in makes an account where a rule brings a role; each brings and ends the roles that
 * the rules say.
 */
export async function arrive(db: Db, provider: Provider, { person, tokens }: Proof, address: string): Promise<Arrival> {
  return db.transaction().execute(async (trx) => {
    // one at a time, as whatever changes people (ST5)
    await heldGrants(trx).select('staff_id').where('role', '=', 'system-admin').forUpdate().execute();
    const rules: GroupGrant[] = await listRules(trx);
    const brought = grantsOfGroups(rules, person.groups);
    const known = await staffOf(trx, person);
    const found = known === undefined ? await makeAccount(trx, person, brought, address) : await activeOf(trx, known);
    if ('problem' in found) return refuse(trx, person, found.problem, { ...found.actor, address });
    const actor = { ...found.actor, address };
    await syncGrants(trx, actor, brought);
    const held = await heldGrants(trx).select('grant_id').where('staff_id', '=', actor.staffId).limit(1).execute();
    if (held.length === 0) return refuse(trx, person, 'no-role', actor);
    const session = await enter(trx, actor, {
      issuer: person.issuer,
      subject: person.subject,
      sid: person.sid,
      tokens: provider.seals.tokens.close(tokens),
      hasSecondFactor: person.hasSecondFactor,
      needsCode: found.hasOwnFactor && !person.hasSecondFactor,
    });
    return { session };
  });
}

type Found =
  | { actor: { staffId: number; account: string }; hasOwnFactor: boolean }
  | { problem: ProviderProblemCode; actor: { staffId: number | null; account: string } };

async function activeOf(trx: Db, staffId: number): Promise<Found> {
  const { account, state, totp_secret } = await trx
    .selectFrom('staff')
    .select(['account', 'state', 'totp_secret'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow();
  const actor = { staffId, account };
  return state === 'active' ? { actor, hasOwnFactor: totp_secret !== '' } : { problem: 'suspended', actor };
}

/** OI2: an account without a password. One of the same name may be the same human, and an administrator says so. */
async function makeAccount(
  trx: Db,
  person: ProviderPerson,
  brought: readonly GroupGrant[],
  address: string,
): Promise<Found> {
  const nobody = { staffId: null, account: '' };
  if (brought.length === 0) return { problem: 'no-role', actor: nobody };
  const claimed = accountOf(person);
  if (claimed !== '' && (await isLocal(trx, claimed))) return { problem: 'same-account', actor: nobody };
  const name = (person.name || person.account || claimed).slice(0, LONGEST_NAME);
  for (const account of [claimed, ...furtherNames(claimed, person.subject)]) {
    if (account === '') continue;
    const staffId = await addPerson(trx, { account, name: name || account, grants: [] }, { mustChange: false });
    if (staffId === null) continue;
    const actor = { staffId, account };
    const provider: Actor = { staffId: null, account: '', address };
    await record(trx, provider, 'people.add', {
      subject: `staff:${staffId}`,
      facts: { account, name, by: 'provider' },
    });
    await bind(trx, provider, staffId, person);
    return { actor, hasOwnFactor: false };
  }
  return { problem: 'same-account', actor: nobody };
}

/** The account that the provider proposes, without the domain of an address; '' where it is none of ours. */
function accountOf({ account }: Pick<ProviderPerson, 'account'>): string {
  const folded = foldAccount(account.split('@', 1)[0] ?? '').replaceAll('_', '-');
  return ACCOUNT.test(folded) ? folded : '';
}

/** Names where the proposed one is another provider person's, or none. */
const furtherNames = (claimed: string, subject: string): string[] => {
  const tail = foldAccount(subject)
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(-8);
  return [2, 3, 4, 5]
    .map((no) => `${(claimed || 'p').slice(0, 20)}-${tail}${no === 2 ? '' : `-${no}`}`)
    .filter((one) => ACCOUNT.test(one));
};

/** Whether an account is there that no person of the provider has. */
const isLocal = async (trx: Db, account: string): Promise<boolean> =>
  (await trx
    .selectFrom('staff')
    .leftJoin('staff_identity', 'staff_identity.staff_id', 'staff.staff_id')
    .select('staff.staff_id')
    .where('account', '=', account)
    .where('staff_identity.staff_id', 'is', null)
    .executeTakeFirst()) !== undefined;

/**
 * OI3: roles by groups become these; each that comes or ends is a line of the record. Those that an administrator gave stay.
 * @returns whether one ended
 */
export async function syncGrants(
  trx: Db,
  actor: Actor & { staffId: number },
  brought: readonly GroupGrant[],
): Promise<boolean> {
  const held = await heldGrants(trx)
    .select(['grant_id', 'role', 'channel_id', 'by_group'])
    .where('staff_id', '=', actor.staffId)
    .execute();
  const subject = `staff:${actor.staffId}`;
  const ended = held.filter(
    (one) => one.by_group && !brought.some(({ role, channelId }) => role === one.role && channelId === one.channel_id),
  );
  for (const { grant_id, role, channel_id } of ended) {
    await trx.updateTable('staff_grant').set({ ended_at: new Date() }).where('grant_id', '=', grant_id).execute();
    await record(trx, actor, 'people.role-end', { subject, facts: { role, channelId: channel_id } });
  }
  const isHeld = ({ role, channelId }: GroupGrant): boolean =>
    held.some((one) => one.role === role && one.channel_id === channelId);
  for (const { role, channelId, group } of brought.filter((one) => !isHeld(one))) {
    await trx
      .insertInto('staff_grant')
      .values({ staff_id: actor.staffId, role, channel_id: channelId, granted_at: new Date(), by_group: true })
      .execute();
    await record(trx, actor, 'people.role-begin', { subject, facts: { role, channelId, group } });
  }
  return ended.length > 0;
}

/** A refusal with what an administrator binds the person by (OI4). */
async function refuse(
  trx: Db,
  { issuer, subject, account, name }: ProviderPerson,
  why: ProviderProblemCode,
  actor: Actor,
): Promise<Arrival> {
  await record(trx, actor, 'sign-in', {
    outcome: 'refused',
    facts: { why, by: 'provider', issuer, subject, claimedAccount: account, claimedName: name },
  });
  return { problem: why };
}
