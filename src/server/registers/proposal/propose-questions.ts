import { grouped } from '#rules/text/grouped-number.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import { endedValues, isStateTitle } from '#rules/registers/ended-mark.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { FileField } from '#kinds/register/wizard-table.ts';
import type { WizardQuestion } from '#wire/wizard.ts';
import { cellAddress } from '../../files/cell-address.ts';
import { shownValue } from '../import/findings.ts';
import { shiftPoint } from '../import/read-decimal.ts';
import type { ColumnProfile, Shape } from './column-profile.ts';
import { proposePattern } from './propose-pattern.ts';
import { outliers, DAY, middleOf, type Middle, type Point } from './spread.ts';

/** Least number of cells of a column in which an outlier is worth a question. */
const FEWEST = 20;
/** least number for a list of choices, whose other values occur again and again */
const FEWEST_OF_CHOICES = 10;
/** least average count of the other values of a list, and least count of the value that a likely misspelling means */
const OFTEN = 4;
/** the same in a list of choices, also of a few rows */
const OFTEN_ENOUGH = 3;
/** questions of one column and kind */
const MOST_EACH = 2;
/** single values of one column: with more of them, to occur once is usual there */
const MOST_SINGLE = 3;
/** questions of a file; the console shows a handful at once */
const MOST = 20;

interface Given {
  column: FileField;
  profile: ColumnProfile;
  rows: number;
  isKey: boolean;
  /** yyyy-mm-dd */
  today: string;
}

/**
 * RG16: outliers among the cells of each column, each with its place and, where known, the right value. Nothing is
 * changed: the editor answers, or passes over them.
 */
export function proposeQuestions(columns: readonly Given[]): WizardQuestion[] {
  const imported = columns.filter(
    ({ column: { visibility, header } }) => visibility !== 'left-out' && bareTitle(header) !== '序号',
  );
  const values = imported.flatMap((given) => strangeValues(given).slice(0, MOST_SINGLE));
  const others = [strangeCodes, strangeNumbers, strangeDays, gaps].flatMap((find) =>
    imported.flatMap((given) => find(given).slice(0, MOST_EACH)),
  );
  return [...values, ...others].slice(0, MOST);
}

const question = (
  { column: { place } }: Given,
  kind: WizardQuestion['kind'],
  { line, text, words, meant = '' }: { line: number; text: string; words: string; meant?: string },
): WizardQuestion => ({ kind, place, cell: cellAddress(line, place), value: text, words, meant });

/** A value that occurs once, beside others that occur often; first those that look like one of them. */
function strangeValues(given: Given): WizardQuestion[] {
  const { column, profile, isKey } = given;
  const { values, filled } = profile;
  const { type, title, pattern } = column.field;
  const isChoice = type === 'choice';
  const isList = isChoice || (type === 'text' && pattern === undefined && !isKey);
  if (!isList || values === null || (!isChoice && filled < 3 * values.size)) return [];
  const counted = [...values].sort(([, a], [, b]) => b.count - a.count);
  const often = counted.filter(([, { count }]) => count >= (isChoice ? OFTEN_ENOUGH : OFTEN));
  const single = counted.filter(([, { count }]) => count === 1);
  // a value unlike all others, in a column where single values are unusual; the leaving of one person is no outlier
  const isRare =
    isChoice &&
    filled >= FEWEST_OF_CHOICES &&
    single.length <= MOST_SINGLE &&
    filled - single.length >= OFTEN * (values.size - single.length);
  const least = counted.at(-1 - single.length)?.[1].count ?? 0;
  const found = single.flatMap(([text, { line }]) => {
    const [near, met] = (text.length > 1 && often.find(([other]) => isSlip(text, other))) || [];
    if (near === undefined && (!isRare || isEnd(column.header, text))) return [];
    const place = `“${title}”的“${shownValue(text)}”只出现一次（${cellAddress(line, column.place)}）`;
    return [
      near === undefined
        ? question(given, 'choice', { line, text, words: `${place}，其余的值都出现 ${least} 次以上` })
        : question(given, 'choice', {
            line,
            text,
            words: `${place}，而“${near}”出现 ${grouped(met!.count)} 次`,
            meant: near,
          }),
    ];
  });
  return found.sort((a, b) => Number(b.meant !== '') - Number(a.meant !== ''));
}

/** True for a mark of an end, which may well be right for one person or product alone. */
const isEnd = (header: string, text: string): boolean =>
  isStateTitle(header) &&
  (endedValues('staff', header, [text]).length > 0 || endedValues('product', header, [text]).length > 0);

