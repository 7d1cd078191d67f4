import { addDays, chineseDay, dayOfYear, tradingDayOnOrBefore } from '../calendar.ts';
import { provinces } from '../cities.ts';
import { landline } from '../numbers.ts';
import { branches, shortBranchName, shortProvince } from '../places.ts';
import type { Dice } from '../random.ts';
import { bullets, type Topic } from './draft.ts';
import { FIRM, notices } from './notice.ts';
import { story } from './story.ts';
import { VOCABULARY } from './vocabulary.ts';

const year = (day: string) => Number(day.slice(0, 4));
const month = (day: string) => Number(day.slice(5, 7));
const nextSaturday = (day: string) => addDays(day, 6 - new Date(`${day}T00:00:00Z`).getUTCDay());
const onTradingDay = (day: string) => chineseDay(tradingDayOnOrBefore(day));

const HOLIDAYS: Record<number, string> = { 1: '春节', 4: '劳动节', 9: '国庆节', 12: '元旦' };
/** cities with several branches, so that one can take over the customers of another */
const MANY_BRANCHES = ['上海', '杭州', '广州', '南京', '北京'];

const bondName = (random: Dice, issued: number) =>
  `${FIRM}${issued}年面向专业投资者公开发行${random.pick(['公司债券', '次级债券', '科技创新公司债券'])}（第${random.pick(['一', '二', '三', '四'])}期）`;

const halfYearReport = story('notices/half-year-report');
const annualReport = story('notices/annual-report', ['lastYear'], (_, day) => ({ lastYear: year(day) - 1 }));

/** 公司公告: to customers about service, branches and rules; to holders of the firm's own bonds, and about its accounts. */
export const companyNotices: Topic[] = [
  {
    tell: notices(
      0.4,
      story('notices/maintenance', ['saturday', 'system1', 'system2', 'system3'], (random, day) => {
        const [system1, system2, system3] = random.some(VOCABULARY.systems, 3) as [string, string, string];
        return { saturday: chineseDay(nextSaturday(day)), system1, system2, system3 };
      }),
    ),
  },
  {
    months: [1, 4, 9, 12],
    tell: notices(
      0.5,
      story('notices/holiday-service', ['name', 'forYear'], (_, day) => ({
        name: HOLIDAYS[month(day)]!,
        forYear: month(day) === 12 ? year(day) + 1 : year(day),
      })),
    ),
  },
  {
    tell: notices(
      0.7,
      story(
        'notices/branch-moves',
        ['name', 'branch', 'town', 'address', 'phone', 'opens', 'lastDay', 'guided'],
        (random, day) => {
          const { name, city, address, phone } = random.pick(branches);
          const opens = tradingDayOnOrBefore(addDays(day, random.int(12, 25)));
          return {
            name: shortBranchName(name),
            branch: name,
            town: city,
            address,
            phone,
            opens: chineseDay(opens),
            lastDay: onTradingDay(addDays(opens, -1)),
            guided: chineseDay(addDays(opens, 30)),
          };
        },
      ),
    ),
  },
  {
    tell: notices(
      true,
      story('notices/branch-closes', ['name', 'closing', 'taking', 'address', 'phone', 'until'], (random, day) => {
        const [closing, taking] = random.some(
          branches.filter(({ city }) => MANY_BRANCHES.includes(city)),
          2,
        );
        return {
          name: shortBranchName(closing!.name),
          closing: closing!.name,
          taking: taking!.name,
          address: taking!.address,
          phone: taking!.phone,
          until: chineseDay(addDays(day, 30)),
        };
      }),
    ),
  },
  {
    tell: notices(
      0.5,
      story('notices/principal-changes', ['name', 'branch', 'address', 'phone'], (random) => {
        const { name, address, phone } = random.pick(branches);
        return { name: shortBranchName(name), branch: name, address, phone };
      }),
    ),
  },
  {
    tell: notices(
      0.6,
      story('notices/fee-adjustment', ['from'], (_, day) => ({ from: onTradingDay(addDays(day, 10)) })),
    ),
  },
  {
    tell: notices(
      0.3,
      story('notices/customer-data', ['yearMonth', 'until'], (_, day) => ({
        yearMonth: day.slice(0, 7).replace('-', '年'),
        until: chineseDay(addDays(day, 90)),
      })),
    ),
  },
  {
    tell: notices(
      0.3,
      story('notices/system-upgrade', ['version', 'saturday', 'until', 'changes'], (random, day) => ({
        version: `V${year(day) - 2018}.${month(day)}`,
        saturday: chineseDay(nextSaturday(day)),
        until: chineseDay(addDays(day, 60)),
        changes: () => bullets(random.some(VOCABULARY.upgrades, 4)),
      })),
    ),
  },
  {
    tell: notices(
      0.5,
      story('notices/suitability-update', ['number', 'from'], (_, day) => ({
        number: Math.ceil(dayOfYear(day) / 18),
        from: onTradingDay(addDays(day, 14)),
      })),
    ),
  },
  {
    tell: notices(
      0.5,
      story('notices/service-centre', ['province', 'shortName', 'phone', 'opens'], (random, day) => {
        const { name } = random.pick(provinces);
        return {
          province: name,
          shortName: shortProvince(name),
          phone: () => landline('021', random),
          opens: onTradingDay(addDays(day, 30)),
        };
      }),
    ),
  },
  {
    tell: notices(
      true,
      story('notices/bond-interest', ['bond', 'rate', 'lot', 'pay', 'serial'], (random, day) => {
        const bond = bondName(random, year(day) - random.int(1, 2));
        const rate = (random.int(195, 340) / 100).toFixed(2);
        return {
          bond,
          rate,
          lot: (Number(rate) * 10).toFixed(2),
          pay: onTradingDay(addDays(day, 7)),
          serial: () => String(random.int(1, 999)).padStart(3, '0'),
        };
      }),
    ),
  },
  {
    tell: notices(
      true,
      story('notices/bond-result', ['bond', 'first', 'second', 'ended'], (random, day) => {
        const bond = bondName(random, year(day));
        const planned = random.int(10, 40);
        const first = Math.floor(planned / 2);
        return { bond, first, second: planned - first, ended: onTradingDay(addDays(day, -1)) };
      }),
    ),
  },
  {
    tell: notices(
      0.8,
      story('notices/commercial-paper', ['issueYear', 'issued', 'term', 'size'], (random, day) => {
        const issued = addDays(day, -182);
        return {
          issueYear: year(issued),
          issued: chineseDay(issued),
          term: Math.ceil(dayOfYear(issued) / 15),
          size: random.int(8, 30),
        };
      }),
    ),
  },
  {
    months: [3, 4, 8],
    tell: notices(true, (random, day) => (month(day) >= 7 ? halfYearReport : annualReport)(random, day)),
  },
];
