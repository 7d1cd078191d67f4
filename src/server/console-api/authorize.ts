import { actName, mayDo, mayDoSomewhere, STAFF_ACTS, WHOLE_SITE, type StaffAct } from '#rules/staff-rights.ts';
import { Refused } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { record } from '../people/staff/audit.ts';
import type { Policy, SignedIn } from './define-console-call.ts';

/** The id of a channel and of all above it; of one that is not public yet, its parent's line stands in. */
function lineOf(site: Pick<Site, 'channel'>, channelId: string): string[] {
  const line: string[] = [];
  for (let id = channelId; id !== '' && !line.includes(id); id = site.channel(id)?.parentId ?? '') line.push(id);
  return line;
}

/**
 * The one decision on every call of the console: by what the person may do, to the thing as it was loaded. A refusal is
 * written down.
 * @throws Refused changePassword, rightMissing
 */
export async function authorize(
  policy: Exclude<Policy, 'open'>,
  params: Record<string, unknown>,
  context: SignedIn,
): Promise<void> {
  if (policy === 'own') return;
  const { user, site, db, actor } = context;
  if (user.mustChange) throw new Refused('changePassword');
  if (policy === 'signed-in') return;
  const act = 'act' in policy ? policy.act : policy.anywhere;
  const isAllowed =
    'anywhere' in policy
      ? mayDoSomewhere(user.grants, act)
      : mayDo(user.grants, act, await linesOf(policy, params, context, site));
  if (isAllowed) return;
  await record(db, actor, act, { outcome: 'refused', subject: subjectOf(params) });
  throw new Refused('rightMissing', `您没有“${actName(act)}”的权限。需要时请联系系统管理员。`);
}

async function linesOf(
  { of }: Extract<Policy, { act: unknown }>,
  params: Record<string, unknown>,
  context: SignedIn,
  site: Site,
): Promise<(readonly string[])[]> {
  if (!of) return [WHOLE_SITE];
  return (await of(params, context)).map((channelId) => lineOf(site, channelId));
}

/** of params, which of them says what a call is about */
const NAMES = { editionId: 'edition', staffId: 'staff', channelId: 'channel' };

function subjectOf(params: Record<string, unknown>): string {
  const [name, kind] = Object.entries(NAMES).find(([param]) => params[param] !== undefined) ?? [];
  return name === undefined ? '' : `${kind}:${String(params[name])}`;
}

/** What somebody may do by role with something that concerns these channels, as authorize decides. */
export const rightsFor = (
  { user, site }: Pick<SignedIn, 'user' | 'site'>,
  channelIds: readonly string[],
): StaffAct[] => {
  const lines = channelIds.map((channelId) => lineOf(site, channelId));
  return STAFF_ACTS.filter((act) => mayDo(user.grants, act, lines));
};

/** Channels for which somebody may do something, for lists that are asked of the database; null: the whole site. */
export function reachOf({ user, site }: Pick<SignedIn, 'user' | 'site'>, act: StaffAct): string[] | null {
  if (mayDo(user.grants, act, [WHOLE_SITE])) return null;
  return [...site.map.byId.keys()].filter((channelId) => mayDo(user.grants, act, [lineOf(site, channelId)]));
}
