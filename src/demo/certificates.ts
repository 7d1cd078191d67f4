import { addDays, daysBetween, tradingDayOnOrBefore } from './calendar.ts';
import { incomeCertificateCode } from './numbers.ts';
import { dice } from './random.ts';

/** An issue of 收益凭证, as the notices and the register show it. */
export interface Certificate {
  issue: number;
  code: string;
  /** 示例证券稳盈宝123期 */
  name: string;
  termDays: number;
  floating: boolean;
  riskCode: '0000' | '0001' | '0002';
  raiseStart: string;
  raiseEnd: string;
  startDate: string;
  endDate: string;
}

const SERIES = ['稳盈宝', '安享添利', '量盈通', '汇鑫'];
/** start of issue 0, and the days between two issues */
const FIRST = '2024-01-02';
const EVERY = 3;

/** Issues follow the calendar: a number is the same product whatever day the demonstration is filled on. */
function certificateOf(issue: number): Certificate {
  const random = dice('certificate', issue);
  const termDays = random.pick([91, 182, 273, 364]);
  const startDate = tradingDayOnOrBefore(addDays(FIRST, issue * EVERY));
  const floating = random.chance(0.4);
  return {
    issue,
    code: incomeCertificateCode(issue),
    name: `示例证券${SERIES[issue % SERIES.length]}${issue}期`,
    termDays,
    floating,
    riskCode: floating ? random.pick(['0001', '0002']) : random.pick(['0000', '0001']),
    raiseStart: tradingDayOnOrBefore(addDays(startDate, -12)),
    raiseEnd: tradingDayOnOrBefore(addDays(startDate, -1)),
    startDate,
    endDate: addDays(startDate, termDays),
  };
}

/** The newest issue that began to pay interest on or before the day. */
const issueOn = (day: string): number => Math.max(0, Math.floor(daysBetween(FIRST, day) / EVERY));

/**
 * The issue that a notice of the day is about: one just begun, one just repaid, or one that is running.
 * @param back 0 for the newest of them, 1 for the one before, and so on
 */
export function certificateFor(day: string, what: 'begun' | 'ended' | 'running', back: number): Certificate {
  const fits = ({ startDate, endDate }: Certificate) =>
    what === 'begun'
      ? startDate < day
      : what === 'ended'
        ? endDate <= day
        : startDate < day && endDate > addDays(day, 7);
  const all = Array.from({ length: issueOn(day) + 1 }, (_, gone) => certificateOf(issueOn(day) - gone)).filter(fits);
  const inOrder = what === 'ended' ? all.sort((a, b) => (a.endDate < b.endDate ? 1 : -1)) : all;
  return inOrder[Math.min(back, inOrder.length - 1)] ?? certificateOf(0);
}

/** Issues announced by the day, newest first, each `every`-th of `count`. The newest is still open for subscription. */
export function certificatesBy(day: string, count: number, every = 1): Certificate[] {
  const newest = issueOn(addDays(day, 5));
  return Array.from({ length: Math.ceil(Math.min(count, newest + 1) / every) }, (_, back) =>
    certificateOf(newest - back * every),
  );
}
