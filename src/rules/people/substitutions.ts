/** A person who is away has a stand-in (代理人) for some days, who is another human and acts under their own name. */

import { dayBegins, shanghaiDate } from '../time/shanghai-date.ts';
import { mayDo, type Grant, type StaffRight } from './staff-rights.ts';

/** Days of Shanghai, both included, as yyyy-mm-dd. */
export interface Days {
  from: string;
  until: string;
}

/** A stand-in for days; people by the account that stands for their human. */
export interface PlannedSubstitution extends Days {
  absentId: number;
  substituteId: number;
}

/** Days that one stand-in may last, and days from now until which it begins. */
export const SUBSTITUTION_DAYS = { most: 60, ahead: 365 };

const DAY = 86_400_000;

/** The day after. */
export const dayAfter = (day: string): string => shanghaiDate(dayBegins(day).getTime() + DAY);

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && shanghaiDate(dayBegins(text).getTime()) === text;

/** SI1: what is wrong with the days, with the field; null where they are right. @param today of Shanghai */
export function daysProblem({ from, until }: Days, today: string): { field: keyof Days; words: string } | null {
  if (!isDay(from)) return { field: 'from', words: '请选择从哪一天起不在' };
  if (!isDay(until)) return { field: 'until', words: '请选择到哪一天为止' };
  if (from < today) return { field: 'from', words: `开始的日子已经过去；最早从今天（${today}）开始` };
  if (until < from) return { field: 'until', words: '结束的日子早于开始的日子' };
  const count = (one: string, other: string): number =>
    Math.round((dayBegins(other).getTime() - dayBegins(one).getTime()) / DAY);
  if (count(from, until) + 1 > SUBSTITUTION_DAYS.most)
    return { field: 'until', words: `一次最多代理 ${SUBSTITUTION_DAYS.most} 天；更久的，请由系统管理员给出角色` };
  if (count(today, from) > SUBSTITUTION_DAYS.ahead) return { field: 'from', words: '最早提前一年安排' };
  return null;
}

const overlap = (one: Days, other: Days): boolean => one.from <= other.until && other.from <= one.until;

/**
 * SI2: why this person cannot stand in, in Chinese; '' where they can. One person never becomes two, nobody stands in who is
 * away, and nobody passes on what they stand in for.
 * @param others that are not over @param nameOf a person's name
 */
export function whyNotStandIn(
  wanted: PlannedSubstitution,
  others: readonly PlannedSubstitution[],
  nameOf: (id: number) => string,
): string {
  const { absentId, substituteId } = wanted;
  const [absent, substitute] = [nameOf(absentId), nameOf(substituteId)];
  if (absentId === substituteId) return '代理人须是另一个人：同一个人的两个账号不能互相代理';
  const meanwhile = others.filter((one) => overlap(one, wanted));
  const days = ({ from, until }: Days): string => `${from} 至 ${until}`;
  const same = meanwhile.find((one) => one.absentId === absentId && one.substituteId === substituteId);
  if (same) return `${substitute}已代理${absent}（${days(same)}）；要更改，请先结束那一项`;
  const away = meanwhile.find((one) => one.absentId === substituteId);
  if (away)
    return away.substituteId === absentId
      ? `${substitute}在 ${days(away)} 由${absent}代理，两个人不能互相代理`
      : `${substitute}在 ${days(away)} 自己不在，不能代理他人`;
  const standsIn = meanwhile.find((one) => one.substituteId === absentId);
  if (standsIn)
    return `${absent}在 ${days(standsIn)} 代理${nameOf(standsIn.absentId)}，代理不能再转给别人；请先结束那一项代理`;
  return '';
}

/** SI1: grants that the person who is away does not hold: nobody gives what is not theirs. */
export const grantsLacking = (held: readonly Grant[], wanted: readonly Grant[]): Grant[] =>
  wanted.filter((one) => !held.some(({ role, channelId }) => role === one.role && channelId === one.channelId));

/**
 * SI4: those whose roles together may be needed beside the own ones, in the order in which they are tried: nobody, one of them,
 * all.
 */
export const placesInOrder = <One>(inPlaceOf: readonly One[]): One[][] => [
  [],
  ...inPlaceOf.map((one) => [one]),
  [...inPlaceOf],
];

/** A person with what they stand in for now. */
export interface WithPlaces {
  ownGrants: readonly Grant[];
  inPlaceOf: readonly { staffId: number; grants: readonly Grant[] }[];
}

/**
 * SI2: ids of those whose roles somebody needs for what a right allows; [] where the own ones are enough, null where all
 * together are not.
 * @param lines as mayDo has them
 */
export function placesNeeded(
  { ownGrants, inPlaceOf }: WithPlaces,
  right: StaffRight,
  lines: Parameters<typeof mayDo>[2],
): number[] | null {
  const found = placesInOrder(inPlaceOf).find((some) =>
    mayDo([...ownGrants, ...some.flatMap(({ grants }) => grants)], right, lines),
  );
  return found?.map(({ staffId }) => staffId) ?? null;
}

/** SI4: '李某（代王某）', as acts and publications name whoever stood in. */
export const actingName = (name: string, insteadOf: readonly string[]): string =>
  insteadOf.length === 0 ? name : `${name}（代${insteadOf.join('、')}）`;
