import { isObject } from './json-check.ts';
import { describedAt, remedyInWords, type Described } from './json-words.ts';
import { PROBLEMS_IN_WORDS } from './problems-in-words.ts';
import { valueAt, type Problem } from './problems.ts';
import { NAME_FORM, registerStructure } from './register-structure.ts';

type ProblemFacts = Pick<Problem, 'pointer' | 'code' | 'field' | 'suggestion'>;

const STRUCTURE = registerStructure as Described;

/**
 * RG1: what is wrong with a register's document, for editors: which column or condition, what, and what would be right.
 */
export function registerProblemInWords(problem: ProblemFacts, document: unknown): string {
  const { pointer, code, field, suggestion } = problem;
  const meant = suggestion === undefined ? '' : `，是否应为“${suggestion}”？`;
  const known = crossed(problem, document);
  if (known !== undefined) return `${placeOf(pointer, document)}${known}${meant}`;
  switch (code) {
    case 'missing-field': {
      const title = titleOf(describedAt(STRUCTURE, pointer)?.properties?.[field ?? '']) ?? field;
      return pointer === '' ? `请填写“${title}”` : `${placeOf(pointer, document)}缺少“${title}”，请填写`;
    }
    case 'unknown-field':
      return `${placeOf(parentOf(pointer), document)}没有“${lastOf(pointer)}”这一项${meant || '，请删去'}`;
    case 'wrong-type':
    case 'not-a-choice':
    case 'out-of-range':
    case 'bad-format':
      return `${placeOf(pointer, document) || '内容'}${remedyInWords(code, describedAt(STRUCTURE, pointer) ?? {}, valueAt(document, pointer))}${meant}`;
    default: {
      const place = placeOf(pointer, document);
      return `${place && `${place}：`}${PROBLEMS_IN_WORDS[code]}${meant}`;
    }
  }
}

/** What check-register.ts finds beyond the outer form, by place and code. */
const CROSSED: readonly (readonly [
  code: Problem['code'],
  at: RegExp,
  words: (value: unknown, document: unknown, pointer: string) => string,
])[] = [
  [
    'missing-field',
    /^\/filters\/\d+$/,
    () => '应写“按此列查询”（field），或写“模糊查询的列”（fuzzy）和它的参数名、标题，二者取一',
  ],
  ['missing-field', /^\/verify$/, () => '需要一个模糊查询的条件（fuzzy），说明在哪些列里查，请添加'],
  [
    'unknown-field',
    /^\/fields\/[^/]+\/patternHint$/,
    () => '只用于有“格式”（pattern）的列；对列的说明请写在 note，这一项请删去',
  ],
  ['unknown-field', /^\/fields\/[^/]+\/reference$/, () => '只用于类型为 reference 的列，请改类型，或删去这一项'],
  ['unknown-field', /^\/fields\/[^/]+\/fraction$/, () => '只用于类型为 percent 的列，请改类型，或删去这一项'],
  ['unknown-field', /^\/filters\/\d+\/exact$/, () => '只用于按一个文字列查询的条件，请删去'],
  ['unknown-field', /^\/filters\/\d+\/whole$/, () => '只用于模糊查询的条件，请删去'],
  ['unknown-field', /^\/filters\/\d+\/minLength$/, () => '只用于查询文字的条件，请删去'],
  ['wrong-type', /^\/fields\/[^/]+\/choices$/, () => '应写成“存储值：显示文字”，如 {"1": "国家级", "2": "省级"}'],
  ['bad-format', /^\/fields\/[^/]+\/example$/, () => '不符合本列的格式，请改示例或格式'],
  ['bad-format', /^\/fields\/[^/]+$/, () => `的列名应为${NAME_FORM}；中文写在“列标题”（title）里`],
  [
    'not-a-choice',
    /^\/restrictedBy$/,
    (value, document) =>
      fieldOf(document, value).type === 'choice'
        ? `“${text(value)}”的可选值应为产品风险等级代码 9999、0000 至 0004，否则没有客户能看到`
        : `“${text(value)}”应为选项列（choice），可选值为产品风险等级代码 9999、0000 至 0004`,
  ],
  ['not-a-choice', /^\/verify\/ended\/field$/, (value) => `“${text(value)}”应为选项列（choice），请换一列`],
  ['not-a-choice', /^\/verify\/ended\/since$/, (value) => `“${text(value)}”应为日期列（date），请换一列`],
  [
    'not-a-choice',
    /^\/history\/compare\/\d+$/,
    (value, document) =>
      /^(integer|decimal|percent|money)$/.test(text(fieldOf(document, value).type))
        ? `“${text(value)}”既不是显示的列，也不是主键，看不到它的变动，请把它加入显示的列`
        : `“${text(value)}”不是数字列（integer、decimal、percent、money），不能比较大小，请换一列`,
  ],
  [
    'not-a-choice',
    /^\/fields\/[^/]+\/reference\/within\/[^/]+$/,
    (value) => `“${text(value)}”不是引用列（reference），不能用来缩小范围，请换一列`,
  ],
  [
    'not-a-choice',
    /^\/fields\/[^/]+\/reference\/register$/,
    (value) => `“${text(value)}”的主键不止一列，不能被一列引用，请换一个登记表`,
  ],
  ['unknown-register', /./, (value) => `没有登记表“${text(value)}”`],
  [
    'unknown-register-field',
    /^\/fields\/[^/]+\/reference\/where\//,
    (_value, _document, pointer) => `：被引用的登记表没有列“${lastOf(pointer)}”`,
  ],
  [
    'unknown-register-field',
    /^\/fields\/[^/]+\/reference\/label$/,
    (value) => `：被引用的登记表没有列“${text(value)}”`,
  ],
  ['unknown-register-field', /./, (value) => `：没有列“${text(value).replace(/^-/, '')}”，请先添加该列，或改正列名`],
  [
    'unknown-choice',
    /^\/fields\/[^/]+\/tags\/[^/]+$/,
    (_value, document, pointer) =>
      `：不在该列的可选值之列（${choicesOf(valueAt(document, pointer.split('/').slice(0, 3).join('/')))}）`,
  ],
  [
    'unknown-choice',
    /^\/verify\/ended\/values\/\d+$/,
    (value, document) =>
      `“${text(value)}”不在状态列的可选值之列（${choicesOf(fieldOf(document, valueAt(document, '/verify/ended/field')))}）`,
  ],
  [
    'restricted-filter',
    /./,
    () => '：受限的列不能用于查询、排序、主键、比较或核验，请换一列，或取消该列的“仅限有权查看者”',
  ],
  ['duplicate-filter', /./, () => '的参数名与另一个查询条件相同，或为翻页等所用，请换一个参数名（name）'],
  ['equal-endpoints', /./, () => '：另有登记表应答同一接口，请换一个路径，或以“选定此表的参数”（when）区分'],
];

