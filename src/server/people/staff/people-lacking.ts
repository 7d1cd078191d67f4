import { ROLE_NAMES, type Role } from '#rules/people/staff-rights.ts';
import type { Person } from '#wire/console-answers.ts';

/** Roles without which nothing becomes public: somebody writes, another reviews, somebody publishes. */
const NEEDED: readonly (readonly Role[])[] = [['editor', 'channel-admin'], ['reviewer'], ['publisher']];

/** People without whom nothing can become public, in words; '' where nobody is missing. */
export function peopleLacking(people: readonly Person[]): string {
  const ready = people.filter(({ state, isReady }) => state === 'active' && isReady);
  const having = (roles: readonly Role[]) =>
    ready.filter(({ grants }) => grants.some(({ role }) => roles.includes(role))).map(({ staffId }) => staffId);
  const none = NEEDED.filter((roles) => having(roles).length === 0);
  if (none.length > 0)
    return `还没有${none.map((roles) => roles.map((role) => ROLE_NAMES[role]).join('或')).join('、')}人员；已添加的人设置密码以后才计入`;
  const [writers, reviewers] = NEEDED.map(having);
  return new Set([...writers!, ...reviewers!]).size > 1 ? '' : '撰写和审核须是两个人';
}
