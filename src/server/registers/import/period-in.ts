import { compatible } from '#rules/text/unicode-forms.ts';

/** Days of a period, as yyyy-mm-dd. */
interface Period {
  first: string;
  last: string;
}

const YEAR = String.raw`(?<!\d)(20\d\d)\s*年?\s*`;
/** months by number, with the first month and the last one of each */
const PATTERNS: readonly (readonly [pattern: RegExp, months: (found: string) => readonly [number, number] | null])[] = [
  [
    new RegExp(String.raw`${YEAR}第?([一二三四1-4])\s*季度|(?<!\d)(20\d\d)\s*[-_年]?\s*Q([1-4])(?!\d)`, 'i'),
    (found) => ofParts(('一二三四'.indexOf(found) + 1 || Number(found)) - 1, 3),
  ],
  [new RegExp(`${YEAR}(上半年|半年度|中期|下半年)`), (found) => ofParts(found === '下半年' ? 1 : 0, 6)],
  [
    new RegExp(
      String.raw`(?<!\d)(20\d\d)(?:\s*年\s*(?:\d{1,2}\s*月?\s*[-–—~至到]\s*)?|[-/._])(\d{1,2})(?=\s*月(?!\s*\d)|(?![\d年月])(?![-/._]\d))`,
    ),
    ofMonth,
  ],
  [/(?<!\d)(20\d\d)(0[1-9]|1[0-2])(?!\d|\s*号)/, ofMonth],
  [/(?<!\d)(20\d\d)\s*(年度|年年度|年末|年底|年终)/, () => [1, 12]],
];

const ofParts = (part: number, months: number): [number, number] => [part * months + 1, (part + 1) * months];

function ofMonth(found: string): [number, number] | null {
  const month = Number(found);
  return month >= 1 && month <= 12 ? [month, month] : null;
}

/** VA6: period in a text without a day: 2026年9月末, 2026年三季度, 2026年半年度, 2025年度; null for none. */
export function periodIn(text: string): Period | null {
  const plain = compatible(text);
  for (const [pattern, monthsOf] of PATTERNS) {
    const [year, part] = [...(pattern.exec(plain) ?? [])].slice(1).filter((one) => one !== undefined);
    const months = year === undefined || part === undefined ? null : monthsOf(part);
    if (months) return { first: dayIn(Number(year), months[0] - 1, 1), last: dayIn(Number(year), months[1], 0) };
  }
  return null;
}

const dayIn = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
