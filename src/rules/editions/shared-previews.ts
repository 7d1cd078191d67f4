/** Links by which people without an account see a draft as visitors would read it: how long they last, and what ends them. */
import type { EditionState } from './edition-steps.ts';

/** SH2: days for which a link may last. */
export const MOST_DAYS = 30;
/** SH2: pages that a link shows altogether. */
export const MOST_OPENED = 2_000;
/** SH2: links of one edition that are open at a time. */
export const MOST_LINKS = 20;
/** SH5: answers by one link. */
export const MOST_ANSWERS = 50;
/** Characters of a name, of a remark, and of the note for whom a link is. */
export const LONGEST = { name: 40, remark: 1_000, forWhom: 40 } as const;

/** Causes that end a link. */
export type ShareEnd = 'revoked' | 'published' | 'discarded' | 'expired' | 'used-up' | 'maker-left';

/** SH2: the end of a link in words, for editors. */
export const SHARE_ENDS: Readonly<Record<ShareEnd, string>> = {
  revoked: '已收回',
  published: '稿件已发布',
  discarded: '稿件已作废',
  expired: '已过期',
  'used-up': `已打开 ${MOST_OPENED.toLocaleString('zh-CN')} 页，不再显示`,
  'maker-left': '分享人的账号已停用',
};

/** SH2: the same for whoever opens it, who reads nothing of the draft. */
export const ENDED_FOR_READER: Readonly<Record<ShareEnd, string>> = {
  revoked: '这个预览链接已被收回。',
  published: '预览的内容已经发布，请在网站上查看。',
  discarded: '预览的内容已经作废，不会公开。',
  expired: '这个预览链接已经过期。',
  'used-up': '这个预览链接打开的次数已到上限。',
  'maker-left': '这个预览链接已经失效。',
};

export interface ShareFacts {
  expiresAt: Date;
  isRevoked: boolean;
  /** pages that it has shown */
  opened: number;
  state: EditionState;
  /** the account of whoever made it is in use */
  isMakerActive: boolean;
}

/** SH2: the cause that has ended a link by now; null while it is good. */
export function shareEnd(facts: ShareFacts, now: Date): ShareEnd | null {
  if (facts.isRevoked) return 'revoked';
  if (facts.state === 'published' || facts.state === 'publishing') return 'published';
  if (facts.state === 'discarded') return 'discarded';
  if (facts.expiresAt <= now) return 'expired';
  if (!facts.isMakerActive) return 'maker-left';
  return facts.opened >= MOST_OPENED ? 'used-up' : null;
}
