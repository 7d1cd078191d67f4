/** Text after a date that tells of another day than that of the data: 2026年12月1日起执行. */
const OTHER_DAY = /^\s*(?:[起前后至到—~-]|以[前后来]|之[前后]|生效|执行|施行|公[布示告]|发[布行]|上市|导入|更新)/;

interface Period {
  /** first and last day, yyyy-mm-dd */
  from: string;
  to: string;
  written: string;
}

const two = (value: string | number): string => String(value).padStart(2, '0');
const HALVES: Readonly<Record<string, [string, string]>> = { 上: ['01-01', '06-30'], 下: ['07-01', '12-31'] };
const QUARTERS = ['一二三四', '1234'];

function* daysIn(title: string): Generator<Period> {
  const written = /(20\d{2})[年./-](\d{1,2})[月./-](\d{1,2})日?|(?<!\d)(20\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?!\d)/g;
  for (const match of title.matchAll(written)) {
    const [year, month, day] = match.slice(1).filter((part) => part !== undefined);
    const from = `${year}-${two(month!)}-${two(day!)}`;
    if (!OTHER_DAY.test(title.slice(match.index + match[0].length))) yield { from, to: from, written: match[0] };
  }
}

function* periodsIn(title: string): Generator<Period> {
  const written = /(20\d{2})年(?:第?([一二三四1-4])季度|([上下])半年|(\d{1,2})月(?!\d))/g;
  for (const [text, year, quarter, half, month] of title.matchAll(written)) {
    if (half !== undefined)
      yield { from: `${year}-${HALVES[half]![0]}`, to: `${year}-${HALVES[half]![1]}`, written: text };
    else {
      const last =
        month === undefined ? 3 * (1 + Math.max(...QUARTERS.map((row) => row.indexOf(quarter!)))) : Number(month);
      const first = month === undefined ? last - 2 : last;
      // text is compared: no month has a day 32
      yield { from: `${year}-${two(first)}-01`, to: `${year}-${two(last)}-31`, written: text };
    }
  }
}

/**
 * CK5: the date in a title with which a data date does not agree; null where it agrees or the title has none. A title of
 * several dates agrees by one of them.
 * @param dataDate yyyy-mm-dd
 */
export function dateAgainstTitle(title: string, dataDate: string): string | null {
  const days = [...daysIn(title)];
  const dates = days.length > 0 ? days : [...periodsIn(title)];
  return dates.some(({ from, to }) => from <= dataDate && dataDate <= to) ? null : (dates[0]?.written ?? null);
}

/** CK5: whether a column says of each row as of when it is. */
export const isDateOfRow = ({ type, title }: { type: string; title: string }): boolean =>
  type === 'date' && /^(?:数据|统计|更新|公示|发布|采集|报告)(?:日期|时间|日)$/.test(title);
