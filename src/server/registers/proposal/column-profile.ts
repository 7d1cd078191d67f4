import { isIdCard, isMobile } from '#rules/people/personal-data.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { dayOf } from '../import/data-date.ts';
import { serialDay } from '../import/read-date.ts';
import { shiftPoint, spellNumber, storedNumber } from '../import/read-decimal.ts';
import { newRates, seeRate, type Rates } from '../import/plain-numbers.ts';
import { isDash, isProgramsNothing } from '../import/reading.ts';
import { DAY, newSpread, seeSpread, type Spread } from './spread.ts';
import { meantCell, type MeantCell } from './meant-cell.ts';

/** different values of one column that are counted; with more it is no list of choices */
const MOST_VALUES = 60;
const LONGEST_VALUE = 40;
/** largest number of code forms that are counted separately */
const MOST_SHAPES = 12;
/** cells that may repeat another one while the column is still taken for one that names rows */
const MOST_REPEATS = 10;
const REPEATING = 0.1;
/** share of cells that may repeat another one by mistake, and cells from which one of them is thought a mistake */
const FEW_REPEATS = 0.05;
const FEWEST_FILLED = 5;
/** repeats and empty cells that are remembered with their places */
const MOST_PLACES = 3;

/** Common traits of the cells of a column. */
export interface ColumnProfile {
  filled: number;
  /** cells that are a dash for an empty value, and are no part of `filled` */
  dashes: number;
  /** counts of those that read as … */
  dates: number;
  numbers: number;
  percents: number;
  phones: number;
  /** phones that a person carries */
  mobiles: number;
  idCards: number;
  links: number;
  /** number cells: also codes that a program has turned into numbers */
  numberCells: number;
  booleans: number;
  /** formulas without a stored result: their values are not known (EY4) */
  formulas: number;
  /** dates of which the format hides the day or the year (EY3) */
  partDates: number;
  /** pictures in cells */
  pictures: number;
  /** cells of which the format shows nothing (EY1) */
  unshown: number;
  /** counts by the unit behind a number: 万元 (EY5) */
  units: Map<string, number>;
  /** most digits after the point by these, below zero where a whole number ends with noughts: 2500万 */
  unitDigits: Map<string, number>;
  /** texts among them: 6个月 */
  unitTexts: number;
  /** the first plain number that is a fraction, else the first one; '' for none */
  plainNumber: string;
  /** sizes of numbers with a sign of percent, and without one (EY6) */
  rates: Rates;
  /** most digits after the point */
  scale: number;
  longest: number;
  /** values with their counts and the line of the first; null: too many */
  values: Map<string, { count: number; line: number }> | null;
  /** each value with its first line; null: too many came again */
  seen: Map<string, number> | null;
  /** cells whose value also occurs above them */
  repeats: number;
  /** the first of them */
  twins: { line: number; first: number; text: string }[];
  /** lines of the first empty cells */
  gaps: number[];
  /** numbers of days without a format of a day (VA4) */
  serials: number;
  /** words beside days, numbers and codes, with their counts; null: too many */
  words: Map<string, number> | null;
  /** spellings of codes with counts and an example; null: too many or too irregular */
  shapes: Map<string, Shape> | null;
  /** days and numbers, from which outliers are found */
  spread: Spread;
}

/** Spelling of codes. */
export interface Shape {
  count: number;
  example: string;
  /** line of the example */
  line: number;
}

export const newProfile = (): ColumnProfile => ({
  filled: 0,
  dashes: 0,
  dates: 0,
  numbers: 0,
  percents: 0,
  phones: 0,
  mobiles: 0,
  idCards: 0,
  links: 0,
  numberCells: 0,
  booleans: 0,
  formulas: 0,
  partDates: 0,
  pictures: 0,
  unshown: 0,
  units: new Map(),
  unitDigits: new Map(),
  unitTexts: 0,
  plainNumber: '',
  rates: newRates(),
  scale: 0,
  longest: 0,
  values: new Map(),
  seen: new Map(),
  repeats: 0,
  twins: [],
  gaps: [],
  serials: 0,
  words: new Map(),
  shapes: new Map(),
  spread: newSpread(),
});

/** No two cells are alike. */
export const isUnique = ({ seen, repeats }: ColumnProfile): boolean => seen !== null && repeats === 0;

/** True where cells that repeat another one are so few that they are probably wrong. */
export const isNearlyUnique = ({ seen, repeats, filled }: ColumnProfile): boolean =>
  seen !== null &&
  (repeats === 0 || (filled >= FEWEST_FILLED && repeats <= Math.max(1, Math.floor(filled * FEW_REPEATS))));

const PHONE =
  /^(?:\+?86[- ]?)?(?:0\d{2,3}[-—\s]\d{3,4}-?\d{4}(?:[-转]\d+)?|1[3-9]\d{9}|[48]00[-\s]?\d{3,4}[-\s]?\d{3,4})$/;

/** 001号 counts nothing */
const NUMBERED = /^\d+号$|^0\d+\p{Script=Han}/u;

/** Takes one more cell into account. @param line its row, as a spreadsheet shows it */
export function seeCell(profile: ColumnProfile, cell: SheetCell | undefined, line: number): void {
  if (cell?.kind === 'formula') profile.formulas++;
  if (cell?.kind === 'picture') profile.pictures++;
  if (cell?.kind === 'date' && cell.format !== undefined) profile.partDates++;
  const meant = cell && meantCell(cell);
  if (meant === undefined || meant.text === '') {
    if (cell?.format !== undefined && cell.text !== '') profile.unshown++;
    if (profile.gaps.length < MOST_PLACES) profile.gaps.push(line);
    return;
  }
  const { text } = meant;
  if (isDash(text) || isProgramsNothing(text)) {
    profile.dashes++;
    return;
  }
  profile.filled++;
  profile.longest = Math.max(profile.longest, text.length);
  countKinds(profile, meant, line);
  seeRepeats(profile, text, line);
  if (profile.values) {
    const known = profile.values.get(text);
    if (known) known.count++;
    else profile.values.set(text, { count: 1, line });
    if (profile.values.size > MOST_VALUES || text.length > LONGEST_VALUE) profile.values = null;
  }
  seeShape(profile, text, line);
}

