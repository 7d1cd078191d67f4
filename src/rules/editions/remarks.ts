/** Remarks at places of an edition: what may be done to one, by whom, and what open ones hold up. */
import { EDITION_STATES, type EditionState } from './edition-steps.ts';

/** RM1: characters of a remark or an answer. */
export const LONGEST_REMARK = 1_000;
/** RM1: characters of the quotation of a place. */
export const LONGEST_QUOTE = 200;
/** RM1: remarks of one edition. */
export const MOST_REMARKS = 500;
/** RM2: answers to one remark, with each time that it was settled or opened again. */
export const MOST_ENTRIES = 100;

/** The act with which a remark begins, and what is done to it later. */
export type RemarkAct = 'made' | 'answered' | 'settled' | 'reopened' | 'withdrawn';
export type LaterAct = Exclude<RemarkAct, 'made'>;
export type RemarkState = 'open' | 'settled' | 'withdrawn';

export const REMARK_ACTS: Readonly<Record<RemarkAct, string>> = {
  made: '批注',
  answered: '答复',
  settled: '标为已解决',
  reopened: '重新打开',
  withdrawn: '撤回',
};

export const REMARK_STATES: Readonly<Record<RemarkState, string>> = {
  open: '未解决',
  settled: '已解决',
  withdrawn: '已撤回',
};

const LEAVES: Readonly<Record<RemarkAct, RemarkState | null>> = {
  made: 'open',
  answered: null,
  settled: 'settled',
  reopened: 'open',
  withdrawn: 'withdrawn',
};

/** RM3: the state in which its acts leave a remark, the oldest first. */
export const remarkState = (acts: readonly RemarkAct[]): RemarkState =>
  acts.reduce<RemarkState>((state, act) => LEAVES[act] ?? state, 'open');

/** RM8: why nobody may add to the remarks of an edition; '' where they may. */
export const remarksClosed = (state: EditionState): string =>
  state === 'publishing' || state === 'published' || state === 'discarded'
    ? `稿件${EDITION_STATES[state]}，批注只能查看`
    : '';

/** Facts that decide on an act on a remark. */
export interface RemarkFacts {
  edition: EditionState;
  state: RemarkState;
  /** the person made the remark */
  isAuthor: boolean;
  /** the person may review the edition, and had no part in it */
  isReviewer: boolean;
}

/** RM2, RM3, RM8: why a person cannot do this to a remark; '' where they can. */
export function whyNotRemark(act: LaterAct, { edition, state, isAuthor, isReviewer }: RemarkFacts): string {
  const closed = remarksClosed(edition);
  if (closed !== '') return closed;
  if (state === 'withdrawn') return '批注已经撤回';
  if (act === 'answered') return '';
  if (act === 'withdrawn') return isAuthor ? '' : '批注只能由写它的人撤回';
  if (act === 'settled' && state === 'settled') return '批注已经解决';
  if (act === 'reopened' && state === 'open') return '批注还没有解决';
  return isAuthor || isReviewer ? '' : '由写批注的人，或没有参与撰写的审核人决定是否已经解决';
}

/** RM4: what open remarks say beside an act that they hold up; '' without any. */
export const openRemarksWords = (count: number): string => (count > 0 ? `还有 ${count} 条批注没有解决` : '');