function crossed({ pointer, code, field }: ProblemFacts, document: unknown): string | undefined {
  if (code === 'missing-field' && field !== undefined) return undefined;
  return CROSSED.find(([one, at]) => one === code && at.test(pointer))?.[2](
    valueAt(document, pointer),
    document,
    pointer,
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '');
const choicesOf = (field: unknown): string =>
  isObject(field) && isObject(field.choices) ? Object.keys(field.choices).slice(0, 20).join('、') : '';

function fieldOf(document: unknown, name: unknown): Record<string, unknown> {
  const field = valueAt(document, `/fields/${text(name)}`);
  return isObject(field) ? field : {};
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
const lastOf = (pointer: string): string => unescaped(pointer.split('/').at(-1) ?? '');
const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));
/** Titles also say to writers of files what a field is for; a sentence needs its name. */
const titleOf = (word: Described | undefined): string | undefined => word?.title?.split(/[：；，]/)[0];

/** What entries of these lists are called. */
const ENTRIES: Readonly<Record<string, (step: string, document: unknown) => string>> = {
  fields: (name, document) => {
    const { title } = fieldOf(document, name);
    return `列“${name}”${typeof title === 'string' && title !== name ? `（${title.slice(0, 60)}）` : ''}`;
  },
  filters: (at) => `第 ${Number(at) + 1} 个查询条件`,
  endpoints: (at) => `第 ${Number(at) + 1} 个接口`,
};

/** '列“level”（类别）的“可选值”' */
function placeOf(pointer: string, document: unknown): string {
  const [first, second, ...rest] = pointer.split('/').slice(1).map(unescaped);
  if (first === undefined) return '';
  const entry = second === undefined ? undefined : ENTRIES[first]?.(second, document);
  const inner = entry === undefined && second !== undefined ? [second, ...rest] : rest;
  let at = entry === undefined ? `/${first}` : `/${first}/${second}`;
  const parts = [entry ?? `“${titleOf(describedAt(STRUCTURE, at)) ?? first}”`];
  for (const step of inner) {
    const above = describedAt(STRUCTURE, at);
    at += `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    parts.push(above?.items ? `第 ${Number(step) + 1} 项` : `“${titleOf(above?.properties?.[step]) ?? step}”`);
  }
  return parts.join('的');
}
