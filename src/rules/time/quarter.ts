const QUARTER = /^(20\d\d)Q([1-4])$/;
const NUMERALS = ['一', '二', '三', '四'] as const;
/** first and last day of each, without the year */
const DAYS = [
  ['01-01', '03-31'],
  ['04-01', '06-30'],
  ['07-01', '09-30'],
  ['10-01', '12-31'],
] as const;

export interface Quarter {
  /** '2026 年第四季度' */
  name: string;
  /** yyyy-mm-dd, both included */
  from: string;
  to: string;
}

/** Days of a quarter as an address names it (2026Q4); null for anything else. */
export function quarterOf(code: string): Quarter | null {
  const [, year, number] = QUARTER.exec(code) ?? [];
  if (year === undefined) return null;
  const at = Number(number) - 1;
  const [from, to] = DAYS[at]!;
  return { name: `${year} 年第${NUMERALS[at]!}季度`, from: `${year}-${from}`, to: `${year}-${to}` };
}

/** Codes of the quarter of a day and of those before it, the newest first. @param day yyyy-mm-dd */
export function quartersUntil(day: string, count: number): string[] {
  const last = Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);
  return Array.from({ length: count }, (_, back) => {
    const at = last - back;
    return `${Math.floor(at / 4)}Q${(at % 4) + 1}`;
  });
}
