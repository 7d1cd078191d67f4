import type { Cell, Row } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { isDate } from '#rules/time/date-text.ts';
import { damageIn } from '#rules/text/damaged-text.ts';
import { hiddenIn } from '#rules/text/hidden-characters.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import type { RowProblem } from '../publication/publication-problems.ts';
import { bringsLoginKey, WITHOUT_KEY } from '../articles/authored-key.ts';

/** characters in one cell; the longest real ones are addresses and notes */
const MAX_TEXT = 4_000;

/** Separates the values of the key fields; no cell may contain it, because it is invisible. */
export const KEY_SEPARATOR = '\u001f';

export function rowKey(definition: RegisterDefinition, row: Row): string {
  return definition.key.map((field) => String(row[field] ?? '')).join(KEY_SEPARATOR);
}

/**
 * Rows with every field of the definition, '' as null. What the definition does not name is left for checkRows to find.
 */
export function completeRows(definition: RegisterDefinition, rows: Row[]): Row[] {
  const fields = Object.keys(definition.fields);
  return rows.map((row) => {
    const complete: Row = {};
    for (const field of fields) complete[field] = row[field] === '' || row[field] === undefined ? null : row[field];
    return complete;
  });
}

/** RG2: every problem of every row against the definition: unknown and missing fields, types, formats, equal keys. */
export function checkRows(definition: RegisterDefinition, rows: Row[]): RowProblem[] {
  const check = rowChecker(definition);
  return rows.flatMap((row) => check(row));
}

/** The same for rows that come one by one; it remembers their keys. */
export function rowChecker(definition: RegisterDefinition): (row: Row) => RowProblem[] {
  const checks = Object.entries(definition.fields).map(([name, field]) => ({
    name,
    field,
    check: cellCheck(field),
    isKey: definition.key.includes(name),
  }));
  const seen = new Map<string, number>();
  let number = 0;
  return (row) => {
    const problems: RowProblem[] = [];
    const place = ++number;
    const add = (field: string | null, value: Cell, message: string, expected: string, twin?: number) =>
      problems.push({
        register: definition.register,
        row: place,
        field,
        value,
        message: `第${place}行${message}`,
        expected,
        ...(twin !== undefined && { twin }),
      });
    for (const name of Object.keys(row)) {
      if (!Object.hasOwn(definition.fields, name))
        add(
          name,
          row[name] ?? null,
          `有登记表未定义的字段“${name}”`,
          `可用字段：${Object.keys(definition.fields).join('、')}`,
        );
    }
    for (const { name, field, check, isKey } of checks) {
      const value = row[name] ?? '';
      if (value === '') {
        if (field.required || isKey) add(name, null, `“${field.title}”不能为空`, '必填');
        continue;
      }
      const wrong = characterFault(field, isKey, value);
      const expected = wrong?.expected ?? check(value);
      if (expected) add(name, value, `“${field.title}”${wrong?.message ?? '格式不正确'}`, expected);
    }
    if (definition.key.some((name) => (row[name] ?? '') === '')) return problems;
    const key = rowKey(definition, row);
    const twin = seen.get(key);
    if (twin === undefined) seen.set(key, place);
    else
      add(
        definition.key[0] ?? null,
        null,
        `与第${twin}行重复`,
        `${definition.key.map((name) => definition.fields[name]?.title ?? name).join('、')}不能重复`,
        twin,
      );
    return problems;
  };
}

/**
 * RG6: no cell contains invisible characters, such as the separator of keys; a text may have line breaks, unless it names the
 * row. VA1: nor any that are damage.
 */
function characterFault(
  { type, pattern }: FieldDefinition,
  isKey: boolean,
  value: Cell,
): { message: string; expected: string } | null {
  if (typeof value !== 'string') return null;
  const hidden = hiddenIn(value, type === 'text' && !isKey && pattern === undefined);
  if (hidden)
    return {
      message: `含有${hidden.meaning} ${hidden.code}（第 ${hidden.place} 个字符）`,
      expected: '没有看不见的字符的文字（请重新键入，不要粘贴）',
    };
  const damage = type === 'url' ? null : damageIn(value);
  return damage && { message: damage.reason, expected: damage.right };
}

