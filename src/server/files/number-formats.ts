import { format, getFormatDateInfo, tokenize } from 'numfmt';

/**
 * Number formats of a workbook (ECMA-376 part 1, 18.8.30 and 18.8.31): numfmt draws them, as Excel does in Chinese.
 * This module adds the ones that it lacks: the formats that a workbook uses without spelling them, and the spellings
 * of WPS and of Chinese editions.
 */

/** longer than any that a program offers */
const LONGEST = 500;

const MONTH = 'yyyy"年"m"月"';
const DAY_OF_YEAR = 'm"月"d"日"';
const FULL_DATE = 'yyyy"年"m"月"d"日"';
/** Formats by number, with those of mainland China where they differ from place to place. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 5: '¥#,##0;¥-#,##0', 6: '¥#,##0;[Red]¥-#,##0', 7: '¥#,##0.00;¥-#,##0.00',
  8: '¥#,##0.00;[Red]¥-#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??',
  14: 'yyyy/m/d', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm', 27: MONTH, 28: DAY_OF_YEAR, 29: DAY_OF_YEAR, 30: 'm-d-yy', 31: FULL_DATE, 32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"', 34: 'AM/PMh"时"mm"分"', 35: 'AM/PMh"时"mm"分"ss"秒"', 36: MONTH,
  37: '#,##0;-#,##0', 38: '#,##0;[Red]-#,##0', 39: '#,##0.00;-#,##0.00', 40: '#,##0.00;[Red]-#,##0.00',
  41: '_ * #,##0_ ;_ * -#,##0_ ;_ * "-"_ ;_ @_ ', 42: '_ ¥* #,##0_ ;_ ¥* -#,##0_ ;_ ¥* "-"_ ;_ @_ ',
  43: '_ * #,##0.00_ ;_ * -#,##0.00_ ;_ * "-"??_ ;_ @_ ', 44: '_ ¥* #,##0.00_ ;_ ¥* -#,##0.00_ ;_ ¥* "-"??_ ;_ @_ ',
  45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@', 50: MONTH, 51: DAY_OF_YEAR, 52: MONTH, 53: DAY_OF_YEAR,
  54: DAY_OF_YEAR, 55: 'AM/PMh"时"mm"分"', 56: 'AM/PMh"时"mm"分"ss"秒"', 57: MONTH, 58: DAY_OF_YEAR,
}; // prettier-ignore

/** The code of a format, spelt as numfmt reads it; '' for one that leaves numbers as they are. */
export function formatCode(id: number, custom: ReadonlyMap<number, string>): string {
  const code = standardCode((custom.get(id) ?? BUILT_IN[id] ?? '').slice(0, LONGEST));
  return /^general$/i.test(code) ? '' : code;
}

/** strings, escapes, widths and repeats stay as they are, whatever is in them */
const PIECE =
  /("[^"]*"?|\\.|_.|\*.)|!(.)|(G\/通用格式)|(\[\$-[Ff]800\])[^;]*|(\[\$-[Ff]400\])[^;]*|\[([^\]]*)\]|(上午\/下午)|([^])/giu;
const COLOURS: Readonly<Record<string, string>> = {
  黑色: 'Black', 蓝色: 'Blue', 青色: 'Cyan', 绿色: 'Green', 洋红: 'Magenta', 红色: 'Red', 白色: 'White', 黄色: 'Yellow',
}; // prettier-ignore

/** Spellings of WPS and Chinese editions, and the two formats that follow the settings of a computer, as everybody's. */
function standardCode(code: string): string {
  return code.replaceAll(
    PIECE,
    (
      whole: string,
      verbatim?: string,
      escaped?: string,
      general?: string,
      longDate?: string,
      time?: string,
      bracket?: string,
      halfDay?: string,
    ) => {
      if (verbatim !== undefined) return verbatim;
      if (escaped !== undefined) return `\\${escaped}`;
      if (general !== undefined) return 'General';
      if (longDate !== undefined) return FULL_DATE;
      if (time !== undefined) return 'h:mm:ss';
      if (halfDay !== undefined) return 'AM/PM';
      if (bracket === undefined) return whole;
      const colour = /^颜色\s*(\d{1,2})$/u.exec(bracket)?.[1];
      return colour === undefined ? `[${COLOURS[bracket] ?? bracket}]` : `[Color${colour}]`;
    },
  );
}

/** Kind of the cells of a format, by the section of numbers above zero. */
type FormatKind = 'number' | 'percent' | 'date' | 'time' | 'datetime';

/**
 * Forms in which a format shows no day: 2026年1月 is no day, 1月31日 of no year, 民国115年 of another calendar, and
 * 2026-01-01前 has words of its own.
 */
type Unshown = 'day' | 'year' | 'calendar' | 'words';

export interface FormatFacts {
  kind: FormatKind;
  /** parts of a date that are not shown: null where year, month and day are */
  unshown: Unshown | null;
}

