import { isObject, type Json } from '#rules/json/json.ts';
import type { Param, SourceDefinition } from './define-source.ts';
import { articlesParam } from './each-list.ts';
import type { WidgetDefinition } from './define-widget.ts';
import { checkJson, withSuggestion } from './json-check.ts';
import { paramForm, PARAM_FORMS } from './page-structure.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { nearest, type Problem, type ProblemCode } from './problems.ts';
import type { RegisterDefinition } from './register-schema.ts';
import { filterViews } from './register-view.ts';
import type { Registry } from './registry.ts';

/** Facts that a document is checked against. */
export interface Facts {
  widgets: Registry<WidgetDefinition<any, any>>;
  sources: Registry<SourceDefinition<any, any>>;
  registers: Registry<RegisterDefinition>;
  /** the site's base path, which no claim repeats */
  base?: string;
}

/** Parts of the page that a block's params may come from. */
export interface Origins {
  /** false when the page has an address without a channel */
  channel: boolean;
  /** names of path segments */
  pathNames: ReadonlySet<string>;
}

/** Widget, props, source, params and shapes of one block; fills the defaults of `props` in. */
export function checkBlock(block: Json, pointer: string, facts: Facts, origins: Origins): Problem[] {
  const problems: Problem[] = [];
  const widget = found(facts.widgets, block.widget);
  if (typeof block.widget === 'string' && !widget)
    problems.push(unknown('unknown-widget', 'widget', block.widget, pointer + pointerTo('widget'), facts.widgets));
  if (widget && (block.props === undefined || isObject(block.props))) {
    block.props ??= {};
    problems.push(...checkJson(widget.props, block.props, `${pointer}/props`));
  }
  if (!isObject(block.source)) {
    if (widget && widget.accepts !== 'none' && block.source === undefined) {
      problems.push({
        pointer,
        code: 'missing-source',
        message: `The widget ${widget.name} draws ${widget.accepts}, so the block needs a source that gives ${widget.accepts}.`,
      });
    }
    return block.eachListBelow === undefined ? problems : [...problems, noLists(pointer, NO_CHANNEL)];
  }
  const source = found(facts.sources, block.source.name);
  if (typeof block.source.name === 'string' && !source)
    problems.push(unknown('unknown-source', 'source', block.source.name, `${pointer}/source/name`, facts.sources));
  if (source && widget && source.gives !== widget.accepts) {
    const fitting = Object.values(facts.sources)
      .filter((one) => one.gives === widget.accepts)
      .map((one) => one.name);
    const message = `The source ${source.name} gives ${source.gives}, but the widget ${widget.name} accepts ${widget.accepts}${fitting.length > 0 ? ` (given by ${fitting.join(', ')})` : ''}.`;
    problems.push({ pointer: `${pointer}/source`, code: 'shapes-differ', message });
  }
  if (source)
    problems.push(
      ...checkParams(
        source,
        isObject(block.source.params) ? block.source.params : {},
        `${pointer}/source`,
        facts,
        // the channel of such a block is each list
        block.eachListBelow === undefined ? origins : { ...origins, channel: true },
      ),
    );
  if (source && block.eachListBelow !== undefined) problems.push(...eachListProblems(block, source, pointer));
  return problems;
}

const NO_CHANNEL = "A block that is shown for each list needs a source that gives a channel's articles.";

/** HN4 */
const noLists = (pointer: string, message: string): Problem => ({
  pointer: pointer + pointerTo('eachListBelow'),
  code: 'no-lists',
  message,
});

function eachListProblems(block: Json, source: SourceDefinition, pointer: string): Problem[] {
  if (articlesParam(source) === undefined) return [noLists(pointer, NO_CHANNEL)];
  return block.tab === undefined
    ? []
    : [noLists(pointer, 'A block that is shown for each list has the lists as its tabs.')];
}

