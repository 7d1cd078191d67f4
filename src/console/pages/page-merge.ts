import type { PageFacts } from '#wire/console-answers.ts';
import { valueWords } from '../documents/value-words.ts';
import { schemaAt, schemaMergeWords, type MergeWords } from '../merge/merge-words.ts';
import { mergeThreeWay, type Merge, type Path } from '../merge/three-way.ts';
import { blockName, isJson, type BlockDocument } from './page-document.ts';
import {
  BLOCK_FIELDS,
  claimName,
  CONTENT_KINDS,
  HEADERS,
  layoutName,
  PAGE_FIELDS,
  PARAM_FROM,
  placeName,
} from './page-words.ts';

/** A claim, a param, and a source with the params that it alone knows are one thing each. */
function isWhole([field, , part, params, param]: Path, sides: readonly unknown[]): boolean {
  if (field === 'for' || (params === 'params' && param !== undefined)) return true;
  return part === 'source' && params === undefined && new Set(sides.filter(isJson).map(({ name }) => name)).size > 1;
}

/** What two have made of one page, by its own fields, by block, and within a block by field. */
export const mergePages = (was: unknown, mine: unknown, theirs: unknown): Merge<unknown> =>
  mergeThreeWay(was, mine, theirs, isWhole);

/** fields in the order of the form; stored documents have their own */
const BLOCK_ORDER = Object.fromEntries(Object.keys(BLOCK_FIELDS).map((field) => [field, undefined]));

const word = (words: Readonly<Record<string, string>>, name: unknown): string => words[String(name)] ?? String(name);

/** The words of a page's forms. @param channelName of a channel by its id */
export function pageMergeWords(facts: PageFacts, channelName: (channelId: string) => string): MergeWords {
  const nameOfBlock = (block: unknown): string => `块“${blockName(facts, block as BlockDocument)}”`;
  const widgetOf = (block: unknown) => facts.widgets.find(({ name }) => isJson(block) && name === block.widget);
  const sourceOf = (name: unknown) => facts.sources.find((one) => one.name === name);
  const paramName = (block: unknown, name: string): string =>
    (isJson(block) && isJson(block.source) ? sourceOf(block.source.name)?.params[name]?.title : undefined) ?? name;
  const claimWords = (claim: unknown): string =>
    isJson(claim)
      ? Object.entries(claim)
          .map(([kind, value]) =>
            kind === 'default'
              ? claimName(kind)
              : `${claimName(kind)} ${kind === 'channel' ? channelName(String(value)) : kind === 'contentKind' ? word(CONTENT_KINDS, value) : String(value)}`,
          )
          .join('、')
      : '';
  const paramWords = (value: unknown): string =>
    isJson(value)
      ? `${word(PARAM_FROM, value.from)}${value.name === undefined ? '' : ` ${String(value.name)}`}`
      : valueWords(value);
  const sourceWords = (source: unknown, block: unknown): string => {
    if (!isJson(source)) return '不需要数据';
    const params = isJson(source.params)
      ? Object.entries(source.params).map(
          ([name, value]) =>
            `${sourceOf(source.name)?.params[name]?.title ?? paramName(block, name)}：${paramWords(value)}`,
        )
      : [];
    return [sourceOf(source.name)?.title ?? String(source.name), ...params].join('；');
  };
  const blockField = (field: string, value: unknown, block: unknown): string => {
    if (value === undefined) return '';
    if (field === 'place') return placeName(String(value));
    if (field === 'widget') return widgetOf({ widget: value })?.title ?? String(value);
    if (field === 'source') return sourceWords(value, block);
    return field === 'props' ? valueWords(value, widgetOf(block)?.schema) : valueWords(value);
  };
  const blockWords = (block: unknown): string =>
    isJson(block)
      ? Object.entries({ ...BLOCK_ORDER, ...block })
          .filter(([, value]) => value !== undefined)
          .map(([field, value]) => `${word(BLOCK_FIELDS, field)}：${blockField(field, value, block)}`)
          .join('；')
      : '';
  const partName = (block: unknown, [field, ...rest]: readonly string[], path: Path): string => {
    if (field === 'props')
      return rest.length === 0
        ? BLOCK_FIELDS.props
        : schemaMergeWords(widgetOf(block)?.schema ?? {}, BLOCK_FIELDS.props).nameOf(path.slice(3));
    if (field === 'source' && rest[0] === 'params')
      return rest[1] === undefined ? '数据来源的参数' : paramName(block, rest[1]);
    return word(BLOCK_FIELDS, field);
  };
  return {
    isWhole,
    nameOf: (path) => {
      const [field, step, ...rest] = path;
      if (field === undefined) return '页面';
      if (field === 'blocks' && typeof step === 'object')
        return [
          nameOfBlock(step.entry),
          ...(rest.length === 0 ? [] : [partName(step.entry, rest.map(String), path)]),
        ].join(' ');
      return word(PAGE_FIELDS, field);
    },
    textOf: (path, value) => {
      const [field, step, part, name, param] = path;
      if (field === 'for') return [value].flat().map(claimWords).join('；');
      if (field === 'layout') return layoutName(String(value));
      if (field === 'header') return word(HEADERS, value ?? 'full');
      if (field !== 'blocks' || typeof step !== 'object') return valueWords(value);
      if (part === undefined) return blockWords(value);
      if (part === 'props') return valueWords(value, schemaAt(widgetOf(step.entry)?.schema ?? {}, path.slice(3)));
      if (part === 'source' && param !== undefined) return paramWords(value);
      return part === 'source' && name !== undefined
        ? (sourceOf(value)?.title ?? valueWords(value))
        : blockField(String(part), value, step.entry);
    },
    entryOf: (entry) => (isJson(entry) && 'widget' in entry ? nameOfBlock(entry) : claimWords(entry)),
  };
}
