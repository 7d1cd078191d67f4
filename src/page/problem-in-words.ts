import { isObject } from '#rules/json/json.ts';
import { describedAt, jsonProblemInWords, remedyInWords, type Described } from './json-words.ts';
import { CLAIM_WORDS, pageStructure, type ClaimKind } from './page-structure.ts';
import { PROBLEM_WORDS, type Known } from './problem-words.ts';
import { pointerTo, stepsOf, valueAt } from '#rules/json/pointer.ts';
import type { Problem, ProblemCode } from './problems.ts';
import { registerStructure } from './register-structure.ts';

type ProblemFacts = Pick<Problem, 'pointer' | 'code' | 'field' | 'other' | 'suggestion'>;

/**
 * PS1, RG1: what is wrong with a page's or register's document, for editors: where, what, and what would be right.
 */
export const problemInWords = (problem: ProblemFacts, document: unknown, known: Known): string =>
  isObject(document) && 'register' in document
    ? registerProblemInWords(problem, document)
    : ofPage(problem, document, known);

const meantBy = ({ suggestion }: ProblemFacts): string =>
  suggestion === undefined ? '' : `，是否应为“${suggestion}”？`;

/** codes of checkJson, about which the schema says more */
const OF_SCHEMA: readonly ProblemCode[] = [
  'missing-field',
  'unknown-field',
  'wrong-type',
  'not-a-choice',
  'out-of-range',
  'bad-format',
];

function ofPage(problem: ProblemFacts, document: unknown, known: Known): string {
  const { pointer, code } = problem;
  const block = /^\/blocks\/(\d+)/.exec(pointer);
  const id = block && valueAt(document, `/blocks/${block[1]}/id`);
  const where = block ? `第 ${Number(block[1]) + 1} 块${typeof id === 'string' ? `“${id}”` : ''}` : '';
  if (OF_SCHEMA.includes(code)) return where + inPageSchema(problem, document, known);
  const { words, ofPage: more } = PROBLEM_WORDS[code];
  const at = block?.[0] ?? '';
  const what = more?.({
    ...problem,
    document,
    value: valueAt(document, pointer),
    layout: (Object(document) as { layout?: unknown }).layout,
    widget: known.widgets[String(valueAt(document, `${at}/widget`))],
    source: known.sources[String(valueAt(document, `${at}/source/name`))],
    known,
  });
  return `${where && `${where}：`}${what ?? words}${meantBy(problem)}`;
}

function inPageSchema(problem: ProblemFacts, document: unknown, known: Known): string {
  const { schema, base, start } = pageSchemaAt(problem.pointer, document, known);
  const sentence = jsonProblemInWords(problem, problem.pointer.slice(start.length), schema, valueAt(document, start));
  return base === '' ? sentence : `${base}：${sentence}`;
}

/** The schema about a place, and where that schema's value begins. */
function pageSchemaAt(
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

const STRUCTURE = registerStructure as Described;

/** The same of a document that is meant to be a register's, whatever it says. */
export function registerProblemInWords(problem: ProblemFacts, document: unknown): string {
  const { pointer, code, field } = problem;
  const meant = meantBy(problem);
  const value = valueAt(document, pointer);
  const place = placeInRegister(pointer, document);
  const { words, ofRegister: more = [] } = PROBLEM_WORDS[code];
  // the schema knows more about a named field
  const isNamed = code === 'missing-field' && field !== undefined;
  const found = isNamed ? undefined : more.find(([at]) => at.test(pointer));
  if (found) return `${place}${found[1]({ pointer, document, value })}${meant}`;
  switch (code) {
    case 'missing-field': {
      const title = titleOf(describedAt(STRUCTURE, pointer)?.properties?.[field ?? '']) ?? field;
      return pointer === '' ? `请填写“${title}”` : `${place}缺少“${title}”，请填写`;
    }
    case 'unknown-field':
      return `${placeInRegister(parentOf(pointer), document)}没有“${stepsOf(pointer).at(-1)}”这一项${meant || '，请删去'}`;
    case 'wrong-type':
    case 'not-a-choice':
    case 'out-of-range':
    case 'bad-format':
      return `${place || '内容'}${remedyInWords(code, describedAt(STRUCTURE, pointer) ?? {}, value)}${meant}`;
    default:
      return `${place && `${place}：`}${words}${meant}`;
  }
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));
/** Titles also say to writers of files what a field is for; a sentence needs its name. */
const titleOf = (word: Described | undefined): string | undefined => word?.title?.split(/[：；，]/)[0];

/** Titles for the entries of these lists. */
const ENTRIES: Readonly<Record<string, (step: string, document: unknown) => string>> = {
  fields: (name, document) => {
    const title = (Object(valueAt(document, `/fields/${name.slice(0, 60)}`)) as { title?: unknown }).title;
    return `列“${name}”${typeof title === 'string' && title !== name ? `（${title.slice(0, 60)}）` : ''}`;
  },
  filters: (at) => `第 ${Number(at) + 1} 个查询条件`,
  endpoints: (at) => `第 ${Number(at) + 1} 个接口`,
};

/** '列“level”（类别）的“可选值”' */
function placeInRegister(pointer: string, document: unknown): string {
  const [first, second, ...rest] = stepsOf(pointer);
  if (first === undefined) return '';
  const entry = second === undefined ? undefined : ENTRIES[first]?.(second, document);
  const inner = entry === undefined && second !== undefined ? [second, ...rest] : rest;
  let at = entry === undefined ? `/${first}` : `/${first}/${second}`;
  const parts = [entry ?? `“${titleOf(describedAt(STRUCTURE, at)) ?? first}”`];
  for (const step of inner) {
    const above = describedAt(STRUCTURE, at);
    at += pointerTo(step);
    parts.push(above?.items ? `第 ${Number(step) + 1} 项` : `“${titleOf(above?.properties?.[step]) ?? step}”`);
  }
  return parts.join('的');
}