/** Answers what would be right, null for a good value. */
type CellCheck = (value: Cell) => string | null;

function cellCheck(field: FieldDefinition): CellCheck {
  const typed = typeCheck(field);
  if (!field.pattern) return typed;
  const pattern = new RegExp(field.pattern, 'u');
  return (value) => typed(value) ?? (pattern.test(String(value)) ? null : patternWords(field));
}

/** A pattern's condition in the words of its definition, never the expression: F 加 7 或 8 位数字，例如 F3012345 */
function patternWords({ patternHint = '规定的写法', example }: FieldDefinition): string {
  return example === undefined ? patternHint : `${patternHint}，例如 ${example}`;
}

function typeCheck(field: FieldDefinition): CellCheck {
  switch (field.type) {
    case 'choice':
      return (value) =>
        typeof value === 'string' && Object.hasOwn(field.choices ?? {}, value)
          ? null
          : `以下之一：${choiceList(field)}`;
    case 'date':
      return (value) =>
        typeof value === 'string' && (isDate(value) || field.words?.includes(value))
          ? null
          : `日期，如 2026-01-31${(field.words ?? []).map((word) => `，或“${word}”`).join('')}`;
    case 'integer':
      return (value) => (isNumber(value, 0) ? null : `整数，例如 ${field.example ?? 1200}${NO_UNIT}`);
    case 'decimal':
    case 'percent':
    case 'money':
      // two digits of a stored fraction stand before the point once it is shown times 100
      return (value) =>
        isNumber(value, field.scale === undefined ? undefined : field.scale + (field.fraction ? 2 : 0))
          ? null
          : numberWords(field);
    case 'phone':
      return textCheck(/^[\d+（）()、,，/;； 转ext.—-]{3,60}$/u, '电话号码，如 021-55500871');
    case 'url':
      return (value) => webAddressCheck(value) ?? (bringsLoginKey(String(value)) ? `网址，${WITHOUT_KEY}` : null);
    case 'file':
      return textCheck(null, '已入库的文件路径，如 2026/01/….pdf', (text) => parseFilepath(text) !== null);
    case 'image':
      return textCheck(null, '已入库的图片路径，如 2026/01/….png', (text) => parseFilepath(text) !== null);
    default:
      return textCheck(null, '文字');
  }
}

/** in a column of numbers a unit stands in the title */
const NO_UNIT = '，不写单位';

function numberWords({ type, scale, fraction, example }: FieldDefinition): string {
  const digits = scale === undefined ? '' : `，${fraction ? '按百分数' : ''}小数不超过${scale}位`;
  // an act writes 2.5 for what a file writes as 2.5%
  if (type === 'percent') return `数字${digits}`;
  return `数字${digits}，例如 ${example ?? (12.5).toFixed(Math.min(scale ?? 1, 2))}${NO_UNIT}`;
}

function textCheck(shape: RegExp | null, expected: string, fits: (text: string) => boolean = () => true): CellCheck {
  return (value) => {
    if (typeof value !== 'string') return '文字';
    if (value.length > MAX_TEXT) return `不超过${MAX_TEXT}字`;
    return (shape === null || shape.test(value)) && fits(value) ? null : expected;
  };
}

const choiceList = (field: FieldDefinition): string =>
  Object.entries(field.choices ?? {})
    .map(([value, label]) => (value === label ? label : `${value}（${label}）`))
    .join('、');

/** A number or its plain decimal spelling, with at most `scale` digits after the point that are not zero. */
function isNumber(value: Cell, scale: number | undefined): boolean {
  const text = typeof value === 'number' ? String(value) : value;
  const match = text === null ? null : /^-?\d{1,20}(?:\.(\d{1,20}))?$/.exec(text);
  return match !== null && (scale === undefined || (match[1] ?? '').replace(/0+$/, '').length <= scale);
}

const webAddressCheck = textCheck(null, '以 http:// 或 https:// 开头的网址', isWebAddress);

function isWebAddress(text: string): boolean {
  const url = /^https?:\/\//i.test(text) && !/\s/.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}