/** signs that make another word of one, instead of misspelling it */
const OF_SENSE =
  /^[\dA-Za-zⅠ-Ⅻ一二三四五六七八九十甲乙丙丁戊己庚辛东西南北中上下左右大小前后内外男女在离有无已未不非是否正副主次新旧公私买卖收付进出开关高低长短多空初特优良差本专硕博省市区县]*$/u;
/** pairs of which one is written for the other, though each has a sense */
const LOOK_ALIKE = /^(?:[已己巳]{2}|[未末]{2})$/u;

/** Whether one sign is wrong, missing or too many, or two are exchanged; 一部 and 二部, 在岗 and 离岗 are two words. */
function isSlip(one: string, other: string): boolean {
  let [from, back] = [0, 0];
  while (from < one.length && from < other.length && one[from] === other[from]) from++;
  while (
    back < Math.min(one.length, other.length) - from &&
    one[one.length - 1 - back] === other[other.length - 1 - back]
  )
    back++;
  const [mine, theirs] = [one.slice(from, one.length - back), other.slice(from, other.length - back)];
  const isExchanged = mine.length === 2 && theirs === `${mine[1]}${mine[0]}`;
  const isOfSense = OF_SENSE.test(mine) && OF_SENSE.test(theirs) && !LOOK_ALIKE.test(mine + theirs);
  return (isExchanged || (mine.length <= 1 && theirs.length <= 1)) && !isOfSense;
}

/** A code with a digit more or less than all others. Codes of another form do not fit the pattern, and are errors. */
function strangeCodes(given: Given): WizardQuestion[] {
  const { column, profile } = given;
  const { shapes, filled } = profile;
  if (column.field.type !== 'text' || column.field.pattern === undefined || shapes === null || filled < FEWEST)
    return [];
  const [[form, usual] = ['', undefined], ...others] = [...shapes].sort(([, a], [, b]) => b.count - a.count);
  if (!usual || usual.count < filled - MOST_EACH) return [];
  const exact = proposePattern({ shapes: new Map<string, Shape>([[form, usual]]), filled: usual.count });
  const isAllowed = new RegExp(column.field.pattern, 'u');
  if (!exact || exact.pattern === column.field.pattern) return [];
  const { fits: _fits, ...pattern } = exact;
  return others.flatMap(([, { line, example: text }]) =>
    isAllowed.test(text)
      ? [
          {
            ...question(given, 'code', {
              line,
              text,
              words: `“${column.field.title}”的“${shownValue(text)}”（${cellAddress(line, column.place)}）与其余 ${grouped(usual.count)} 格的长度不同，其余都是 ${pattern.patternHint}`,
            }),
            pattern,
          },
        ]
      : [],
  );
}

const NUMBERS = ['integer', 'decimal', 'percent', 'money'];
/** factors by which a questionable number differs from its neighbour and from the middle */
const FROM_NEXT = 100;
const FROM_MIDDLE = 500;

/** A number a thousand times all others, or a thousandth of them: another unit, or zeros too many. */
function strangeNumbers(given: Given): WizardQuestion[] {
  const { column, profile } = given;
  const { sample, low, high } = profile.spread.numbers;
  if (!NUMBERS.includes(column.field.type) || sample.length < FEWEST) return [];
  const size = ({ at }: Point): number => Math.abs(at);
  const middle = middleOf(sample.map(Math.abs));
  if (middle.median === 0) return [];
  const larger = outliers(
    high,
    (point, next) => size(point) >= FROM_NEXT * size(next) && size(point) >= FROM_MIDDLE * middle.median,
  );
  const smaller = outliers(
    low,
    (point, next) =>
      point.at > 0 && size(point) * FROM_NEXT <= size(next) && size(point) * FROM_MIDDLE <= middle.median,
  );
  return [...(larger?.points ?? []), ...(smaller?.points ?? [])].map((point) => {
    const ratio = size(point) / middle.median;
    const often =
      ratio > 1 ? `是其余的约 ${grouped(round(ratio))} 倍` : `只有其余的约 ${grouped(round(1 / ratio))} 分之一`;
    const meant = scaled(point.shown, middle);
    return question(given, 'number', {
      line: point.line,
      text: point.text,
      words: `“${column.field.title}”的“${point.shown}”（${cellAddress(point.line, column.place)}）${often}，是不是单位不同，或多写、少写了零`,
      ...(meant !== '' && { meant }),
    });
  });
}

/** 1234 as 1000 */
const round = (number: number): number => Number(number.toPrecision(1));

