/** Rules by which groups of the firm's identity provider bring roles (OI3). */

import { ROLE_NAMES, type Grant } from './staff-rights.ts';

/** Most groups of a person, and most characters of the name of one. */
export const GROUP_LIMITS = { count: 1_000, name: 200 };

export interface GroupGrant extends Grant {
  group: string;
}

/** A group as rules compare it: providers that write groups as paths begin them with a slash. */
export const groupName = (given: string): string => given.trim().replace(/^\//, '');

/** The problem of the name of a group; '' for none. */
export function groupProblem(given: string): string {
  const name = groupName(given);
  if (name === '') return '请输入组的名称';
  return name.length > GROUP_LIMITS.name ? `组的名称最多 ${GROUP_LIMITS.name} 个字` : '';
}

/** Roles that these groups bring by these rules, each with the group of the first rule that does. */
export function grantsOfGroups(rules: readonly GroupGrant[], groups: readonly string[]): GroupGrant[] {
  const own = new Set(groups.map(groupName));
  return rules.filter(
    (rule, at) =>
      own.has(rule.group) &&
      !rules
        .slice(0, at)
        .some((one) => own.has(one.group) && one.role === rule.role && one.channelId === rule.channelId),
  );
}

/** A rule in words. @param place name of its channel; '' for the whole site */
export const ruleWords = ({ group, role }: GroupGrant, place: string): string =>
  `组“${group}”的成员在${place === '' ? '全站' : `“${place}”下`}为${ROLE_NAMES[role]}`;