/** @param code of `formatCode` */
export function formatFacts(code: string): FormatFacts {
  const first = sectionsOf(code)[0];
  const tokens = first?.tokens ?? [];
  if (!tokens.some(({ type }) => type === 'DATETIME' || type === 'DURATION'))
    return { kind: tokens.some(({ type }) => type === 'PERCENT') ? 'percent' : 'number', unshown: null };
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(first!.code);
  const isTime = hours || minutes || seconds || tokens.some(({ type }) => type === 'DURATION');
  // the minutes of mm:ss are taken for a month
  const isDate = year || day || (month && !isTime);
  if (!isDate) return { kind: isTime ? 'time' : 'date', unshown: isTime ? null : 'year' };
  const unshown = tokens.some(isOtherCalendar) || isOfEras(tokens) ? 'calendar' : null;
  const part = !day ? 'day' : !year || !month ? 'year' : tokens.some(isWord) ? 'words' : null;
  return { kind: isTime ? 'datetime' : 'date', unshown: unshown ?? part };
}

/** signs that spell a date, without further meaning */
const SPELLING = /^(?:[\s()（）年月日号时時分秒点點TZ/.,，、:：\-–—'’]|上午|下午|公元|星期|礼拜|周)*$/u;
/** tokens that draw no words */
const UNWORDED = new Set(['DATETIME', 'DURATION', 'AMPM', 'LOCALE', 'SKIP', 'FILL', 'COLOR', 'CONDITION', 'DBNUM', 'NATNUM', 'MODIFIER', 'CALENDAR', 'ZERO', 'POINT', 'MINUS', 'DATESEP', 'TEXT']); // prettier-ignore
/** EY3: 前, 约, （暂定） beside a day. */
const isWord = ({ type, value }: FormatPiece): boolean => !UNWORDED.has(type) && !SPELLING.test(value);

/** calendars by their number in [$-130000]: those of emperors, 民国, the moon and others */
const GREGORIAN = new Set([0, 1, 2, 9, 10, 11, 12]);

/**
 * True for another calendar. Its number comes before the four digits of the language, and the number of the shapes
 * of digits before it.
 */
function isOtherCalendar({ type, value }: FormatPiece): boolean {
  const code = type === 'LOCALE' ? /-([0-9A-F]{5,8})$/i.exec(value)?.[1] : undefined;
  if (code === undefined) return type === 'DATETIME' && /^b/i.test(value);
  return !GREGORIAN.has(Number.parseInt(code.slice(0, -4).slice(-2), 16));
}

/** Years counted anew with each emperor, or since 1912. */
const isOfEras = (tokens: readonly FormatPiece[]): boolean =>
  tokens.some(({ type, value }) => type === 'DATETIME' && /^g/i.test(value)) ||
  (tokens.some(({ type, value }) => type === 'LOCALE' && /-(?:0*4(?:04|11)|zh-TW|ja-JP)$/i.test(value)) &&
    tokens.some(({ type, value }) => type === 'DATETIME' && /^e/i.test(value)));

export interface FormatPiece {
  /** type by its name in numfmt */
  type: string;
  value: string;
}

/** One of the parts between semicolons. */
export interface FormatPart {
  code: string;
  tokens: FormatPiece[];
}

/** all cells of a column have one format, mostly */
let last: { code: string; sections: readonly FormatPart[] } | null = null;

/** Sections of a code as written; none of an invalid code. */
export function sectionsOf(code: string): readonly FormatPart[] {
  if (last?.code !== code) last = { code, sections: readSections(code) };
  return last.sections;
}

function readSections(code: string): FormatPart[] {
  if (code === '') return [];
  const sections: FormatPart[] = [{ code: '', tokens: [] }];
  try {
    for (const { type, value, raw } of tokenize(code)) {
      if (type === 'BREAK') sections.push({ code: '', tokens: [] });
      else {
        sections.at(-1)!.tokens.push({ type, value: type === 'SCALE' ? raw : String(value) });
        sections.at(-1)!.code += raw;
      }
    }
  } catch {
    return [];
  }
  return sections;
}

/** days between the two systems of a workbook */
const BASE_1904 = 1_462;

/**
 * Text that a spreadsheet shows of a value: a number by its section, a text by the section of texts.
 * @param code of `formatCode` @param base1904 the workbook counts its days from 1904
 * @returns null where the code is none, or shows no such value
 */
export function shownText(code: string, value: number | string, base1904 = false): string | null {
  const given = base1904 && typeof value === 'number' && code !== '' && isOfTime(code) ? value + BASE_1904 : value;
  try {
    return format(code === '' ? 'General' : code, given, { locale: 'zh-CN', nbsp: false }).trim();
  } catch {
    return null;
  }
}

const isOfTime = (code: string): boolean => formatFacts(code).kind !== 'number' && formatFacts(code).kind !== 'percent';

/** digits of a number without a format, which a spreadsheet rounds to the width of its column */
const PLAIN_DIGITS = 12;

/** Text that a preview shows of a number: as a spreadsheet does, and whole days as yyyy-MM-dd, as the rest of the site. */
export function previewText(code: string, value: number, base1904: boolean): string {
  if (code === '' || code === '@') return String(Number(value.toPrecision(PLAIN_DIGITS)));
  const { kind, unshown } = formatFacts(code);
  const isWhole = (kind === 'date' || kind === 'datetime') && unshown === null;
  const shown = isWhole ? (kind === 'date' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss') : code;
  return shownText(shown, value, base1904) ?? String(value);
}
