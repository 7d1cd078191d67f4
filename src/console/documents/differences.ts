import { matchEntries, movedEntries } from '#rules/match-entries.ts';
import { titleWords, type Titled } from './value-words.ts';

export interface Difference {
  /** RFC 6901 */
  pointer: string;
  before?: unknown;
  after?: unknown;
  /** an entry of a list that had another place, from 1 */
  moved?: { from: number; entry: unknown };
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isSameJson = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

/** JSON with the fields of every object in order, so that order tells nothing. */
const sorted = (value: unknown): string => JSON.stringify(value, (_name, given: unknown) => (isObject(given) ? Object.fromEntries(Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1))) : given)) ?? '';

const step = (pointer: string, name: string | number): string => `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What differs between two values, down to the fields; entries of lists with what they were. */
export function differencesOf(before: unknown, after: unknown, pointer = ''): Difference[] {
  if (isSameJson(before, after)) return [];
  if (isObject(before) && isObject(after)) return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => differencesOf(before[name], after[name], step(pointer, name)));
  if (Array.isArray(before) && Array.isArray(after)) return entryDifferences(before, after, pointer);
  return [{ pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function entryDifferences(before: readonly unknown[], after: readonly unknown[], pointer: string): Difference[] {
  const found = matchEntries(before, after);
  const moved = movedEntries(found);
  const gone = before.flatMap((entry, was) => (found.includes(was) ? [] : [{ pointer: step(pointer, was), before: entry }]));
  const stay = after.flatMap((entry, at): Difference[] => {
    const [was, place] = [found[at] ?? null, step(pointer, at)];
    if (was === null) return [{ pointer: place, after: entry }];
    return [...(moved.has(at) ? [{ pointer: place, moved: { from: was + 1, entry } }] : []), ...differencesOf(before[was], entry, place)];
  });
  return [...gone, ...stay];
}

/** '按钮 第 2 项 网址' of '/links/1/path', by the titles of a schema. */
export const titleAt = (schema: object, pointer: string): string =>
  walk(schema, pointer)
    .map(({ name, at }) => (/^\d+$/.test(name) ? `第 ${Number(name) + 1} 项` : titleWords(at, name)))
    .join(' ');

/** The schema of a place; undefined where it knows none. */
export const schemaAt = (schema: object, pointer: string): Titled | undefined => (pointer === '' ? (schema as Titled) : walk(schema, pointer).at(-1)!.at);

/** Each step of a pointer with the schema of where it leads. */
function walk(schema: object, pointer: string): { name: string; at: Titled | undefined }[] {
  let at: Titled | undefined = schema as Titled;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      at = at?.properties?.[name] ?? at?.items;
      return { name, at };
    });
}
