import { normaliseSearch } from '../search/search-text.ts';
import { withoutFormat } from '../text/without-format.ts';
import { compatible } from '../text/unicode-forms.ts';

/**
 * The one reader of what a visitor asks for (RG7): page, call and download read conditions by these words. What cannot
 * be read is told with what would be right; it is never dropped, because the answer would then be to another question.
 */

/** Rule for a condition; without choices and format it is text. */
export interface ConditionRule {
  /** words for the visitor beside the field */
  title: string;
  /** stored values */
  choices?: readonly string[];
  format?: 'date' | 'number';
  /** VA5: of a day: what may stand in its place */
  words?: readonly string[];
  /** true for a number whose unit in the condition is a sign of percent behind it */
  percent?: boolean;
  /** least number of characters of a search; absent: the search itself refuses short words */
  minLength?: number;
  /** pattern of a value that is chosen by a link */
  pattern?: string;
  /** characters */
  maxLength?: number;
}

/** A condition that could not be read. */
export interface ConditionProblem {
  /** parameter name */
  name: string;
  title: string;
  /** the remedy, for the visitor */
  message: string;
  /** values of a choice */
  choices?: readonly string[];
}

/** characters of a text where its rule says nothing else */
const MAX_TEXT = 200;

const NUMBER = /^[+-]?(\d+|\d{1,3}(?:[, ]\d{3})+)(?:\.(\d+))? ?(%?)$/;
const MOST_DIGITS = { whole: 15, rest: 10 };
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** Width makes no difference to numbers and days; white space none to days, and to numbers as long as it parts thousands. */
const plain = (text: string): string =>
  compatible(text)
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/^[−-] ?/, '-');

/** A typed number in plain decimal spelling: ３０, 1,000 and, of percents, 30% are read. Null for what is none. */
export function readNumber(text: string, percent = false): string | null {
  const [typed, whole = '', rest = '', sign] = NUMBER.exec(plain(text)) ?? [];
  if (typed === undefined || (sign !== '' && !percent)) return null;
  const digits = whole.replace(/[, ]/g, '');
  if (digits.length > MOST_DIGITS.whole || rest.length > MOST_DIGITS.rest) return null;
  return `${typed.startsWith('-') ? '-' : ''}${digits}${rest && `.${rest}`}`;
}

/**
 * A typed day as yyyy-mm-dd: ２０２６-01-05, 2026/1/5 and 2026年1月5日 are read. Null for what is none, such as the
 * 13th month.
 */
export function readDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = DAY.exec(plain(text).replaceAll(' ', '')) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = year === '' || year === '0000' ? NaN : Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null;
}

/** The value of one condition, or what would be right. @param text trimmed, not empty */
function readOne(text: string, rule: ConditionRule): { value: string } | { message: string } {
  if (rule.words?.includes(text)) return { value: text };
  if (rule.choices) {
    if (rule.choices.length === 0) return { message: NO_LIST };
    const other = () => (rule.format === 'date' ? readDay(text) : compatible(text));
    const value = rule.choices.includes(text) ? text : other();
    if (value === null) return { message: DATE_WANTED };
    return rule.choices.includes(value)
      ? { value }
      : { message: rule.format === 'date' ? noListOn(value, rule.choices) : CHOICE_WANTED };
  }
  if (rule.format === 'date') return valueOr(readDay(text), DATE_WANTED);
  if (rule.format === 'number') return valueOr(readNumber(text, rule.percent), numberWanted(text, rule));
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(text)) return { message: CHOICE_WANTED };
  return readText(text, rule);
}

/** @param dates newest first */
function noListOn(day: string, dates: readonly string[]): string {
  const before = dates.find((date) => date < day);
  return `这一天没有公布名单，${before === undefined ? `最早的是 ${dates.at(-1)}` : `此前最近的是 ${before}`}，请从列表中选择`;
}

const valueOr = (value: string | null, message: string) => (value === null ? { message } : { value });

const NO_LIST = '这里只有现行内容，没有往日的，请去掉这个条件';
const CHOICE_WANTED = '没有这一项，请从列表中选择';
const DATE_WANTED = '请输入日期，例如 2026-01-31';

function numberWanted(text: string, { percent }: ConditionRule): string {
  const isLong = NUMBER.test(plain(text)) && (percent || !plain(text).endsWith('%'));
  if (isLong) return `数字过长，整数最多 ${MOST_DIGITS.whole} 位，小数最多 ${MOST_DIGITS.rest} 位`;
  return `请输入数字，例如 30${percent ? ' 或 30%' : ''}`;
}

function readText(text: string, { minLength = 0, maxLength = MAX_TEXT }: ConditionRule) {
  const length = [...text].length;
  if (length > maxLength) return { message: `最多 ${maxLength} 个字，现有 ${length} 个，请缩短` };
  const compared = [...normaliseSearch(text)].length;
  if (text.includes('\0') || (compared === 0 && minLength > 0)) return { message: '请输入文字、字母或数字' };
  return compared < minLength ? { message: `请至少输入 ${minLength} 个字` } : { value: text };
}

/**
 * The conditions of a request, by name: values as they compare, and those that could not be read. Empty conditions are
 * none; of a range the end that lies before its beginning is not read.
 */
export function readConditions(
  rules: readonly (readonly [name: string, rule: ConditionRule])[],
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, string>; problems: ConditionProblem[] } {
  const values: Record<string, string> = {};
  const problems: ConditionProblem[] = [];
  for (const [name, rule] of rules) {
    const text = withoutFormat(String(given[name] ?? '')).trim();
    if (text === '') continue;
    const read = readOne(text, rule);
    const message = 'message' in read ? read.message : turnedMessage(name, read.value, rule, values);
    if (message !== null)
      problems.push({ name, title: rule.title, message, ...(rule.choices && { choices: rule.choices }) });
    else if ('value' in read) values[name] = read.value;
  }
  return { values, problems };
}

/** Message that turns {field}To into {field}From, and `to` into `from`. */
function turnedMessage(
  name: string,
  value: string,
  { format }: ConditionRule,
  values: Readonly<Record<string, string>>,
): string | null {
  const isEnd = format !== undefined && /To$|^to$/.test(name);
  const from = isEnd ? values[name === 'to' ? 'from' : name.replace(/To$/, 'From')] : undefined;
  const isTurned = from !== undefined && (format === 'number' ? Number(value) < Number(from) : value < from);
  return isTurned ? (format === 'number' ? `应不小于起始值 ${from}` : `应不早于起始日期 ${from}`) : null;
}
