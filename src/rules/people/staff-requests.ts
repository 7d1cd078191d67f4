/** Two persons are two persons (ST5): which roles a second administrator gives, and who decides on a request for one. */

import type { Grant, Role } from './staff-rights.ts';

/** By these somebody makes public what others wrote, or gives such rights. */
const WEIGHTY: readonly Role[] = ['reviewer', 'publisher', 'system-admin'];

/** Of these roles those that are given by a second administrator. */
export const weighty = (grants: readonly Grant[]): Grant[] => grants.filter(({ role }) => WEIGHTY.includes(role));

/** Those in `after` that are not in `before`: the same role for another channel is another one. */
export const addedGrants = (before: readonly Grant[], after: readonly Grant[]): Grant[] =>
  after.filter(({ role, channelId }) => !before.some((own) => own.role === role && own.channelId === channelId));

export type RequestKind = 'grants' | 'link';
export type RequestStep = 'confirm' | 'refuse' | 'withdraw';

export const REQUEST_KINDS: Readonly<Record<RequestKind, string>> = { grants: '增加角色', link: '重置密码' };

export interface RequestFacts {
  kind: RequestKind;
  /** whose role or link it is */
  staffId: number;
  askedBy: number;
  /** ISO 8601, where nobody else could confirm it: from then on it needs nobody; '' otherwise */
  effectiveAt: string;
}

/** Why an administrator cannot do this to an open request; null where they can. */
export function whyNotDecide(
  step: RequestStep,
  { kind, staffId, askedBy, effectiveAt }: RequestFacts,
  who: number,
  now: Date,
): string | null {
  if (step === 'withdraw') return who === askedBy ? null : '只有提出人可以收回';
  if (step === 'refuse') return who === askedBy ? '您提出的请求可以收回，不能拒绝' : null;
  if (who === staffId) return '给自己的角色或链接须由他人确认';
  if (who !== askedBy) return null;
  if (effectiveAt === '' || kind === 'grants') return '须由另一位系统管理员确认';
  return new Date(effectiveAt) <= now ? null : '还没有到生效的时间';
}
