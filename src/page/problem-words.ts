import { isObject } from '#rules/json/json.ts';
import type { Facts } from './check-block.ts';
import { PLACES, type Layout } from './page-schema.ts';
import { CLAIM_KINDS, LAYOUTS } from './page-structure.ts';
import { stepsOf, valueAt } from '#rules/json/pointer.ts';
import type { Problem, ProblemCode } from './problems.ts';
import { NAME_FORM } from './register-structure.ts';

/** The lists of widgets and sources. */
export type Known = Pick<Facts, 'widgets' | 'sources'>;

/** Facts that a sentence may use. */
interface Place extends Pick<Problem, 'pointer'> {
  document: unknown;
  /** at the pointer */
  value: unknown;
}

interface PagePlace extends Place, Pick<Problem, 'field' | 'other'> {
  layout: unknown;
  /** the block's widget */
  widget: Known['widgets'][string] | undefined;
  source: Known['sources'][string] | undefined;
  known: Known;
}

interface ProblemWords {
  /** words where nothing more specific is known */
  words: string;
  /** words for a page's document; undefined: nothing more is known */
  ofPage?: (place: PagePlace) => string | undefined;
  /** words for a register's document, by place; they follow the name of the place */
  ofRegister?: readonly (readonly [at: RegExp, words: (place: Place) => string])[];
}

const quoted = (value: unknown): string => `“${String(value).slice(0, 60)}”`;
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '');
const lastOf = (pointer: string): string => stepsOf(pointer).at(-1) ?? '';
const choicesOf = (field: unknown): string =>
  isObject(field) && isObject(field.choices) ? Object.keys(field.choices).slice(0, 20).join('、') : '';

function fieldOf(document: unknown, name: unknown): Record<string, unknown> {
  const field = valueAt(document, `/fields/${text(name)}`);
  return isObject(field) ? field : {};
}

function fittingWords(shape: unknown, { sources }: Known): string {
  const fitting = Object.values(sources).filter(({ gives }) => gives === shape);
  return fitting.length > 0 ? `，可选：${fitting.map(({ name }) => name).join('、')}` : '';
}

