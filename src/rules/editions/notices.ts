import { mayDo, type Grant, type StaffRight } from '../people/staff-rights.ts';
import { placesNeeded, type WithPlaces } from '../people/substitutions.ts';
import { whyNot, type EditionAction, type EditionFacts, type EditionStep } from './edition-steps.ts';

/** NT1: reasons for which staff get a notice. */
export type NoticeEvent =
  | 'to-review'
  | 'to-publish'
  | 'after-review'
  | 'returned'
  | 'approved'
  | 'published'
  | 'failed'
  | 'approval-ended'
  | 'remark'
  | 'remark-answer'
  | 'proposed'
  | 'outside-answer'
  | 'due'
  | 'reminder'
  | 'late'
  | 'stand-in'
  | 'stand-in-over';

/** The reason in words; {} stands for the name of whoever acted. */
const WORDS: Readonly<Record<NoticeEvent, string>> = {
  'to-review': '{}提交，等您审核',
  'to-publish': '{}审核通过，等您发布',
  'after-review': '{}紧急发布，等您复核',
  returned: '被{}退回，请修改',
  approved: '{}审核通过',
  published: '已由{}发布',
  failed: '没有按计划公开，请查看原因',
  'approval-ended': '原来的审核不再有效，须重新审核',
  remark: '{}写了批注',
  'remark-answer': '{}答复了批注',
  proposed: '到了按模板拟稿的日子，草稿已备好，请填写',
  'outside-answer': '有外部人员答复了预览，请查看',
  due: '栏目超过更新期限',
  reminder: '仍在等您处理',
  late: '等候过久，还没有人处理',
  'stand-in': '{}不在，安排了代理人',
  'stand-in-over': '{}的代理提前结束',
};

/** '李编辑提交，等您审核'. @param name of whoever acted; '' for the program */
export const noticeWords = (event: NoticeEvent, name: string): string =>
  WORDS[event].replace('{}', name === '' ? '系统' : name);

export const isNoticeEvent = (text: string): text is NoticeEvent => Object.hasOwn(WORDS, text);

/** A person who may get notices: neither suspended nor a program. */
export interface Colleague extends Partial<WithPlaces> {
  staffId: number;
  /** roles with those of people in whose place they are; `ownGrants` and `inPlaceOf` say which, where there are any */
  grants: readonly Grant[];
}

/** An edition as it is now. */
export interface NoticedEdition {
  facts: EditionFacts;
  /** ids of each channel that it concerns and of those above */
  lines: readonly (readonly string[])[];
  /** people who approved any version of it */
  approvers: readonly number[];
  /** TP7: where the program proposed it of a template, the person it is for; null: whoever may write for its channels */
  proposedTo?: number | null;
}

/** Work that waits for those who may do it, by the step after which it waits. */
const WORK: Partial<Record<EditionStep, { event: NoticeEvent; action: EditionAction; right: StaffRight }>> = {
  submitted: { event: 'to-review', action: 'approve', right: 'content.review' },
  approved: { event: 'to-publish', action: 'publish', right: 'content.publish' },
  emergency: { event: 'after-review', action: 'confirm', right: 'content.review' },
};

/** News for those who had a part in the edition, by step. */
const NEWS: Partial<Record<EditionStep, NoticeEvent>> = {
  returned: 'returned',
  approved: 'approved',
  published: 'published',
  emergency: 'published',
  failed: 'failed',
  halted: 'failed',
  held: 'failed',
  'approval-ended': 'approval-ended',
};

/**
 * NT1: who gets a notice of a step, and why; one for each person, work before news. Whoever took the step gets none. Work is
 * noticed as long as it waits: an edition that somebody has approved since needs no reviewer.
 */
export function noticesOfStep(
  { act, staffId }: { act: EditionStep; staffId: number | null },
  edition: NoticedEdition,
  colleagues: readonly Colleague[],
): { staffId: number; event: NoticeEvent }[] {
  const work = WORK[act];
  const news = NEWS[act];
  const { facts, lines, approvers, proposedTo } = edition;
  const isConcerned = (id: number): boolean =>
    facts.contributors.includes(id) || (act === 'approval-ended' && approvers.includes(id));
  return colleagues.flatMap((one) => {
    const { staffId: id, grants } = one;
    if (id === staffId) return [];
    if (act === 'created' && proposedTo !== undefined)
      return proposedTo === id || (proposedTo === null && mayDo(grants, 'content.write', lines))
        ? [{ staffId: id, event: 'proposed' }]
        : [];
    if (work && canDo(work, edition, one)) return [{ staffId: id, event: work.event }];
    if (news === 'failed' && mayDo(grants, 'content.publish', lines)) return [{ staffId: id, event: news }];
    return news && isConcerned(id) ? [{ staffId: id, event: news }] : [];
  });
}

