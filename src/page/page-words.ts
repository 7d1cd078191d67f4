import { describedAt, jsonProblemInWords, type Described } from './json-words.ts';
import { isObject } from './json-check.ts';
import type { Facts } from './check-block.ts';
import { PLACES, type Layout } from './page-schema.ts';
import { CLAIM_KINDS, CLAIM_WORDS, LAYOUTS, pageStructure, type ClaimKind } from './page-structure.ts';
import { valueAt, type Problem, type ProblemCode } from './problems.ts';
import { registerStructure } from './register-structure.ts';

/** Of each problem a sentence for editors, where nothing is known that would say more. */
export const PROBLEMS_IN_WORDS: Readonly<Record<ProblemCode, string>> = {
  'unreadable-file': '内容不是有效的 JSON',
  'too-large': '内容超过 256 KB，请删减',
  'too-deep': '内容嵌套超过 32 层，请简化',
  'too-many-nodes': '内容超过 5000 个值，请删减',
  'newer-version': '格式的版本比本系统的新，请先升级系统，或以本系统的版本保存',
  'missing-field': '缺少必填的一项',
  'unknown-field': '有一项不在格式之内，请删去',
  'wrong-type': '值的类型不对',
  'not-a-choice': '值不在可选之列',
  'out-of-range': '值太大、太小、太长或太短',
  'bad-format': '值的格式不正确',
  'unknown-claim': '没有这种用途',
  'repeated-claim': '同一用途写了两次，请删去一个',
  'unreachable-claim': '没有地址或栏目会用到它',
  'equal-claims': '另一页面有同样的用途，请改掉其中一个',
  'no-default': '没有页面用于其余栏目（default）',
  'unknown-layout': '没有这种版式',
  'unknown-place': '版式没有这个位置',
  'unknown-widget': '没有这个部件',
  'unknown-source': '没有这个数据来源',
  'unknown-param': '数据来源没有这个参数',
  'missing-param': '数据来源缺少参数',
  'unknown-path-name': '页面的地址里没有这一段',
  'unknown-register': '没有这个登记表',
  'shapes-differ': '数据来源给出的数据与部件不合',
  'missing-source': '部件需要数据来源',
  'duplicate-block': '另一块已用了这个块名，请换一个',
  'lone-tab': '这个位置只有一个页签，请去掉页签，或再添一个',
  'address-clash': '同时显示的另一块读取同样的网址参数，请给其中一块填查询参数的前缀',
  'unknown-register-field': '登记表没有这一列',
  'duplicate-filter': '两个查询条件的参数名相同，或与翻页的参数同名',
  'restricted-filter': '受限的列不能用于查询、排序、主键、比较或核验',
  'equal-endpoints': '另一登记表应答同一接口，没有参数区分它们',
  'unknown-choice': '值不在该列的可选值之列',
  'bad-pattern': '格式规则不是正则表达式',
  'unanchored-pattern': '格式规则应以 ^ 开头、以 $ 结尾',
  'slow-pattern': '格式规则在有的文字上会非常慢，请简化',
  'misnamed-file': '页面名与文档里写的不一致',
  'duplicate-document': '另有同名的页面或登记表',
};

/** codes of checkJson, about which the schema says more */
const OF_SCHEMA: readonly ProblemCode[] = ['missing-field', 'unknown-field', 'wrong-type', 'not-a-choice', 'out-of-range', 'bad-format'];

type Known = Pick<Facts, 'widgets' | 'sources'>;

/** PS1: what is wrong with a page's or register's document, for editors: where, what, and what would be right. */
export function pageProblemInWords(problem: Pick<Problem, 'pointer' | 'code' | 'field' | 'other' | 'suggestion'>, document: unknown, known: Known): string {
  const { pointer, code, suggestion } = problem;
  const block = /^\/blocks\/(\d+)/.exec(pointer);
  const where = block ? `第 ${Number(block[1]) + 1} 块${named(valueAt(document, `/blocks/${block[1]}/id`))}` : '';
  if (OF_SCHEMA.includes(code)) return where + inSchema(problem, document, known);
  const what = special(problem, document, known) ?? PROBLEMS_IN_WORDS[code];
  return `${where && `${where}：`}${what}${suggestion === undefined ? '' : `，是否应为“${suggestion}”？`}`;
}

