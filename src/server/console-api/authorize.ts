import {
  rightName,
  mayDo,
  mayDoSomewhere,
  STAFF_RIGHTS,
  WHOLE_SITE,
  type StaffRight,
} from '#rules/people/staff-rights.ts';
import { placesInOrder } from '#rules/people/substitutions.ts';
import { Refused } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { record } from '../people/staff/audit.ts';
import type { Absent } from '../people/staff/substitutions.ts';
import type { Policy, SignedIn } from './define-console-call.ts';

/** The id of a channel and of all above it; of one that is not public yet, its parent's line stands in. */
export function lineOf(site: Pick<Site, 'channel'>, channelId: string): string[] {
  const line: string[] = [];
  for (let id = channelId; id !== '' && !line.includes(id); id = site.channel(id)?.parentId ?? '') line.push(id);
  return line;
}

/**
 * The one decision on every call of the console: by what the person may do, to the thing as it was loaded. A refusal is
 * written down.
 * @throws Refused codeNeeded, changePassword, secondFactorNeeded, rightMissing
 */
export async function authorize(
  policy: Exclude<Policy, 'open'>,
  params: Record<string, unknown>,
  context: SignedIn,
): Promise<void> {
  if (policy === 'own') return;
  const { user, db, actor } = context;
  if (user.needsCode) throw new Refused('codeNeeded');
  if (user.mustChange) throw new Refused('changePassword');
  if (policy === 'setting-up') return;
  if (user.needsSecondFactor) throw new Refused('secondFactorNeeded', '您的角色必须使用两步验证，请先启用');
  if (policy === 'signed-in') return;
  const right = 'right' in policy ? policy.right : policy.anywhere;
  if (await isAllowed(policy, params, context)) return noteInPlace(policy, params, context);
  await record(db, actor, right, { outcome: 'refused', subject: subjectOf(params) });
  throw new Refused('rightMissing', `您没有“${rightName(right)}”的权限。需要时请联系系统管理员。`);
}

/** SI4: an act that needs the roles of somebody who is away names them in the record. Own roles come first. */
async function noteInPlace(
  policy: Extract<Policy, object>,
  params: Record<string, unknown>,
  context: SignedIn,
): Promise<void> {
  const { user, actor } = context;
  if (user.inPlaceOf.length === 0) return;
  const isEnough = (absent: readonly Absent[]): Promise<boolean> => {
    const grants = [...user.ownGrants, ...absent.flatMap((one) => one.grants)];
    return isAllowed(policy, params, { ...context, user: { ...user, grants } });
  };
  let needed: readonly Absent[] = user.inPlaceOf;
  for (const some of placesInOrder(user.inPlaceOf))
    if (await isEnough(some)) {
      needed = some;
      break;
    }
  actor.insteadOf = [...new Set([...(actor.insteadOf ?? []), ...needed])];
}

async function isAllowed(
  policy: Extract<Policy, object>,
  params: Record<string, unknown>,
  context: SignedIn,
): Promise<boolean> {
  const { user, site } = context;
  const may = (right: StaffRight, channelIds: readonly string[]): boolean =>
    mayDo(
      user.grants,
      right,
      channelIds.map((channelId) => lineOf(site, channelId)),
    );
  if ('anywhere' in policy) return mayDoSomewhere(user.grants, policy.anywhere);
  if (!('ofOne' in policy))
    return policy.of
      ? may(policy.right, await policy.of(params, context))
      : mayDo(user.grants, policy.right, [WHOLE_SITE]);
  if (!mayDoSomewhere(user.grants, policy.right)) return false;
  const things = await policy.ofOne(params, context);
  return things === 'anybody' || things.some((channelIds) => may(policy.right, channelIds));
}

/** params that name the subject of a call */
const NAMES = { editionId: 'edition', staffId: 'staff', channelId: 'channel' };

function subjectOf(params: Record<string, unknown>): string {
  const { year, month, name: file } = params;
  if (year !== undefined) return `file:${[year, month, file].map(String).join('/')}`;
  const [name, kind] = Object.entries(NAMES).find(([param]) => params[param] !== undefined) ?? [];
  return name === undefined ? '' : `${kind}:${String(params[name])}`;
}

/** Rights of somebody, by role, on a thing that concerns these channels, as authorize decides. */
export const rightsFor = (
  { user, site }: { user: Pick<SignedIn['user'], 'grants'>; site: Pick<Site, 'channel'> },
  channelIds: readonly string[],
): StaffRight[] => {
  const lines = channelIds.map((channelId) => lineOf(site, channelId));
  return STAFF_RIGHTS.filter((right) => mayDo(user.grants, right, lines));
};

/** Channels for which somebody may do something, for lists that are asked of the database; null: the whole site. */
export function reachOf({ user, site }: Pick<SignedIn, 'user' | 'site'>, right: StaffRight): string[] | null {
  if (mayDo(user.grants, right, [WHOLE_SITE])) return null;
  return [...site.map.byId.keys()].filter((channelId) => mayDo(user.grants, right, [lineOf(site, channelId)]));
}
