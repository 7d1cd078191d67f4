/**
 * The states of an edition (a draft of one publication), and who may do what to it in which state, as one table.
 */
import { withoutHidden } from '../text/hidden-characters.ts';

export type EditionState = 'draft' | 'in-review' | 'approved' | 'publishing' | 'published' | 'returned' | 'discarded';

export const EDITION_STATES: Readonly<Record<EditionState, string>> = {
  draft: '草稿',
  'in-review': '审核中',
  approved: '已通过',
  publishing: '正在发布',
  published: '已发布',
  returned: '已退回',
  discarded: '已作废',
};

export type EditionStep =
  | 'created'
  | 'saved'
  | 'submitted'
  | 'approved'
  | 'returned'
  | 'published'
  | 'scheduled'
  | 'unscheduled'
  | 'discarded'
  | 'emergency'
  | 'reviewed-after'
  | 'failed'
  | 'approval-ended'
  | 'by-rule'
  | 'held'
  | 'part-published'
  | 'halted'
  | 'resumed'
  | 'rebased';

export const EDITION_STEPS: Readonly<Record<EditionStep, string>> = {
  created: '新建',
  saved: '保存',
  submitted: '提交审核',
  approved: '审核通过',
  returned: '退回',
  published: '发布',
  scheduled: '定时发布',
  unscheduled: '取消定时',
  discarded: '作废',
  emergency: '紧急发布',
  'reviewed-after': '事后复核',
  failed: '定时发布失败',
  'approval-ended': '审核失效',
  'by-rule': '按规则发布',
  held: '未按规则发布',
  'part-published': '分批发布',
  halted: '发布中断',
  resumed: '继续发布',
  rebased: '程序合并',
};

/**
 * FD3, TP2: what the history of an edition says of a publication by rule, or by a day that was approved, which the record
 * proves.
 */
export const ruleNote = (no: number): string => `规则见第 ${no} 号发布`;

/** Name under a version that the program made. */
export const PROGRAM_NAME = '系统';

/** ED8: how the history of an edition begins to say that somebody ended it between two steps, as 'published'. */
export const ENDED_NOTE = '就此结束：';

/** A person who did one of these is a contributor, and cannot approve the edition. */
export const CONTRIBUTING: readonly EditionStep[] = ['created', 'saved', 'submitted'];

/** The states in which each action is possible. */
const ACTIONS = {
  save: { name: '修改', from: ['draft', 'in-review', 'approved', 'returned'] },
  submit: { name: '提交审核', from: ['draft', 'returned'] },
  approve: { name: '审核', from: ['in-review'] },
  return: { name: '退回', from: ['in-review', 'approved'] },
  publish: { name: '发布', from: ['approved'] },
  schedule: { name: '定时发布', from: ['approved'] },
  unschedule: { name: '取消定时', from: ['approved'] },
  discard: { name: '作废', from: ['draft', 'in-review', 'approved', 'returned'] },
  emergency: { name: '紧急发布', from: ['draft', 'in-review', 'returned'] },
  confirm: { name: '复核', from: ['published'] },
  resume: { name: '继续发布', from: ['publishing'] },
  end: { name: '就此结束', from: ['publishing'] },
} as const satisfies Record<string, { name: string; from: readonly EditionState[] }>;

export type EditionAction = keyof typeof ACTIONS;
export const EDITION_ACTIONS = Object.keys(ACTIONS) as EditionAction[];

const LEAST_REASON = 10;

/** ST2: why the reason of an emergency publication is refused; null when it is fine. Hidden characters do not count. */
export function emergencyReasonProblem(note: string): string | null {
  const seen = withoutHidden(note.replaceAll(/\s+/g, ' ')).replaceAll(/\s+/g, ' ').trim();
  if (seen === '') return '请写明紧急发布的原因';
  const length = Array.from(seen).length;
  return length < LEAST_REASON ? `紧急发布的原因至少 ${LEAST_REASON} 个字，现在是 ${length} 个字` : null;
}

