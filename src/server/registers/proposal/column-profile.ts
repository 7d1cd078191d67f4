import type { SheetCell } from '../sheets/sheet.ts';
import { readDate } from '../import/read-date.ts';
import { spellNumber, storedNumber } from '../import/read-decimal.ts';
import { textOf } from './title-row.ts';

/** different values of one column that are counted; with more it is no list of choices */
const MOST_VALUES = 60;
const LONGEST_VALUE = 40;
/** largest number of code forms that are counted separately */
const MOST_SHAPES = 12;

/** What the cells of a column have in common. */
export interface ColumnProfile {
  filled: number;
  /** how many of them read as … */
  dates: number;
  numbers: number;
  percents: number;
  phones: number;
  /** phones that a person carries */
  mobiles: number;
  idCards: number;
  links: number;
  /** number cells: what a program has made of codes, too */
  numberCells: number;
  booleans: number;
  /** most digits after the point */
  scale: number;
  longest: number;
  /** values with their counts; null: too many */
  values: Map<string, number> | null;
  /** null: some value came twice */
  unique: Set<string> | null;
  /** spellings of codes with counts and an example; null: too many or too irregular */
  shapes: Map<string, { count: number; example: string }> | null;
}

export const newProfile = (): ColumnProfile => ({
  filled: 0,
  dates: 0,
  numbers: 0,
  percents: 0,
  phones: 0,
  mobiles: 0,
  idCards: 0,
  links: 0,
  numberCells: 0,
  booleans: 0,
  scale: 0,
  longest: 0,
  values: new Map(),
  unique: new Set(),
  shapes: new Map(),
});

const PHONE =
  /^(?:\+?86[- ]?)?(?:0\d{2,3}[-—\s]\d{3,4}-?\d{4}(?:[-转]\d+)?|1[3-9]\d{9}|[48]00[-\s]?\d{3,4}[-\s]?\d{3,4})$/;

const MOBILE = /^(?:\+?86[- ]?)?1[3-9]\d{9}$/;
const ID_CARD = /^\d{17}[\dXx]$/;

/** Takes one more cell into account. */
export function seeCell(profile: ColumnProfile, cell: SheetCell): void {
  const text = textOf(cell);
  if (text === '') return;
  profile.filled++;
  profile.longest = Math.max(profile.longest, text.length);
  countKinds(profile, cell, text);
  if (profile.unique?.has(text)) profile.unique = null;
  else profile.unique?.add(text);
  if (profile.values) {
    profile.values.set(text, (profile.values.get(text) ?? 0) + 1);
    if (profile.values.size > MOST_VALUES || text.length > LONGEST_VALUE) profile.values = null;
  }
  seeShape(profile, text);
}

function countKinds(profile: ColumnProfile, cell: SheetCell, text: string): void {
  const { kind } = cell;
  if (kind === 'boolean') profile.booleans++;
  if (kind === 'number') profile.numberCells++;
  if (kind === 'date' || (kind === 'text' && isDate(text))) profile.dates++;
  if (PHONE.test(text)) profile.phones++;
  if (MOBILE.test(text)) profile.mobiles++;
  if (ID_CARD.test(text)) profile.idCards++;
  if (/^https?:\/\//i.test(text)) profile.links++;
  const spelt =
    kind === 'percent' || kind === 'number'
      ? { digits: storedNumber(text) ?? '', mark: kind === 'percent' ? ('%' as const) : null, unit: '' }
      : kind === 'text'
        ? spellNumber(text)
        : null;
  if (spelt === null || spelt.digits === '') return;
  const isPercent = spelt.mark === '%';
  if (isPercent) profile.percents++;
  else profile.numbers++;
  const after = spelt.digits.split('.')[1]?.length ?? 0;
  // a percent cell of a workbook holds the hundredth of what it shows
  profile.scale = Math.max(profile.scale, kind === 'percent' ? Math.max(0, after - 2) : after);
}

function isDate(text: string): boolean {
  if (!/^\d{4}/.test(text)) return false;
  const reading = readDate({ kind: 'text', text }, { format: 'xlsx', base1904: false });
  return 'value' in reading && typeof reading.value === 'string' && /^\d{4}-\d\d-\d\d$/.test(reading.value);
}

/** A code as runs of letters, digits and signs: S9901 → letters "S", 4 digits. '' when it is not a code. */
function shapeOf(text: string): string {
  if (text.length > 40 || !/^[A-Za-z0-9][A-Za-z0-9_./()-]*$/.test(text) || !/\d/.test(text)) return '';
  return text.replaceAll(/[A-Z]+|[a-z]+|\d+/g, (run) =>
    /\d/.test(run) ? `<d${run.length}>` : /[A-Z]/.test(run) ? `<U${run.length}:${run}>` : `<l${run.length}:${run}>`,
  );
}

function seeShape(profile: ColumnProfile, text: string): void {
  if (!profile.shapes) return;
  const shape = shapeOf(text);
  if (shape === '') return;
  const seen = profile.shapes.get(shape);
  if (seen) seen.count++;
  else if (profile.shapes.size >= MOST_SHAPES) profile.shapes = null;
  else profile.shapes.set(shape, { count: 1, example: text });
}