const named = (id: unknown): string => (typeof id === 'string' ? `“${id}”` : '');
const quoted = (value: unknown): string => `“${String(value).slice(0, 60)}”`;

function inSchema(problem: Pick<Problem, 'pointer' | 'code' | 'field' | 'suggestion'>, document: unknown, known: Known): string {
  const { schema, base, start } = schemaOf(problem.pointer, document, known);
  const sentence = jsonProblemInWords(problem, problem.pointer.slice(start.length), schema, valueAt(document, start));
  return base === '' ? sentence : `${base}：${sentence}`;
}

/** Which schema is about a place, and where that schema's value begins. */
function schemaOf(pointer: string, document: unknown, { widgets, sources }: Known): { schema: Described; base: string; start: string } {
  const [, at, rest = ''] = /^\/blocks\/(\d+)(\/.*)?$/.exec(pointer) ?? [];
  if (at === undefined) {
    const kind = /^\/for(?:\/\d+)?\/([a-zA-Z]+)$/.exec(pointer)?.[1];
    if (kind !== undefined && kind in CLAIM_WORDS) return { schema: CLAIM_WORDS[kind as ClaimKind], base: '用途', start: pointer };
    return { schema: (isObject(document) && 'register' in document ? registerStructure : pageStructure) as Described, base: '', start: '' };
  }
  const block = `/blocks/${at}`;
  const widget = widgets[String(valueAt(document, `${block}/widget`))];
  if (widget && (rest === '/props' || rest.startsWith('/props/'))) return { schema: widget.props, base: '的部件设置', start: `${block}/props` };
  const param = /^\/source\/params\/([^/]+)/.exec(rest)?.[1];
  const word = param === undefined ? undefined : sources[String(valueAt(document, `${block}/source/name`))]?.params[param];
  if (word) return { schema: { title: param, ...word }, base: `的参数“${word.title ?? param}”`, start: `${block}/source/params/${param}` };
  return { schema: (describedAt(pageStructure as Described, '/blocks') as Described).items!, base: '', start: block };
}

/** What the document and the lists tell beyond the general sentence. */
function special({ pointer, code, field, other }: Pick<Problem, 'pointer' | 'code' | 'field' | 'other'>, document: unknown, { widgets, sources }: Known): string | undefined {
  const value = valueAt(document, pointer);
  const block = /^\/blocks\/\d+/.exec(pointer)?.[0] ?? '';
  const layout = (Object(document) as { layout?: unknown }).layout;
  const widget = widgets[String(valueAt(document, `${block}/widget`))];
  const source = sources[String(valueAt(document, `${block}/source/name`))];
  switch (code) {
    case 'unknown-layout':
      return `没有版式${quoted(value)}，可选：${LAYOUTS.join('、')}`;
    case 'unknown-place':
      return `版式 ${String(layout)} 没有位置${quoted(value)}，可选：${(PLACES[layout as Layout] ?? []).join('、')}`;
    case 'unknown-widget':
      return `没有部件${quoted(value)}`;
    case 'unknown-source':
      return `没有数据来源${quoted(value)}`;
    case 'unknown-param':
      return `数据来源“${source?.title}”没有参数${quoted(pointer.split('/').at(-1))}，请删去`;
    case 'missing-param':
      return field === undefined ? undefined : `数据来源“${source?.title}”缺少参数“${source?.params[field]?.title ?? field}”`;
    case 'unknown-register':
      return `没有登记表${quoted(value)}`;
    case 'unknown-claim':
      return `一个用途只写一种：${CLAIM_KINDS.join('、')}`;
    case 'unreachable-claim':
      return `用途${quoted(value)}不会被用到，请核对地址的写法`;
    case 'equal-claims':
      return other && `页面“${other}”有同样的用途，请改掉其中一个`;
    case 'missing-source':
      return widget && `部件“${widget.title}”需要数据，请选择给出 ${widget.accepts} 的来源`;
    case 'shapes-differ': {
      const fitting = Object.values(sources).filter(({ gives }) => gives === widget?.accepts).map(({ name }) => name);
      return source && widget && `数据来源“${source.title}”给出 ${source.gives}，部件“${widget.title}”需要 ${widget.accepts}${fitting.length > 0 ? `，可选：${fitting.join('、')}` : ''}`;
    }
    default:
      return undefined;
  }
}