/** Sentences for editors, for each problem of a page's or register's document (PS1, RG1). */
export const PROBLEM_WORDS: Readonly<Record<ProblemCode, ProblemWords>> = {
  'unreadable-file': { words: '内容不是有效的 JSON' },
  'doubled-name': { words: '同一处写了两次，请删去一个' },
  'too-large': { words: '内容超过 256 KB，请删减' },
  'too-deep': { words: '内容嵌套超过 32 层，请简化' },
  'too-many-nodes': { words: '内容超过 5000 个值，请删减' },
  'newer-version': { words: '格式的版本比本系统的新，请先升级系统，或以本系统的版本保存' },
  'missing-field': {
    words: '缺少必填的一项',
    ofRegister: [
      [/^\/filters\/\d+$/, () => '应写“按此列查询”（field），或写“模糊查询的列”（fuzzy）和它的参数名、标题，二者取一'],
      [/^\/verify$/, () => '需要一个模糊查询的条件（fuzzy），说明在哪些列里查，请添加'],
    ],
  },
  'unknown-field': {
    words: '有一项不在格式之内，请删去',
    ofRegister: [
      [/^\/fields\/[^/]+\/patternHint$/, () => '只用于有“格式”（pattern）的列；对列的说明请写在 note，这一项请删去'],
      [/^\/fields\/[^/]+\/reference$/, () => '只用于类型为 reference 的列，请改类型，或删去这一项'],
      [/^\/fields\/[^/]+\/fraction$/, () => '只用于类型为 percent 的列，请改类型，或删去这一项'],
      [/^\/filters\/\d+\/exact$/, () => '只用于按一个文字列查询的条件，请删去'],
      [/^\/filters\/\d+\/whole$/, () => '只用于模糊查询的条件，请删去'],
      [/^\/filters\/\d+\/minLength$/, () => '只用于查询文字的条件，请删去'],
    ],
  },
  'wrong-type': {
    words: '值的类型不对',
    ofRegister: [[/^\/fields\/[^/]+\/choices$/, () => '应写成“存储值：显示文字”，如 {"1": "国家级", "2": "省级"}']],
  },
  'not-a-choice': {
    words: '值不在可选之列',
    ofRegister: [
      [
        /^\/restrictedBy$/,
        ({ value, document }) =>
          fieldOf(document, value).type === 'choice'
            ? `“${text(value)}”的可选值应为产品风险等级代码 9999、0000 至 0004，否则没有客户能看到`
            : `“${text(value)}”应为选项列（choice），可选值为产品风险等级代码 9999、0000 至 0004`,
      ],
      [/^\/verify\/ended\/field$/, ({ value }) => `“${text(value)}”应为选项列（choice），请换一列`],
      [/^\/verify\/ended\/since$/, ({ value }) => `“${text(value)}”应为日期列（date），请换一列`],
      [
        /^\/history\/compare\/\d+$/,
        ({ value, document }) =>
          /^(integer|decimal|percent|money)$/.test(text(fieldOf(document, value).type))
            ? `“${text(value)}”既不是显示的列，也不是主键，看不到它的变动，请把它加入显示的列`
            : `“${text(value)}”不是数字列（integer、decimal、percent、money），不能比较大小，请换一列`,
      ],
      [
        /^\/fields\/[^/]+\/reference\/within\/[^/]+$/,
        ({ value }) => `“${text(value)}”不是引用列（reference），不能用来缩小范围，请换一列`,
      ],
      [
        /^\/fields\/[^/]+\/reference\/register$/,
        ({ value }) => `“${text(value)}”的主键不止一列，不能被一列引用，请换一个登记表`,
      ],
    ],
  },
  'out-of-range': { words: '值太大、太小、太长或太短' },
  'bad-format': {
    words: '值的格式不正确',
    ofRegister: [
      [/^\/fields\/[^/]+\/example$/, () => '不符合本列的格式，请改示例或格式'],
      [/^\/fields\/[^/]+$/, () => `的列名应为${NAME_FORM}；中文写在“列标题”（title）里`],
    ],
  },
  'unknown-claim': {
    words: '没有这种用途',
    ofPage: () => `一个用途只写一种：${CLAIM_KINDS.join('、')}`,
  },
  'repeated-claim': { words: '同一用途写了两次，请删去一个' },
  'unreachable-claim': {
    words: '没有地址或栏目会用到它',
    ofPage: ({ value }) => `用途${quoted(value)}不会被用到，请核对地址的写法`,
  },
  'equal-claims': {
    words: '另一页面有同样的用途，请改掉其中一个',
    ofPage: ({ other }) => other && `页面“${other}”有同样的用途，请改掉其中一个`,
  },
  'no-default': { words: '没有页面用于其余栏目（default）' },
  'unknown-layout': {
    words: '没有这种版式',
    ofPage: ({ value }) => `没有版式${quoted(value)}，可选：${LAYOUTS.join('、')}`,
  },
  'unknown-place': {
    words: '版式没有这个位置',
    ofPage: ({ value, layout }) =>
      `版式 ${String(layout)} 没有位置${quoted(value)}，可选：${(PLACES[layout as Layout] ?? []).join('、')}`,
  },
  'unknown-widget': {
    words: '没有这个部件',
    ofPage: ({ value }) => `没有部件${quoted(value)}`,
  },
  'unknown-source': {
    words: '没有这个数据来源',
    ofPage: ({ value }) => `没有数据来源${quoted(value)}`,
  },
  'unknown-param': {
    words: '数据来源没有这个参数',
    ofPage: ({ source, pointer }) => `数据来源“${source?.title}”没有参数${quoted(lastOf(pointer))}，请删去`,
  },
  'missing-param': {
    words: '数据来源缺少参数',
    ofPage: ({ source, field }) =>
      field === undefined ? undefined : `数据来源“${source?.title}”缺少参数“${source?.params[field]?.title ?? field}”`,
  },
  'unknown-path-name': { words: '页面的地址里没有这一段' },
  'unknown-register': {
    words: '没有这个登记表',
    ofPage: ({ value }) => `没有登记表${quoted(value)}`,
    ofRegister: [[/./, ({ value }) => `没有登记表“${text(value)}”`]],
  },
  'shapes-differ': {
    words: '数据来源给出的数据与部件不合',
    ofPage: ({ source, widget, known }) =>
      source &&
      widget &&
      `数据来源“${source.title}”给出 ${source.gives}，部件“${widget.title}”需要 ${widget.accepts}${fittingWords(widget.accepts, known)}`,
  },
  'missing-source': {
    words: '部件需要数据来源',
    ofPage: ({ widget }) => widget && `部件“${widget.title}”需要数据，请选择给出 ${widget.accepts} 的来源`,
  },
  'no-lists': { words: '这一块不能按文章列表各显示一次：请选择给出栏目文章的数据来源，并去掉页签' },
  'duplicate-block': { words: '另一块已用了这个块名，请换一个' },
  'lone-tab': { words: '这个位置只有一个页签，请去掉页签，或再添一个' },
  'address-clash': { words: '同时显示的另一块读取同样的网址参数，请给其中一块填查询参数的前缀' },
  'unknown-register-field': {
    words: '登记表没有这一列',
    ofRegister: [
      [/^\/fields\/[^/]+\/reference\/where\//, ({ pointer }) => `：被引用的登记表没有列“${lastOf(pointer)}”`],
      [/^\/fields\/[^/]+\/reference\/label$/, ({ value }) => `：被引用的登记表没有列“${text(value)}”`],
      [/./, ({ value }) => `：没有列“${text(value).replace(/^-/, '')}”，请先添加该列，或改正列名`],
    ],
  },
  'duplicate-filter': {
    words: '两个查询条件的参数名相同，或与翻页的参数同名',
    ofRegister: [[/./, () => '的参数名与另一个查询条件相同，或为翻页等所用，请换一个参数名（name）']],
  },
  'restricted-filter': {
    words: '受限的列不能用于查询、排序、主键、比较或核验',
    ofRegister: [[/./, () => '：受限的列不能用于查询、排序、主键、比较或核验，请换一列，或取消该列的“仅限有权查看者”']],
  },
  'equal-endpoints': {
    words: '另一登记表应答同一接口，没有参数区分它们',
    ofRegister: [[/./, () => '：另有登记表应答同一接口，请换一个路径，或以“选定此表的参数”（when）区分']],
  },
  'unknown-choice': {
    words: '值不在该列的可选值之列',
    ofRegister: [
      [
        /^\/fields\/[^/]+\/tags\/[^/]+$/,
        ({ document, pointer }) =>
          `：不在该列的可选值之列（${choicesOf(valueAt(document, pointer.split('/').slice(0, 3).join('/')))}）`,
      ],
      [
        /^\/verify\/ended\/values\/\d+$/,
        ({ value, document }) =>
          `“${text(value)}”不在状态列的可选值之列（${choicesOf(fieldOf(document, valueAt(document, '/verify/ended/field')))}）`,
      ],
    ],
  },
  'bad-pattern': { words: '格式规则不是正则表达式' },
  'unanchored-pattern': { words: '格式规则应以 ^ 开头、以 $ 结尾' },
  'slow-pattern': { words: '格式规则在有的文字上会非常慢，请简化' },
  'misnamed-file': { words: '页面名与文档里写的不一致' },
  'duplicate-document': { words: '另有同名的页面或登记表' },
};
