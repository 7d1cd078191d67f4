/** Two persons are two persons (ST5): which roles a second administrator gives, and who decides on a request for one. */

import type { Grant, Role } from './staff-rights.ts';

/** Roles by which somebody makes public what others wrote, or gives such rights. */
const WEIGHTY: readonly Role[] = ['reviewer', 'publisher', 'system-admin'];

/** The grants that a second administrator confirms. */
export const weighty = (grants: readonly Grant[]): Grant[] => grants.filter(({ role }) => WEIGHTY.includes(role));

/** Grants in `after` that are not in `before`: the same role for another channel is another one. */
export const addedGrants = (before: readonly Grant[], after: readonly Grant[]): Grant[] =>
  after.filter(({ role, channelId }) => !before.some((own) => own.role === role && own.channelId === channelId));

export type RequestKind = 'grants' | 'link' | 'rule' | 'identity' | 'substitution';
export type RequestStep = 'confirm' | 'refuse' | 'withdraw';

export const REQUEST_KINDS: Readonly<Record<RequestKind, string>> = {
  grants: '增加角色',
  link: '重置密码',
  rule: '单位登录的规则',
  identity: '关联单位账号',
  substitution: '代理不在的人',
};

/** Particulars of a request that no role says: the group of a rule, the person of the provider, or who is away and when. */
export interface RequestDetails {
  group?: string;
  issuer?: string;
  subject?: string;
  absentId?: number;
  /** name and account of who is away */
  absent?: string;
  from?: string;
  until?: string;
}

export interface RequestFacts {
  kind: RequestKind;
  /** the person whose role, link or identity it is; null for a rule */
  staffId: number | null;
  askedBy: number;
  /** ISO 8601, where nobody else could confirm it: from then on it needs nobody; '' otherwise */
  effectiveAt: string;
  /** accounts of those for whom the decider has the right to decide, where it is not their own (SI2) */
  insteadOf?: readonly number[];
}

/** Why an administrator cannot do this to an open request; null where they can. */
export function whyNotDecide(
  step: RequestStep,
  { kind, staffId, askedBy, effectiveAt, insteadOf = [] }: RequestFacts,
  who: number,
  now: Date,
): string | null {
  if (step === 'withdraw') return who === askedBy ? null : '只有提出人可以收回';
  if (step === 'refuse') return who === askedBy ? '您提出的请求可以收回，不能拒绝' : null;
  if (insteadOf.includes(askedBy)) return '您代理的正是提出人，须由另一位系统管理员确认';
  if (who === staffId) return '给自己的角色或链接须由他人确认';
  if (who !== askedBy) return null;
  if (effectiveAt === '' || kind !== 'link') return '须由另一位系统管理员确认';
  return new Date(effectiveAt) <= now ? null : '还没有到生效的时间';
}
