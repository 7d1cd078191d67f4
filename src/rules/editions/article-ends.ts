import { isDate } from '../time/date-text.ts';

/** TP1: days on which an article stops being pinned, shown on the home page, or public; each begins it at 0:00 in Shanghai. */
export interface ArticleEnds {
  unpin?: string;
  home?: string;
  withdraw?: string;
  /** reason that visitors of a withdrawn article read */
  reason?: string;
}

export type EndAct = 'unpin' | 'home' | 'withdraw';

/** Acts in the order of their words. */
const ACTS: readonly EndAct[] = ['withdraw', 'unpin', 'home'];

/** Effect of each, as it follows a day. */
export const END_WORDS: Readonly<Record<EndAct, string>> = {
  withdraw: '撤下',
  unpin: '取消置顶',
  home: '移出首页',
};

/** Names of the fields, with which messages about them begin. */
export const END_FIELDS: Readonly<Record<EndAct | 'reason', string>> = {
  withdraw: '撤下的日期',
  unpin: '取消置顶的日期',
  home: '移出首页的日期',
  reason: '撤下的原因',
};

/** Facts of an article on which its ends depend. */
interface Ending {
  ends?: ArticleEnds | undefined;
  isPinned: boolean;
  isOffHome: boolean;
}

/** Ends that have an effect: nothing is unpinned that is not pinned. null: there are none. */
export function endsInForce({ ends = {}, isPinned, isOffHome }: Ending): ArticleEnds | null {
  const { unpin = '', home = '', withdraw = '', reason = '' } = ends;
  const found: ArticleEnds = {
    ...(isPinned && unpin !== '' && { unpin }),
    ...(!isOffHome && home !== '' && { home }),
    ...(withdraw !== '' && { withdraw, reason: reason.trim() }),
  };
  return Object.keys(found).length === 0 ? null : found;
}

/** TP1: why ends cannot be public; [] where they can. @param today of Shanghai, yyyy-mm-dd */
export function endsProblems(ends: ArticleEnds | null, today: string): string[] {
  if (ends === null) return [];
  const problems = ACTS.flatMap((act) => {
    const day = ends[act];
    if (day === undefined) return [];
    if (!isDate(day)) return [`${END_FIELDS[act]}“${day.slice(0, 20)}”应为日期，如 2026-12-31`];
    return day > today ? [] : [`${END_FIELDS[act]} ${day} 已到，应为明天或以后的一天`];
  });
  if (ends.withdraw !== undefined && (ends.reason ?? '') === '')
    problems.push(`${END_FIELDS.reason}不能为空：访客打开原来的网址时会看到`);
  return problems;
}

/** TP2: acts whose day has come; [] for none. One that is withdrawn needs no other act. @param today as above */
export function dueActs(ends: ArticleEnds, today: string): EndAct[] {
  const due = ACTS.filter((act) => ends[act] !== undefined && ends[act] <= today);
  return due.includes('withdraw') ? ['withdraw'] : due;
}

/** Ends without those whose day has come; undefined for none. */
export function endsAfter(ends: ArticleEnds | undefined, today: string): ArticleEnds | undefined {
  if (!ends) return undefined;
  const { reason, ...days } = ends;
  const later = Object.fromEntries(Object.entries(days).filter(([, day]) => day > today)) as ArticleEnds;
  if (Object.keys(later).length === 0) return undefined;
  return { ...later, ...(later.withdraw !== undefined && reason !== undefined && { reason }) };
}

/** '将于 2026-12-31 撤下，2026-12-01 取消置顶'; '' for none. */
export function endsWords(ends: ArticleEnds | null): string {
  const parts = ACTS.flatMap((act) => (ends?.[act] ? [`${ends[act]} ${END_WORDS[act]}`] : []));
  return parts.length === 0 ? '' : `将于 ${parts.join('，')}`;
}
