import { composed, heroOf } from '#kinds/page/home-compositions.ts';
import type { PageFacts } from '#wire/console-answers.ts';
import { nameIn, titleWords, valueWords } from '../documents/value-words.ts';
import { schemaAt, schemaMergeWords, type MergeWords } from '../merge/merge-words.ts';
import { mergeThreeWay, type Merge, type Path } from '../merge/three-way.ts';
import { blockName, blocksOf, isPageShaped, type BlockDocument } from './page-document.ts';
import { isObject } from '#rules/json/json.ts';
import {
  BLOCK_FIELDS,
  claimName,
  COMPOSITION_WORDS,
  CONTENT_KINDS,
  HEADERS,
  HEADINGS_IN_WORDS,
  layoutName,
  PAGE_FIELDS,
  PARAM_FROM,
  placeName,
} from './page-words.ts';

/** A claim, a param, and a source with the params that it alone knows are one thing each. */
function isWhole([field, , part, params, param]: Path, sides: readonly unknown[]): boolean {
  if (field === 'for' || (params === 'params' && param !== undefined)) return true;
  return part === 'source' && params === undefined && new Set(sides.filter(isObject).map(({ name }) => name)).size > 1;
}

/**
 * Merges the work of two persons on one page: its own fields by field, its blocks by block and, within a block, by
 * field.
 */
export const mergePages = (was: unknown, mine: unknown, theirs: unknown): Merge<unknown> =>
  mergeCompositions(was, mine, theirs) ?? mergeThreeWay(was, mine, theirs, isWhole);

/**
 * HN6: the composition of a home page is one thing, never half of one and half of another. Other changes of both are
 * merged within the one that is taken. null: nobody alone has chosen one.
 */
function mergeCompositions(was: unknown, mine: unknown, theirs: unknown): Merge<unknown> | null {
  if (![was, mine, theirs].every(isHome)) return null;
  const [before, own, other] = [was, mine, theirs] as [HomePage, HomePage, HomePage];
  const [first, ownName, otherName] = [before, own, other].map(heroOf);
  if (ownName === undefined || otherName === undefined) {
    // a page without one shows only that nobody else has chosen one
    const name = ownName ?? otherName;
    if (name === undefined || first !== undefined) return null;
    return mergeThreeWay<unknown>(
      composed(before, name),
      ownName ? own : composed(own, name),
      otherName ? other : composed(other, name),
      isWhole,
    );
  }
  if (ownName === otherName) return null;
  const by = ownName === first ? 'theirs' : otherName === first ? 'mine' : 'both';
  const within = {
    mine: mergeThreeWay<unknown>(composed(before, ownName), own, composed(other, ownName), isWhole),
    theirs: mergeThreeWay<unknown>(composed(before, otherName), composed(own, otherName), other, isWhole),
  };
  const choice = { id: COMPOSITION, path: [COMPOSITION], was: first, mine: ownName, theirs: otherName, by } as const;
  return {
    changes: [choice, ...within[by === 'mine' ? 'mine' : 'theirs'].changes],
    merged: (chosen) => {
      const isOwn = by === 'mine' || (by === 'both' && chosen.has(COMPOSITION));
      return within[isOwn ? 'mine' : 'theirs'].merged(chosen);
    },
  };
}

type HomePage = Parameters<typeof heroOf>[0];

const COMPOSITION = 'composition';

const isHome = (document: unknown): boolean =>
  isPageShaped(document) &&
  document.layout === 'home' &&
  blocksOf(document).every(({ widget }) => widget !== undefined);

/** fields in the order of the form; stored documents have their own */
const BLOCK_ORDER = Object.fromEntries(Object.keys(BLOCK_FIELDS).map((field) => [field, undefined]));

const word = (words: Readonly<Record<string, string>>, name: unknown): string => words[String(name)] ?? String(name);

/** The words of a page's forms. @param channelName of a channel by its id */
export function pageMergeWords(
  facts: PageFacts,
  channelName: (channelId: string) => string,
  document?: unknown,
): MergeWords {
  const joinedName = (id: unknown): string => {
    const joined = isObject(document) ? blocksOf(document).find((block) => block.id === id) : undefined;
    return joined ? nameOfBlock(joined) : String(id);
  };
  const nameOfBlock = (block: unknown): string => `块“${blockName(facts, block as BlockDocument)}”`;
  const widgetOf = (block: unknown) => facts.widgets.find(({ name }) => isObject(block) && name === block.widget);
  const sourceOf = (name: unknown) => facts.sources.find((one) => one.name === name);
  const paramName = (block: unknown, name: string): string => titleWords(paramOf(block, name), name);
  const paramOf = (block: unknown, name: string) =>
    isObject(block) && isObject(block.source) ? sourceOf(block.source.name)?.params[name] : undefined;
  const claimWords = (claim: unknown): string =>
    isObject(claim)
      ? Object.entries(claim)
          .map(([kind, value]) =>
            kind === 'default'
              ? claimName(kind)
              : `${claimName(kind)} ${kind === 'channel' ? channelName(String(value)) : kind === 'contentKind' ? word(CONTENT_KINDS, value) : String(value)}`,
          )
          .join('、')
      : '';
  const paramWords = (value: unknown, title = ''): string =>
    isObject(value)
      ? `${word(PARAM_FROM, value.from)}${value.name === undefined ? '' : ` ${String(value.name)}`}`
      : valueWords(typeof value === 'string' ? nameIn(title, value) : value);
  const sourceWords = (source: unknown): string => {
    if (!isObject(source)) return '不需要数据';
    const words = sourceOf(source.name)?.params ?? {};
    const params = isObject(source.params)
      ? Object.entries(source.params).map(
          ([name, value]) => `${titleWords(words[name], name)}：${paramWords(value, words[name]?.title)}`,
        )
      : [];
    return [sourceOf(source.name)?.title ?? String(source.name), ...params].join('；');
  };
  const blockField = (field: string, value: unknown, block: unknown): string => {
    if (value === undefined) return '';
    if (field === 'place') return placeName(String(value));
    if (field === 'widget') return widgetOf({ widget: value })?.title ?? String(value);
    if (field === 'source') return sourceWords(value);
    if (field === 'loneLinkJoins') return joinedName(value);
    return field === 'props' ? valueWords(value, widgetOf(block)?.schema) : valueWords(value);
  };
  const blockWords = (block: unknown): string =>
    isObject(block)
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
      if (field === COMPOSITION) return word(COMPOSITION_WORDS, value ?? '');
      if (field === 'header') return word(HEADERS, value ?? 'full');
      if (field === 'headings') return word(HEADINGS_IN_WORDS, value ?? 'above');
      if (field !== 'blocks' || typeof step !== 'object') return valueWords(value);
      if (part === undefined) return blockWords(value);
      if (part === 'props') return valueWords(value, schemaAt(widgetOf(step.entry)?.schema ?? {}, path.slice(3)));
      if (part === 'source' && param !== undefined) return paramWords(value, paramOf(step.entry, String(param))?.title);
      return part === 'source' && name !== undefined
        ? (sourceOf(value)?.title ?? valueWords(value))
        : blockField(String(part), value, step.entry);
    },
    entryOf: (entry) => (isObject(entry) && 'widget' in entry ? nameOfBlock(entry) : claimWords(entry)),
  };
}