/** The number moved by thousands until it is one of the others; '' where it never is. */
function scaled(shown: string, { from, to }: Middle): string {
  const sign = shown.endsWith('%') ? '%' : '';
  const digits = shown.replace('%', '');
  const found = [-3, 3, -4, 4, -2, 2, -6, 6, -8, 8]
    .map((places) => shiftPoint(digits, places))
    .find((text) => Math.abs(Number(text)) >= from && Math.abs(Number(text)) <= to);
  return found === undefined ? '' : `${found}${sign}`;
}

/** three years: a day farther from its neighbour is questioned, where the others lie closer together */
const FAR = 3 * 365;

/** days of a beginning or an end, which may well be to come */
const TO_COME = /(生效|起始|开始|截止|截至|到期|届满|结束|终止|执行|实施|计划|预计|起|止)(日期?|时间)?$/;

/** A day far outside the others, or one to come where all others are past. */
function strangeDays(given: Given): WizardQuestion[] {
  const { column, profile, today } = given;
  const { sample, low, high } = profile.spread.days;
  if (column.field.type !== 'date' || sample.length < FEWEST) return [];
  const middle = middleOf(sample);
  const now = Date.parse(today) / DAY;
  const far = Math.max(FAR, (middle.to - middle.from) / 2);
  const isPast =
    !TO_COME.test(bareTitle(column.header)) &&
    middle.to <= now &&
    sample.filter((day) => day > now).length <= MOST_EACH;
  const later = outliers(
    high,
    (point, next) => point.at - next.at > far || (isPast && point.at > now && next.at <= now),
  );
  const earlier = outliers(low, (point, next) => next.at - point.at > far);
  return [...(later?.points ?? []), ...(earlier?.points ?? [])].map((point) => {
    const meant = nearDay(point.shown, middle, isPast ? now : Infinity);
    const why =
      isPast && point.at > now
        ? `还没有到（今天是 ${today}），其余都在今天以前`
        : `离其余日期很远，其余多在 ${dayOf(middle.from)} 至 ${dayOf(middle.to)} 之间`;
    return question(given, 'date', {
      line: point.line,
      text: point.text,
      words: `“${column.field.title}”的“${point.shown}”（${cellAddress(point.line, column.place)}）${why}`,
      ...(meant !== '' && { meant }),
    });
  });
}

const dayOf = (at: number): string => shanghaiDate(at * DAY);

/** The same day of a year that is mistyped easily as this one: two digits exchanged, another century, or one wrong. */
function nearDay(day: string, { from, to }: Middle, last: number): string {
  const [year = '', ...rest] = day.split('-');
  const exchanged = [0, 1, 2].map(
    (at) => year.slice(0, at) + (year[at + 1] ?? '') + (year[at] ?? '') + year.slice(at + 2),
  );
  const replaced = [3, 2, 1, 0].flatMap((at) =>
    [...'0123456789'].map((digit) => year.slice(0, at) + digit + year.slice(at + 1)),
  );
  const days = (years: readonly string[]): string[] =>
    years
      .map((one) => [one, ...rest].join('-'))
      .filter((one) => {
        const at = Date.parse(`${one}T00:00:00Z`) / DAY;
        return one !== day && at >= from && at <= Math.min(to, last);
      });
  const [exchange] = days([...exchanged, `20${year.slice(2)}`]);
  const others = [...new Set(days(replaced))];
  // one digit that could be several is no suggestion
  return exchange ?? (others.length === 1 ? others[0]! : '');
}

const NEVER_REQUIRED = /(备注|说明|附注|注释|简介|传真|兼任|其他)/;
/** empty cells of as many rows */
const MOST_EMPTY = 0.02;

/** A column that all rows but one or two have. */
function gaps(given: Given): WizardQuestion[] {
  const { column, profile, rows, isKey } = given;
  const empty = rows - profile.filled - profile.dashes;
  if (
    isKey ||
    column.field.required ||
    rows < FEWEST ||
    empty === 0 ||
    empty > Math.min(MOST_EACH, Math.max(1, rows * MOST_EMPTY)) ||
    NEVER_REQUIRED.test(bareTitle(column.header))
  )
    return [];
  const cells = profile.gaps.map((line) => cellAddress(line, column.place));
  return [
    question(given, 'empty', {
      line: profile.gaps[0]!,
      text: '',
      words: `“${column.field.title}”在 ${grouped(rows)} 行中有 ${grouped(profile.filled)} 行填写，只有 ${cells.join('、')} 是空的`,
    }),
  ];
}
