import type { Row } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import { mendText } from '#rules/text/damaged-text.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import type { Sheet, SheetCell } from '../sheets/sheet.ts';
import { choiceReader } from './read-choice.ts';
import { readPhone, readText } from './read-code.ts';
import { DAY_TITLE, readDate, serialDay } from './read-date.ts';
import { storedNumber, withoutBinaryTails } from './read-decimal.ts';
import { readNumber } from './read-number.ts';
import { unitOf } from './match-header.ts';
import { asDrawn, readShown, unshownDate } from './drawn-cell.ts';
import {
  halfWidth,
  isDash,
  isProgramsNothing,
  isUnread,
  MOST_CHARACTERS,
  suggester,
  trimmed,
  type Reading,
  withoutApostrophe,
} from './reading.ts';
import { findReference, type Lookup } from './references.ts';

/** Reads the cells of one column; `row` holds the cells of the row that are read already. */
export type CellReader = (cell: SheetCell, row: Row) => Reading;

export interface ColumnFacts extends Pick<Sheet, 'format' | 'base1904'> {
  /** unit behind the title in the file, or of all of it: 万元, % */
  headerUnit: string;
  /** true where a line beside the table names it */
  isStated?: boolean;
  /** EY6: plain numbers are fractions of one */
  isFraction?: boolean;
  lookup: Lookup | undefined;
}

/** fields whose values are addresses, in which each character counts */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'image', 'file']);

/** words in a CSV file for a formula that had failed in its table; Chinese programs write the English words, too */
const ERROR_VALUES = new Set(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#SPILL!', '#CALC!']);
const ofError = (text: string): Reading => ({
  reason: `单元格是错误值 ${text}`,
  remedy: '请改正公式，或填写正确的内容',
});

const BINARY_TAIL = '去掉计算留下的尾数，按表格显示的 15 位有效数字读取';

/** VA4: fields in which the number of a day would be stored as something else */
const SERIALS_REFUSED: ReadonlySet<string> = new Set(['text', 'choice', 'integer', 'decimal', 'phone']);

/** Number of cached readings: texts of a column repeat. */
const MOST_CACHED = 2_000;

/** RG6: turns cells into stored values. Wrong but readable values pass; checkRows reports them. */
export function cellReader(definition: RegisterDefinition, field: FieldDefinition, facts: ColumnFacts): CellReader {
  const typed = typedReader(definition, field, facts);
  const isOfDays = DAY_TITLE.test(bareTitle(field.title)) && SERIALS_REFUSED.has(field.type);
  const pattern = field.pattern ? new RegExp(field.pattern, 'u') : null;
  const isNoText = (dash: string): boolean => field.type !== 'text' || (pattern !== null && !pattern.test(dash));
  const read: CellReader = (cell, row) => {
    const serial = isOfDays ? serialDay(cell, facts) : null;
    if (serial !== null)
      return {
        reason: `像是日期的序号，Excel 显示为 ${serial}`,
        remedy: `请把这一格设为日期格式，或填写 ${serial}；本列的类型宜为“日期”`,
      };
    if (cell.kind === 'error') return ofError(cell.text);
    if (cell.kind === 'picture') return { value: null, repair: '单元格里是图片，没有导入' };
    if (cell.kind === 'formula')
      return { reason: '公式没有计算结果', remedy: '请用 Excel 或 WPS 打开并保存后再导入，或改填数值' };
    if (cell.kind === 'boolean' && field.type !== 'choice')
      return { reason: `单元格是逻辑值 ${cell.text}`, remedy: '请改填文字' };
    if (cell.kind !== 'text') return typed(cell, row);
    if (cell.format !== undefined) return readShown(cell, (shown) => read(shown, row));
    const stored = trimmed(cell.text);
    if (stored === '') return { value: null };
    const mended = ADDRESSES.has(field.type) ? null : mendText(stored);
    const whole = withoutApostrophe(mended ? trimmed(mended.text) : stored);
    const text = ADDRESSES.has(field.type) ? whole : withoutBinaryTails(whole);
    if (ERROR_VALUES.has(text)) return ofError(text);
    const isNothing = isProgramsNothing(text) && field.type !== 'choice';
    if (text === field.blank || isNothing || (isDash(text) && isNoText(text)))
      return { value: null, repair: `“${text}”视为空` };
    const reading = typed(text === cell.text ? cell : { kind: 'text', text }, row);
    if (text !== whole && !isUnread(reading)) return { ...reading, repair: BINARY_TAIL };
    if (mended && !isUnread(reading)) return { ...reading, repair: mended.what };
    if (whole !== stored && !isUnread(reading)) return { ...reading, repair: '去掉开头的撇号' };
    return text === cell.text || isUnread(reading) || reading.repair !== undefined
      ? reading
      : { ...reading, repair: text === cell.text.trim() ? '去掉首尾空格' : '去掉首尾看不见的字符' };
  };
  return field.reference?.within || field.type === 'text' ? read : cachedReader(read);
}

/** Dates, choices and rounded numbers come again and again: read once, they need no more memory than one. */
function cachedReader(read: CellReader): CellReader {
  const cache = new Map<string, Reading>();
  return (cell, row) => {
    const name = `${cell.kind}${cell.format ?? ''} ${cell.text}`;
    const known = cache.get(name);
    if (known !== undefined) return known;
    const reading = read(cell, row);
    if (cache.size < MOST_CACHED) cache.set(name, reading);
    return reading;
  };
}

function typedReader(
  definition: RegisterDefinition,
  field: FieldDefinition,
  { format, base1904, headerUnit, isStated = false, isFraction = false, lookup }: ColumnFacts,
): CellReader {
  const pattern = field.pattern ? new RegExp(field.pattern, 'u') : null;
  const fits = pattern && ((text: string) => text.length <= MOST_CHARACTERS && pattern.test(text));
  switch (field.type) {
    case 'choice':
      return asDrawn(choiceReader(field));
    case 'reference':
      return asDrawn(referenceReader(definition, lookup));
    case 'date':
      return (cell, row) =>
        unshownDate(cell) ??
        asDrawn((one) => wordReading(field, one) ?? readDate(one, { format, base1904 }))(cell, row);
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'money':
      return (cell) => readNumber(field, cell, { headerUnit, titleUnit: unitOf(field.title), isStated, isFraction });
    case 'phone':
      return asDrawn((cell) => readPhone(field, fits, cell));
    default:
      return asDrawn((cell) => readText(fits, cell, format));
  }
}

/** VA5: a word that a column of dates allows in place of a day. */
function wordReading({ words = [] }: FieldDefinition, { kind, text }: SheetCell): Reading | null {
  const found = kind === 'text' ? words.find((word) => normaliseSearch(word) === normaliseSearch(text)) : undefined;
  if (found === undefined) return null;
  return found === text ? { value: found } : { value: found, repair: '统一选项写法' };
}

function referenceReader(definition: RegisterDefinition, lookup: Lookup | undefined): CellReader {
  if (lookup === undefined || lookup.labels.length === 0) {
    return () => ({ reason: '所引用的登记表还没有数据', remedy: `请先导入登记表“${lookup?.target.register ?? ''}”` });
  }
  const suggest = suggester(lookup.labels);
  return ({ kind, text }, row) => {
    const given = kind === 'number' ? (storedNumber(text) ?? text) : halfWidth(text);
    const found = findReference(definition, lookup, given, row);
    if ('value' in found) return found;
    return found.unknown ? { reason: found.reason, remedy: suggest(found.remedy, given) } : found;
  };
}
