import { describedAt, jsonProblemInWords, type Described } from './json-words.ts';
import { isObject } from './json-check.ts';
import type { Facts } from './check-block.ts';
import { PLACES, type Layout } from './page-schema.ts';
import { CLAIM_KINDS, CLAIM_WORDS, LAYOUTS, pageStructure, type ClaimKind } from './page-structure.ts';
import { PROBLEMS_IN_WORDS } from './problems-in-words.ts';
import { valueAt, type Problem, type ProblemCode } from './problems.ts';
import { registerProblemInWords } from './register-problem-words.ts';

/** codes of checkJson, about which the schema says more */
const OF_SCHEMA: readonly ProblemCode[] = [
  'missing-field',
  'unknown-field',
  'wrong-type',
  'not-a-choice',
  'out-of-range',
  'bad-format',
];

type Known = Pick<Facts, 'widgets' | 'sources'>;

/** PS1: what is wrong with a page's or register's document, for editors: where, what, and what would be right. */
export function pageProblemInWords(
  problem: Pick<Problem, 'pointer' | 'code' | 'field' | 'other' | 'suggestion'>,
  document: unknown,
  known: Known,
): string {
  const { pointer, code, suggestion } = problem;
  if (isObject(document) && 'register' in document) return registerProblemInWords(problem, document);
  const block = /^\/blocks\/(\d+)/.exec(pointer);
  const where = block ? `第 ${Number(block[1]) + 1} 块${named(valueAt(document, `/blocks/${block[1]}/id`))}` : '';
  if (OF_SCHEMA.includes(code)) return where + inSchema(problem, document, known);
  const what = special(problem, document, known) ?? PROBLEMS_IN_WORDS[code];
  return `${where && `${where}：`}${what}${suggestion === undefined ? '' : `，是否应为“${suggestion}”？`}`;
}

const named = (id: unknown): string => (typeof id === 'string' ? `“${id}”` : '');
const quoted = (value: unknown): string => `“${String(value).slice(0, 60)}”`;

function inSchema(
  problem: Pick<Problem, 'pointer' | 'code' | 'field' | 'suggestion'>,
  document: unknown,
  known: Known,
): string {
  const { schema, base, start } = schemaOf(problem.pointer, document, known);
  const sentence = jsonProblemInWords(problem, problem.pointer.slice(start.length), schema, valueAt(document, start));
  return base === '' ? sentence : `${base}：${sentence}`;
}

/** Which schema is about a place, and where that schema's value begins. */
function schemaOf(
  pointer: string,
  document: unknown,
  { widgets, sources }: Known,
): { schema: Described; base: string; start: string } {
  const [, at, rest = ''] = /^\/blocks\/(\d+)(\/.*)?$/.exec(pointer) ?? [];
  if (at === undefined) {
    const kind = /^\/for(?:\/\d+)?\/([a-zA-Z]+)$/.exec(pointer)?.[1];
    if (kind !== undefined && kind in CLAIM_WORDS)
      return { schema: CLAIM_WORDS[kind as ClaimKind], base: '用途', start: pointer };
    return { schema: pageStructure as Described, base: '', start: '' };
  }
  const block = `/blocks/${at}`;
  const widget = widgets[String(valueAt(document, `${block}/widget`))];
  if (widget && (rest === '/props' || rest.startsWith('/props/')))
    return { schema: widget.props, base: '的部件设置', start: `${block}/props` };
  const param = /^\/source\/params\/([^/]+)/.exec(rest)?.[1];
  const word =
    param === undefined ? undefined : sources[String(valueAt(document, `${block}/source/name`))]?.params[param];
  if (word)
    return {
      schema: { title: param, ...word },
      base: `的参数“${word.title ?? param}”`,
      start: `${block}/source/params/${param}`,
    };
  return { schema: (describedAt(pageStructure as Described, '/blocks') as Described).items!, base: '', start: block };
}

/** What the document and the lists tell beyond the general sentence. */
function special(
  { pointer, code, field, other }: Pick<Problem, 'pointer' | 'code' | 'field' | 'other'>,
  document: unknown,
  { widgets, sources }: Known,
): string | undefined {
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
      return field === undefined
        ? undefined
        : `数据来源“${source?.title}”缺少参数“${source?.params[field]?.title ?? field}”`;
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
      const fitting = Object.values(sources)
        .filter(({ gives }) => gives === widget?.accepts)
        .map(({ name }) => name);
      return (
        source &&
        widget &&
        `数据来源“${source.title}”给出 ${source.gives}，部件“${widget.title}”需要 ${widget.accepts}${fitting.length > 0 ? `，可选：${fitting.join('、')}` : ''}`
      );
    }
    default:
      return undefined;
  }
}
