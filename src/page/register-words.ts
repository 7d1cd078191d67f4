import { isObject, type Json } from '#rules/json/json.ts';
import { withSuggestion } from './json-check.ts';
import type { Problem } from './problems.ts';
import type { FieldType } from './register-schema.ts';

/** Names for types of fields in other systems and among people. */
const OTHER_WORDS: readonly [words: string, types: readonly FieldType[]][] = [
  ['number numeric double float real 数字 数值', ['integer', 'decimal']],
  ['int long bigint smallint 整数 整型', ['integer']],
  ['小数', ['decimal']],
  ['string str varchar char nvarchar textarea email 文本 文字 字符串', ['text']],
  ['enum select radio dropdown option bool boolean 选项 枚举 单选 下拉', ['choice']],
  ['datetime timestamp time day 日期 时间', ['date']],
  ['percentage rate 百分比 百分数', ['percent']],
  ['currency amount 金额', ['money']],
  ['tel telephone mobile 电话 手机', ['phone']],
  ['link href uri 链接 网址', ['url']],
  ['picture photo img 图片 照片', ['image']],
  ['attachment 附件 文件', ['file']],
  ['ref relation lookup foreign 引用', ['reference']],
];

const TYPES = new Map(OTHER_WORDS.flatMap(([words, types]) => words.split(' ').map((word) => [word, types] as const)));

/** A problem of the outer form of a register, with the word or the form that was probably meant. */
export function withRightWord(problem: Problem, register: Json): Problem {
  const [, name, part] = /^\/fields\/([^/]+)\/(type|choices)$/.exec(problem.pointer) ?? [];
  const field = name !== undefined && isObject(register.fields) ? register.fields[name] : undefined;
  if (!isObject(field)) return problem;
  if (part === 'type' && problem.code === 'not-a-choice') return ofType(problem, String(field.type));
  return part === 'choices' && Array.isArray(field.choices)
    ? { ...problem, message: `"choices" says for each stored value what is shown: ${choicesOf(field.choices)}.` }
    : problem;
}

function ofType(problem: Problem, given: string): Problem {
  const meant = TYPES.get(given.trim().toLowerCase());
  if (!meant) return problem;
  const [only, ...others] = meant;
  return others.length === 0
    ? withSuggestion(problem, only)
    : { ...problem, message: `${problem.message} Write ${meant.join(' or ')}.` };
}

/** The list in the right form, as far as it has labels. */
function choicesOf(list: readonly unknown[]): string {
  const labels = list.filter((label) => typeof label === 'string').slice(0, 3);
  const shown = labels.length === 0 ? ['国家级', '省级'] : labels;
  return JSON.stringify(Object.fromEntries(shown.map((label, index) => [String(index + 1), label])))
    .replaceAll(':', ': ')
    .replaceAll(',', ', ');
}

/** A list without any field is a problem of the list, a wrong field name is a problem of the field. */
export function hasOneSentence({ code, pointer }: Problem): boolean {
  return (
    code !== 'bad-format' ||
    !/^\/(?:(?:key|columns|order|history\/compare|verify\/show)\/\d+|filters\/\d+\/(?:field|fuzzy\/\d+)|restrictedBy|verify\/ended\/(?:field|since))$/.test(
      pointer,
    )
  );
}
