import { columnOf } from './cell-address.ts';
import { attribute } from './zipped-xml.ts';

/** A cell, and how far it is from the first one of its rule, for which the formula is written. */
interface PlaceOfRule {
  line: number;
  place: number;
  rows: number;
  columns: number;
}

/** Value of a cell in place of an error. */
export const FAILED = Symbol('error');
/** Value of a cell as conditions compare it: '' for an empty one, null for an unknown one. */
export type Operand = string | number | boolean | typeof FAILED | null;

/** The cell at a line and a column; null where it is not known any more, or not yet. */
export type KnownCells = (line: number, column: number) => Operand;

/** Whether the condition holds for a cell; null: unknown. */
export type Condition = (at: PlaceOfRule, cells: KnownCells) => boolean | null;

type Term = (at: PlaceOfRule, cells: KnownCells) => Operand;

const own: Term = ({ line, place }, cells) => cells(line, place);

/**
 * Condition of a rule of a conditional format, where it compares cells of a row with one another, with those of the
 * row above, or with constants. @returns null for any other, which only a spreadsheet could decide
 */
export function readCondition(
  type: string,
  attributes: Readonly<Record<string, string>>,
  formulas: readonly string[],
): Condition | null {
  const words = attribute(attributes, 'text')?.toLowerCase() ?? '';
  const onText = (holds: (text: string) => boolean): Condition | null =>
    words === '' ? null : (at, cells) => holds(String(plain(own(at, cells))).toLowerCase());
  switch (type) {
    case 'cellIs':
      return cellIs(attribute(attributes, 'operator') ?? '', formulas);
    case 'expression':
      return ofFormula(formulas[0] ?? '');
    case 'containsText':
      return onText((text) => text.includes(words));
    case 'notContainsText':
      return onText((text) => !text.includes(words));
    case 'beginsWith':
      return onText((text) => text.startsWith(words));
    case 'endsWith':
      return onText((text) => text.endsWith(words));
    case 'containsBlanks':
      return (at, cells) => String(plain(own(at, cells))).trim() === '';
    case 'notContainsBlanks':
      return (at, cells) => String(plain(own(at, cells))).trim() !== '';
    case 'containsErrors':
      return (at, cells) => own(at, cells) === FAILED;
    case 'notContainsErrors':
      return (at, cells) => own(at, cells) !== FAILED;
    default:
      return null;
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  equal: '=', notEqual: '<>', greaterThan: '>', lessThan: '<', greaterThanOrEqual: '>=', lessThanOrEqual: '<=',
}; // prettier-ignore

function cellIs(operator: string, [first = '', second = '']: readonly string[]): Condition | null {
  const [low, high] = [termOf(first), termOf(second)];
  const sign = SIGNS[operator];
  if (low === null) return null;
  if (sign !== undefined) return (at, cells) => compare(own(at, cells), sign, low(at, cells));
  if (high === null || !/^(?:notB|b)etween$/.test(operator)) return null;
  return (at, cells) => {
    const value = own(at, cells);
    const [over, under] = [compare(value, '>=', low(at, cells)), compare(value, '<=', high(at, cells))];
    return over === null || under === null ? null : (over && under) === (operator === 'between');
  };
}

const CALL = /^(AND|OR|NOT|ISERROR|ISERR|ISNA|ISBLANK|ISNUMBER|ISTEXT)\((.*)\)$/is;
const COMPARED = /^((?:"[^"]*"|[^"<>=])+)(<>|<=|>=|=|<|>)((?:"[^"]*"|[^"<>=])+)$/s;

function ofFormula(written: string): Condition | null {
  const formula = written.replace(/^=/, '').trim();
  const [, name = '', inner = ''] = CALL.exec(formula) ?? [];
  if (name !== '') return ofCall(name.toUpperCase(), inner);
  const [, left = '', sign = '', right = ''] = COMPARED.exec(formula) ?? [];
  const [one, other] = [termOf(left), termOf(right)];
  if (sign === '' || one === null || other === null) return null;
  return (at, cells) => compare(one(at, cells), sign, other(at, cells));
}

function ofCall(name: string, inner: string): Condition | null {
  if (name === 'AND' || name === 'OR' || name === 'NOT') {
    const all = partsOf(inner).map(ofFormula);
    if (all.includes(null) || all.length === 0) return null;
    return (at, cells) => {
      const results = all.map((one) => one!(at, cells));
      if (results.includes(null)) return null;
      return name === 'NOT' ? !results[0] : name === 'AND' ? !results.includes(false) : results.includes(true);
    };
  }
  const term = termOf(inner);
  if (term === null) return null;
  return (at, cells) => {
    const value = term(at, cells);
    if (value === null) return null;
    if (name === 'ISBLANK') return value === '';
    if (name === 'ISNUMBER') return typeof value === 'number';
    if (name === 'ISTEXT') return typeof value === 'string' && value !== '';
    return value === FAILED;
  };
}

/** The arguments of a call, which commas part outside of quotes and brackets. */
function partsOf(inner: string): string[] {
  const parts = [''];
  let [depth, quoted] = [0, false];
  for (const sign of inner) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '(') depth++;
    else if (!quoted && sign === ')') depth--;
    if (sign === ',' && depth === 0 && !quoted) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** A number, a text in quotes, a cell, or the length of one. */
function termOf(written: string): Term | null {
  const text = written.trim();
  if (/^-?\d+(?:\.\d+)?%?$/.test(text)) {
    const number = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
    return () => number;
  }
  const quoted = /^"([^"]*)"$/.exec(text)?.[1];
  if (quoted !== undefined) return () => quoted;
  if (/^(?:TRUE|FALSE)$/i.test(text)) return () => /^t/i.test(text);
  const inside = /^LEN\(([^()]*)\)$/i.exec(text)?.[1];
  if (inside !== undefined) {
    const term = termOf(inside);
    return term && ((at, cells) => lengthOf(term(at, cells)));
  }
  const [, column = '', row = ''] = /^(\$?[A-Z]{1,3})(\$?\d{1,7})$/i.exec(text) ?? [];
  const place = column === '' ? undefined : columnOf(`${column.replace('$', '')}1`.toUpperCase());
  if (place === undefined) return null;
  const line = Number(row.replace('$', ''));
  return (at, cells) =>
    cells(row.startsWith('$') ? line : line + at.rows, column.startsWith('$') ? place : place + at.columns);
}

const lengthOf = (value: Operand): Operand => (value === null || value === FAILED ? value : String(value).length);

const plain = (value: Operand): string | number | boolean => (value === null || value === FAILED ? '' : value);

function compare(left: Operand, sign: string, right: Operand): boolean | null {
  if (left === null || right === null) return null;
  if (left === FAILED || right === FAILED) return false;
  const order = orderOf(left, right);
  if (sign === '=') return order === 0;
  if (sign === '<>') return order !== 0;
  if (sign === '<') return order < 0;
  if (sign === '>') return order > 0;
  return sign === '<=' ? order <= 0 : order >= 0;
}

/** Order of spreadsheets: numbers before texts, these without case, and truth last; an empty cell is nought, too. */
function orderOf(left: string | number | boolean, right: string | number | boolean): number {
  if (left === '' && typeof right === 'number') return 0 - right;
  if (right === '' && typeof left === 'number') return left;
  const rank = (value: string | number | boolean): number => ['number', 'string', 'boolean'].indexOf(typeof value);
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === 'string')
    return left.toLowerCase() === String(right).toLowerCase() ? 0 : left < String(right) ? -1 : 1;
  return Number(left) - Number(right);
}