function checkParams(
  source: SourceDefinition,
  params: Json,
  pointer: string,
  facts: Facts,
  origins: Origins,
): Problem[] {
  const register = source.params.register ? found(facts.registers, params.register) : undefined;
  const filters = new Map(
    (register && source.takesRegisterFilters ? filterViews(register) : []).map((filter) => [filter.name, filter]),
  );
  // while the register itself is unknown nothing can be said about its filters
  const open = source.takesRegisterFilters === true && !register;
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(params)) {
    const at = `${pointer}/params${pointerTo(name)}`;
    const word = Object.hasOwn(source.params, name) ? source.params[name] : undefined;
    const filter = filters.get(name);
    if (!word && !filter) {
      if (!open)
        problems.push(
          unknown('unknown-param', `param of the source ${source.name}`, name, at, {
            ...source.params,
            ...Object.fromEntries(filters),
          }),
        );
    } else if (isObject(value)) problems.push(...checkForm(value, at, origins));
    else if (word) problems.push(...checkJson(word, value, at));
    else problems.push(...checkFilterValue(value, filter?.choices, at));
  }
  if (source.params.register && typeof params.register === 'string' && !register) {
    problems.push(
      unknown('unknown-register', 'register', params.register, `${pointer}/params/register`, facts.registers),
    );
  }
  return [...problems, ...missingParams(source, params, pointer, origins)];
}

function checkForm(value: Json, pointer: string, origins: Origins): Problem[] {
  const from = String(value.from);
  if (!Object.hasOwn(PARAM_FORMS, from)) {
    const known = Object.keys(PARAM_FORMS);
    return [
      withSuggestion(
        {
          pointer,
          code: 'not-a-choice',
          message: `A param is a text, a number, true, false, or comes from ${known.join(', ')}.`,
        },
        nearest(value.from, known),
      ),
    ];
  }
  const problems = checkJson(FORMS[from as keyof typeof PARAM_FORMS], value, pointer);
  if (problems.length === 0 && from === 'path' && !origins.pathNames.has(String(value.name))) {
    const names = [...origins.pathNames];
    const message = `The page's addresses have no segment {${String(value.name)}}${names.length > 0 ? `; they have ${names.join(', ')}` : ''}.`;
    problems.push(
      withSuggestion({ pointer: `${pointer}/name`, code: 'unknown-path-name', message }, nearest(value.name, names)),
    );
  }
  if (problems.length === 0 && from === 'channel' && !origins.channel) {
    problems.push({
      pointer,
      code: 'missing-param',
      message: 'The page has an address that belongs to no channel; give the value itself.',
    });
  }
  return problems;
}

const FORMS = { channel: paramForm('channel'), path: paramForm('path'), address: paramForm('address') };
const FILTER_VALUE = { type: 'string', maxLength: 200 };

function checkFilterValue(value: unknown, choices: Record<string, string> | undefined, pointer: string): Problem[] {
  const problems = checkJson(FILTER_VALUE, value, pointer);
  if (problems.length === 0 && choices && !Object.hasOwn(choices, String(value))) {
    problems.push(
      withSuggestion(
        { pointer, code: 'unknown-choice', message: `The field has the values ${Object.keys(choices).join(', ')}.` },
        nearest(value, Object.keys(choices)),
      ),
    );
  }
  return problems;
}

function missingParams(source: SourceDefinition, params: Json, pointer: string, origins: Origins): Problem[] {
  const has = (name: string, word: Param<unknown>) => {
    if (Object.hasOwn(params, name) || word.default !== undefined || word.optional === true) return true;
    // a channel may have a fixed address; without one the block is left out
    if (word.shows === 'content') return true;
    if (word.from === 'path') return origins.pathNames.has(name);
    return word.from === 'channel' ? origins.channel : word.from === 'address';
  };
  return Object.entries(source.params)
    .filter(([name, word]) => !has(name, word))
    .map(([name, { from }]) => ({
      pointer: `${pointer}/params`,
      code: 'missing-param',
      field: name,
      message: `The source ${source.name} needs "${name}"${from === 'path' ? `, and the page's address has no segment {${name}}` : from === 'channel' ? ', and the page has an address that belongs to no channel' : ''}.`,
    }));
}

function found<D>(registry: Registry<D>, name: unknown): D | undefined {
  return typeof name === 'string' && Object.hasOwn(registry, name) ? registry[name] : undefined;
}

function unknown(
  code: ProblemCode,
  what: string,
  name: string,
  pointer: string,
  known: Readonly<Record<string, unknown>>,
): Problem {
  const names = Object.keys(known);
  return withSuggestion(
    { pointer, code, message: `There is no ${what} "${name.slice(0, 60)}"; there are ${names.join(', ') || 'none'}.` },
    nearest(name, names),
  );
}
