import { readDay } from '#rules/registers/read-condition.ts';
import { withoutFormat } from '#rules/text/without-format.ts';
import type { BoundParam, ResolvedBlock, ResolvedPage } from './page-schema.ts';

/** The address's query by name, last value wins. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Longest text that is taken from an address where the source sets no limit of its own, in characters. */
const MAX_TEXT = 200;

/**
 * The params of a block's source: fixed values and those of the address. Values of an address are a visitor's and may
 * be anything. A value that is no number or below its least is the default, and one beyond its limit is that limit.
 * Unknown names are ignored, of a repeated name the last value counts, long text is cut. Conditions are bound as they
 * were typed (RG7).
 */
export function bindParams(block: ResolvedBlock, query: Query): Record<string, string | number | boolean> {
  const bound: Record<string, string | number | boolean> = {};
  for (const [name, param] of Object.entries(block.source?.params ?? {})) {
    const value = 'value' in param ? param.value : fromAddress(param, lastOf(query, param.address));
    if (value !== undefined) bound[name] = value;
  }
  return bound;
}

type AddressParam = Extract<BoundParam, { address: string }>;

function fromAddress(param: AddressParam, given: string): string | number | undefined {
  // invisible characters alone are no value
  const typed = withoutFormat(given).trim() === '' ? '' : given.trim();
  if (param.condition !== undefined) return typed || param.default;
  // PostgreSQL takes no NUL: what holds one is not there, and is asked for by the sign of that
  const text = [...typed.replaceAll('\0', '\ufffd')].slice(0, param.maxLength ?? MAX_TEXT).join('');
  if (param.type === 'integer') return integerOf(param, text);
  return isUsable(param, text) ? text : param.default;
}

/** A page number of a list without an end; larger ones are as far beyond the last page as this. */
const LARGEST = 1_000_000_000;

function integerOf(
  { minimum = -Infinity, maximum = LARGEST, default: preset }: AddressParam,
  text: string,
): number | undefined {
  const number = /^[+-]?\d+(e\d{1,2})?$/i.test(text) ? Math.min(Number(text), maximum) : NaN;
  return Number.isSafeInteger(number) && number >= minimum ? number : (preset as number | undefined);
}

function isUsable({ choices, pattern }: AddressParam, text: string): boolean {
  if (text === '') return false;
  if (choices) return choices.includes(text);
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

function lastOf(query: Query, name: string): string {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return (typeof value === 'object' ? value.at(-1) : value) ?? '';
}

/**
 * The first block of every tab, in order: blocks of one place with the same tab title share that tab, and the first
 * names it.
 */
export function tabsOf(page: Pick<ResolvedPage, 'blocks'>, place?: string): ResolvedBlock[] {
  const tabbed = page.blocks.filter(
    (block) => block.tab !== undefined && (place === undefined || block.place === place),
  );
  return tabbed.filter(
    (block, index) => tabbed.findIndex((other) => other.place === block.place && other.tab === block.tab) === index,
  );
}

/** The tab that is open in a place: the one that ?tab= names, else the first. Undefined in a place without tabs. */
export function openTab(page: Pick<ResolvedPage, 'blocks'>, query: Query, place?: string): ResolvedBlock | undefined {
  const named = lastOf(query, 'tab');
  const tabs = tabsOf(page, place);
  return tabs.find((block) => block.id === named) ?? tabs[0];
}

/** The blocks that are shown: all without a tab, and of each place those of the open tab. Only these are loaded. */
export function visibleBlocks(page: Pick<ResolvedPage, 'blocks'>, query: Query): ResolvedBlock[] {
  return page.blocks.filter((block) => block.tab === undefined || openTab(page, query, block.place)?.tab === block.tab);
}

/**
 * The address parameters a page knows. 'text' can be anything (such pages are not worth keeping in a cache), 'fixed'
 * has
 * few values: page numbers, sizes, choices, dates, tabs.
 */
export function addressParams(page: Pick<ResolvedPage, 'blocks'>): Map<string, 'text' | 'fixed'> {
  const known = new Map<string, 'text' | 'fixed'>();
  for (const block of page.blocks) {
    if (block.tab !== undefined) known.set('tab', 'fixed');
    for (const param of Object.values(block.source?.params ?? {})) {
      if (!('address' in param)) continue;
      const text = param.freeText === true || param.format === 'number';
      if (text || !known.has(param.address)) known.set(param.address, text ? 'text' : 'fixed');
    }
  }
  return known;
}

/**
 * Whether an address asks for what can be anything: typed words, numbers, and what no list or calendar has. Pages found
 * by
 * such are not worth keeping in a cache.
 */
export function isOpenEnded(page: Pick<ResolvedPage, 'blocks'>, query: Query): boolean {
  return visibleBlocks(page, query).some((block) => {
    const bound = bindParams(block, query);
    return Object.entries(block.source?.params ?? {}).some(([name, param]) => {
      const value = bound[name];
      if (!('address' in param) || value === undefined || value === param.default) return false;
      if (param.freeText || param.format === 'number') return true;
      return (
        param.condition !== undefined &&
        (param.choices ? !param.choices.includes(String(value)) : readDay(String(value)) !== value)
      );
    });
  });
}

/**
 * The part of a query that changes the page: parameters of shown blocks as they are understood, without those that are
 * as good as absent. Two addresses with equal answers here show the same page.
 */
export function effectiveQuery(page: Pick<ResolvedPage, 'blocks'>, query: Query): Record<string, string> {
  const effective: Record<string, string> = {};
  for (const block of visibleBlocks(page, query)) {
    const open = block.tab === undefined ? undefined : openTab(page, query, block.place);
    if (open && open !== tabsOf(page, block.place)[0]) effective.tab = open.id;
    const bound = bindParams(block, query);
    for (const [name, param] of Object.entries(block.source?.params ?? {})) {
      if (!('address' in param)) continue;
      if (bound[name] !== undefined && bound[name] !== param.default) effective[param.address] = String(bound[name]);
    }
  }
  return effective;
}
