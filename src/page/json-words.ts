import { isObject } from '#rules/json/json.ts';
import { pointerTo, stepsOf, valueAt } from '#rules/json/pointer.ts';
import type { Problem } from './problems.ts';

/** A schema's description of one place, as far as sentences need it. */
export interface Described {
  title?: string;
  type?: string | readonly string[];
  /** the expected form of a text, in words that follow 应为 */
  hint?: string;
  enum?: readonly unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  properties?: Readonly<Record<string, Described>>;
  /** schema of an object with names of its own */
  additionalProperties?: Described | boolean;
  items?: Described;
}

const TYPES: Readonly<Record<string, string>> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  array: '列表',
  object: '一组字段',
};

/** The schema's description of the place that a pointer (RFC 6901, within the schema's value) names. */
export function describedAt(schema: Described, pointer: string): Described | undefined {
  return stepsOf(pointer).reduce<Described | undefined>(
    (at, step) =>
      at?.properties && Object.hasOwn(at.properties, step)
        ? at.properties[step]
        : (at?.items ?? (isObject(at?.additionalProperties) ? at.additionalProperties : undefined)),
    schema,
  );
}

/** '按钮第 2 项的网址': the way to a place in the schema's titles. '' for the whole value without a title */
function placeInWords(schema: Described, pointer: string): string {
  const steps = stepsOf(pointer);
  const parts = steps.map((step, index) => {
    if (/^\d+$/.test(step)) return `第 ${Number(step) + 1} 项`;
    return describedAt(schema, pointerTo(...steps.slice(0, index + 1)))?.title ?? step;
  });
  return parts.join(' ');
}

/**
 * A problem of checkJson as a sentence for editors: which field, and what would be right.
 * @param pointer of the problem within `value`
 */
export function jsonProblemInWords(
  { code, field, suggestion }: Pick<Problem, 'code' | 'field' | 'suggestion'>,
  pointer: string,
  schema: Described,
  value: unknown,
): string {
  const meant = suggestion === undefined ? '' : `，是否应为“${suggestion}”？`;
  if (code === 'missing-field')
    return `请填写“${describedAt(schema, pointer)?.properties?.[field ?? '']?.title ?? field}”`;
  const place = placeInWords(schema, pointer);
  const name = place === '' ? '内容' : `“${place}”`;
  if (code === 'unknown-field') return `没有${name}这一项${meant || '，请删去'}`;
  const word = describedAt(schema, pointer) ?? {};
  if (code === 'bad-format' && valueAt(value, pointer) === '') return `请填写${name}`;
  return `${name}${remedyInWords(code, word, valueAt(value, pointer))}${meant}`;
}

/** The right value in place of one that a schema refused. */
export function remedyInWords(code: string, word: Described, given: unknown): string {
  switch (code) {
    case 'wrong-type':
      return `应为${
        [word.type ?? []]
          .flat()
          .map((type) => TYPES[type] ?? type)
          .join('或') || '另一种类型'
      }`;
    case 'not-a-choice':
      return word.enum ? `应为以下之一：${word.enum.map(String).join('、')}` : `应为 ${JSON.stringify(word.const)}`;
    case 'out-of-range':
      return limitInWords(word, given);
    default:
      return word.hint !== undefined ? `应为${word.hint}` : word.pattern === '\\S' ? '不能只有空格' : '格式不正确';
  }
}

function limitInWords(
  { minLength = 0, maxLength = Infinity, minimum, maximum, minItems = 0, maxItems = Infinity }: Described,
  given: unknown,
): string {
  if (typeof given === 'string') {
    // counted as the check does
    const length = [...given].length;
    return length > maxLength
      ? `最多 ${maxLength} 个字，现在有 ${length} 个`
      : length === 0
        ? '不能为空'
        : `至少 ${minLength} 个字`;
  }
  if (Array.isArray(given))
    return given.length > maxItems ? `最多 ${maxItems} 项，现在有 ${given.length} 项` : `至少 ${minItems} 项`;
  if (isObject(given)) return '项数不对';
  if (minimum !== undefined && maximum !== undefined) return `应在 ${minimum} 至 ${maximum} 之间`;
  return minimum !== undefined ? `不能小于 ${minimum}` : maximum !== undefined ? `不能大于 ${maximum}` : '超出范围';
}