function seeRepeats(profile: ColumnProfile, text: string, line: number): void {
  const first = profile.seen?.get(text);
  if (first === undefined) {
    profile.seen?.set(text, line);
    return;
  }
  profile.repeats++;
  if (profile.twins.length < MOST_PLACES) profile.twins.push({ line, first, text });
  if (profile.repeats > MOST_REPEATS + profile.filled * REPEATING) profile.seen = null;
}

function countKinds(profile: ColumnProfile, { kind, text, scale, unit }: MeantCell, line: number): void {
  if (kind === 'boolean') profile.booleans++;
  if (kind === 'number') profile.numberCells++;
  const day = kind === 'date' ? text.slice(0, 10) : kind === 'text' ? dayIn(text) : '';
  if (day !== '') {
    profile.dates++;
    seeSpread(profile.spread, 'days', { at: Date.parse(day) / DAY, text, shown: day, line });
  }
  if (day === '') {
    const isPlainDay = kind === 'number' && /^(?:19|20)\d{6}$/.test(text) && dayOf(text) !== '';
    if (isPlainDay || serialDay({ kind, text }, { base1904: false }) !== null) profile.serials++;
    else seeWord(profile, text);
  }
  if (PHONE.test(text)) profile.phones++;
  if (isMobile(text)) profile.mobiles++;
  if (isIdCard(text)) profile.idCards++;
  if (/^https?:\/\//i.test(text)) profile.links++;
  const spelt =
    kind === 'percent' || kind === 'number'
      ? { digits: storedNumber(text) ?? '', mark: kind === 'percent' ? ('%' as const) : null, unit: '' }
      : kind === 'text' && !NUMBERED.test(text)
        ? spellNumber(text)
        : null;
  if (spelt === null || spelt.digits === '') return;
  const isPercent = spelt.mark === '%';
  if (isPercent) profile.percents++;
  else {
    seePlain(profile, spelt.digits, unit);
    if (kind === 'text' && unit !== '') profile.unitTexts++;
  }
  const shown = kind === 'percent' ? shiftPoint(spelt.digits, 2) : spelt.digits;
  seeRate(profile.rates, Math.abs(Number(shown)), isPercent);
  seeSpread(profile.spread, 'numbers', { at: Number(shown), text, shown: isPercent ? `${shown}%` : shown, line });
  const after = spelt.digits.split('.')[1]?.length ?? 0;
  // a percent cell of a workbook holds the hundredth of the shown number
  profile.scale = Math.max(profile.scale, scale, kind === 'percent' ? Math.max(0, after - 2) : after);
}

const MOST_NOUGHTS = 12;

/** 2 of 1.25, -2 of 2500 */
const digitsBehind = (digits: string): number =>
  digits.includes('.') ? digits.split('.')[1]!.length : -Math.min(/0*$/.exec(digits)![0].length, MOST_NOUGHTS);

function seePlain(profile: ColumnProfile, digits: string, unit: string): void {
  profile.numbers++;
  if (unit !== '' && profile.units.size < MOST_SHAPES) {
    profile.units.set(unit, (profile.units.get(unit) ?? 0) + 1);
    profile.unitDigits.set(unit, Math.max(profile.unitDigits.get(unit) ?? -MOST_NOUGHTS, digitsBehind(digits)));
  }
  if (profile.plainNumber === '' || (!profile.plainNumber.includes('.') && digits.includes('.')))
    profile.plainNumber = digits;
}

/** different words of a column that may replace its days */
const MOST_WORDS = 5;
const LONGEST_WORD = 12;

function seeWord(profile: ColumnProfile, text: string): void {
  if (!profile.words) return;
  profile.words.set(text, (profile.words.get(text) ?? 0) + 1);
  const isWord = /^\p{Script=Han}[^\d０-９]*$/u.test(text) && !/[〇零一二三四五六七八九十]年.*月/.test(text);
  if (profile.words.size > MOST_WORDS || text.length > LONGEST_WORD || !isWord) profile.words = null;
}

/** yyyy-mm-dd in a text; '' for none */
function dayIn(text: string): string {
  return /^\d{4}/.test(text) ? dayOf(text) : '';
}

/** A code as runs of letters, digits and signs: S9901 → letters "S", 4 digits. '' when it is not a code. */
function shapeOf(text: string): string {
  if (text.length > 40 || !/^[A-Za-z0-9][A-Za-z0-9_./()-]*$/.test(text) || !/\d/.test(text)) return '';
  return text.replaceAll(/[A-Z]+|[a-z]+|\d+/g, (run) =>
    /\d/.test(run) ? `<d${run.length}>` : /[A-Z]/.test(run) ? `<U${run.length}:${run}>` : `<l${run.length}:${run}>`,
  );
}

function seeShape(profile: ColumnProfile, text: string, line: number): void {
  if (!profile.shapes) return;
  const shape = shapeOf(text);
  if (shape === '') return;
  const seen = profile.shapes.get(shape);
  if (seen) seen.count++;
  else if (profile.shapes.size >= MOST_SHAPES) profile.shapes = null;
  else profile.shapes.set(shape, { count: 1, example: text, line });
}