/**
 * SI4: who gets a notice that somebody stands in: both of them, whoever heads the channels of these roles, and whoever works in
 * them, above or below. Whoever named the stand-in gets none.
 * @param lineOf the id of a channel and of all above it
 */
export function noticedOfSubstitution(
  {
    absentId,
    substituteId,
    namedBy,
    grants,
  }: Record<'absentId' | 'substituteId' | 'namedBy', number> & {
    grants: readonly Grant[];
  },
  colleagues: readonly Colleague[],
  lineOf: (channelId: string) => readonly string[],
): number[] {
  const meets = (one: Grant, other: Grant): boolean =>
    one.channelId === '' ||
    other.channelId === '' ||
    lineOf(one.channelId).includes(other.channelId) ||
    lineOf(other.channelId).includes(one.channelId);
  return colleagues.flatMap(({ staffId, grants: own }) => {
    if (staffId === namedBy) return [];
    const isOne = staffId === absentId || staffId === substituteId;
    return isOne || own.some((held) => grants.some((given) => meets(held, given))) ? [staffId] : [];
  });
}

function canDo(
  { action, right }: { action: EditionAction; right: StaffRight },
  { facts, lines }: NoticedEdition,
  { staffId, grants, ownGrants = grants, inPlaceOf = [] }: Colleague,
): boolean {
  // a scheduled edition waits for its moment, and for nobody
  if (action === 'publish' && facts.isScheduled) return false;
  const places = placesNeeded({ ownGrants, inPlaceOf }, right, lines);
  return places !== null && whyNot(action, facts, staffId, places) === null;
}

/** NT4: the step after which an edition waits for somebody; null where it waits for nobody. */
export const waitsAfter = ({ state, isScheduled, needsReview }: EditionFacts): EditionStep | null => {
  if (needsReview) return 'emergency';
  if (state === 'in-review') return 'submitted';
  return state === 'approved' && !isScheduled ? 'approved' : null;
};

/** NT2: how a person wants mails. */
export interface NoticeChoice {
  /** address for mails; '' for none */
  address: string;
  mails: 'at-once' | 'daily' | 'none';
  /** hours of Shanghai from and until which no mail is sent; equal: there are none */
  quietFrom: number;
  quietUntil: number;
}

export const FIRST_CHOICE: NoticeChoice = { address: '', mails: 'at-once', quietFrom: 20, quietUntil: 8 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Shanghai has had no summer time since 1991. */
const SHANGHAI = 8 * HOUR;
/** minutes for which further notices are gathered into one mail */
export const GATHERED = 2;
/** hour of Shanghai of the mail of a day */
export const HOUR_OF_DAY = 9;

/** NT2: when a notice is mailed; null for never. @param now milliseconds since 1970 */
export function mailMoment(now: number, { address, mails, quietFrom, quietUntil }: NoticeChoice): number | null {
  if (address === '' || mails === 'none') return null;
  if (mails === 'daily') return nextHour(now, HOUR_OF_DAY);
  return afterQuiet(gatheredUntil(now), { quietFrom, quietUntil });
}

/** NT2: until when notices are in one mail with one that is due now. @param now milliseconds since 1970 */
export const gatheredUntil = (now: number): number => now + GATHERED * MINUTE;

/** NT2: the first moment from this one on in which mails are sent. */
export const afterQuiet = (
  moment: number,
  { quietFrom, quietUntil }: Pick<NoticeChoice, 'quietFrom' | 'quietUntil'>,
): number => (isQuiet(moment, quietFrom, quietUntil) ? nextHour(moment, quietUntil) : moment);

function isQuiet(moment: number, from: number, until: number): boolean {
  const hour = Math.floor(((moment + SHANGHAI) % DAY) / HOUR);
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** The next moment at which it is that hour in Shanghai. */
function nextHour(now: number, hour: number): number {
  const midnight = Math.floor((now + SHANGHAI) / DAY) * DAY - SHANGHAI;
  const today = midnight + hour * HOUR;
  return today > now ? today : today + DAY;
}

/** NT2: why an address for mails is refused, in Chinese; '' where it is right. */
export const mailAddressProblem = (address: string): string =>
  address.length <= 254 && /^[^\s@<>,;"()[\]\\]{1,64}@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(address)
    ? ''
    : '请填写一个邮箱地址，如 li.min@example.com';
