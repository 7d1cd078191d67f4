import { table, type Story } from '../articles/draft.ts';
import { notices } from '../articles/notice.ts';
import { readStory, story, type StoryParts } from '../articles/story.ts';
import { addDays, chineseDay, tradingDayOnOrBefore } from '../calendar.ts';
import type { Dice } from '../random.ts';
import { shares, type Security } from '../registers/securities.ts';

const nextDay = (day: string): string => {
  for (let ahead = 1; ; ahead++) if (tradingDayOnOrBefore(addDays(day, ahead)) > day) return addDays(day, ahead);
};

/** The number of a notice: 2026年第351号 */
const numberOf = (day: string): string =>
  `${day.slice(0, 4)}年第${Number(day.slice(5, 7)) * 31 + Number(day.slice(8))}号`;

const saturdayAfter = (day: string): string =>
  addDays(day, (6 - new Date(`${day}T00:00:00Z`).getUTCDay() + 7) % 7 || 7);

/** 11月20日 */
const withoutYear = (day: string): string => chineseDay(day).slice(5);

const rowsOf = (head: string[], securities: Security[], more: (security: Security) => (string | number)[]): string =>
  table([
    ['证券代码', '证券简称', ...head],
    ...securities.map((security) => [security.code, security.name, ...more(security)]),
  ]);

/** Securities that come to the list of targets, or leave it. */
const targetsChanged = (way: string) => (random: Dice, day: string) => {
  const names = random.some(shares, random.int(3, 6));
  const from = nextDay(day);
  return {
    number: numberOf(day),
    count: names.length,
    from: chineseDay(from),
    securities: rowsOf(['调整方向', '生效日期'], names, () => [way, from]),
  };
};

const TARGETS = ['number', 'count', 'from', 'securities'] as const;
const targetsIn = story('margin/targets-in', TARGETS, targetsChanged('调入'));
const targetsOut = story('margin/targets-out', TARGETS, targetsChanged('调出'));

const RATES = ['number', 'first', 'from', 'securities'] as const;
const ratesDown = readStory('margin/rates-down', RATES);
const ratesUp = readStory('margin/rates-up', RATES);

function ratesChanged(random: Dice, day: string): StoryParts {
  const names = random.some(shares, random.int(2, 5));
  const down = random.chance(0.7);
  return (down ? ratesDown : ratesUp)(random, day, {
    number: numberOf(day),
    first: names[0]!.name,
    from: chineseDay(nextDay(day)),
    securities: () =>
      rowsOf(['调整前', '调整后'], names, () => {
        const before = random.int(8, 13) * 5;
        return [`${before}%`, `${down ? before - random.int(1, 5) * 5 : before + 5}%`];
      }),
  });
}

/** Holidays by the last month in which each is the next one. */
const HOLIDAYS: [month: number, name: string][] = [
  [2, '春节'],
  [4, '清明节'],
  [5, '劳动节'],
  [7, '端午节'],
  [9, '中秋节'],
  [12, '国庆节'],
];

const targets = notices(0.4, (random, day) => random.pick([targetsIn, targetsOut])(random, day));
const rates = notices(0.4, ratesChanged);

/** 业务公告 of 融资融券: changes of lists, parameters, systems and hours; the first two are twice as frequent. */
const KINDS: ((random: Dice, day: string) => Story)[] = [
  targets,
  targets,
  rates,
  rates,
  notices(
    0.5,
    story('margin/board-limit', ['number', 'from'], (_, day) => ({
      number: numberOf(day),
      from: chineseDay(nextDay(day)),
    })),
  ),
  notices(
    0.5,
    story('margin/delisting', ['number', 'name', 'code', 'until'], (random, day) => {
      const { name, code } = random.pick(shares);
      const until = chineseDay(tradingDayOnOrBefore(addDays(day, random.int(12, 25))));
      return { number: numberOf(day), name, code, until };
    }),
  ),
  notices(
    false,
    story('margin/system-test', ['number', 'saturday', 'shortDay'], (_, day) => ({
      number: numberOf(day),
      saturday: chineseDay(saturdayAfter(day)),
      shortDay: withoutYear(saturdayAfter(day)),
    })),
  ),
  notices(
    0.3,
    story('margin/holiday', ['number', 'name'], (_, day) => ({
      number: numberOf(day),
      name: HOLIDAYS.find(([month]) => Number(day.slice(5, 7)) <= month)![1],
    })),
  ),
  notices(
    0.3,
    story('margin/lendable', ['number', 'securities'], (random, day) => {
      const names = random.some(shares, 4);
      return {
        number: numberOf(day),
        securities: () =>
          rowsOf(['数量（万股）', '期限（天）'], names, () => [random.int(5, 120), random.pick([14, 28, 91, 182])]),
      };
    }),
  ),
  notices(
    false,
    story('margin/warning', ['number'], (_, day) => ({ number: numberOf(day) })),
  ),
  notices(
    false,
    story('margin/delayed', ['number', 'shortDay'], (_, day) => ({
      number: numberOf(day),
      shortDay: withoutYear(day),
    })),
  ),
];

export const marginNotice = (random: Dice, day: string): Story => random.pick(KINDS)(random, day);