/** Facts that decide on an action besides the rights of the person. */
export interface EditionFacts {
  state: EditionState;
  /** true: its present content is what was approved */
  isApproved: boolean;
  isScheduled: boolean;
  /** all who created, saved or submitted any version of it */
  contributors: readonly number[];
  /** FD5: who else counts as having a part: whoever made the token that it was delivered with, or that its rule is for */
  tokenMakers?: readonly number[];
  /** SI2: those in whose place somebody wrote it, or published it in an emergency */
  absent?: readonly number[];
  /** OI4: further accounts of humans who had a part */
  doubles?: readonly number[];
  /** the person who published it in an emergency */
  publishedAlone: number | null;
  /** published in an emergency, and not confirmed by a second person yet */
  needsReview: boolean;
  /** ED7: a step of its publication failed, and the rest waits */
  isHalted?: boolean;
}

/**
 * Why a person cannot do this to an edition now; null where they can, if they have the right. A contributor can neither
 * approve nor publish in an emergency, and such a publication is confirmed by a person who had no part in it.
 * @param inPlaceOf people whose roles they need for it (SI2)
 */
export function whyNot(
  action: EditionAction,
  facts: EditionFacts,
  staffId: number | null,
  inPlaceOf: readonly number[] = [],
): string | null {
  const { name, from }: { name: string; from: readonly EditionState[] } = ACTIONS[action];
  if (!from.includes(facts.state)) return `稿件${EDITION_STATES[facts.state]}，不能${name}`;
  if ((action === 'publish' || action === 'schedule') && !facts.isApproved)
    return '稿件在审核通过后又有修改，须重新提交审核';
  if (action === 'unschedule' && !facts.isScheduled) return '稿件没有设定发布时间';
  if (action === 'resume' && !facts.isHalted) return '稿件正在分批发布，不需要继续';
  if (action === 'end' && !facts.isHalted) return '稿件正在分批发布，中断以后才能就此结束';
  if (action === 'confirm' && !facts.needsReview) return '稿件不是紧急发布的，或者已经复核';
  if (!isOwn(action, facts, staffId, inPlaceOf)) return null;
  if (!isOwn(action, facts, staffId)) return `您代理的人参与了这份稿件，须由他人${name}`;
  if (staffId !== null && facts.doubles?.includes(staffId)) return `您以另一个账号参与了这份稿件，须由他人${name}`;
  if (staffId === null || facts.contributors.includes(staffId)) return `您参与了这份稿件，须由他人${name}`;
  if (facts.absent?.includes(staffId)) return `代理人以您的角色参与了这份稿件，须由他人${name}`;
  return facts.tokenMakers?.includes(staffId)
    ? `报送用的令牌由您新建，须由他人${name}`
    : `您参与了这份稿件，须由他人${name}`;
}

const NEEDS_ANOTHER: readonly EditionAction[] = ['approve', 'return', 'confirm', 'emergency'];

/**
 * Whether the action needs a second person, and this is the first one, or somebody in whose place a person had a part.
 * @param inPlaceOf people whose roles they need for it: an absent person and a stand-in are one where an edition needs two (SI2)
 */
export function isOwn(
  action: EditionAction,
  facts: EditionFacts,
  staffId: number | null,
  inPlaceOf: readonly number[] = [],
): boolean {
  if (!NEEDS_ANOTHER.includes(action)) return false;
  return staffId === null || [staffId, ...inPlaceOf].some((id) => hadPart(action, facts, id));
}

function hadPart(
  action: EditionAction,
  { contributors, absent = [], tokenMakers = [], doubles = [], publishedAlone }: EditionFacts,
  id: number,
): boolean {
  if ([contributors, absent, doubles].some((ids) => ids.includes(id))) return true;
  if (action === 'confirm' && publishedAlone === id) return true;
  return action !== 'return' && tokenMakers.includes(id);
}
