import { isObject, type Json } from '#rules/json/json.ts';
import type { PageFacts } from '#wire/console-answers.ts';

export interface BlockDocument extends Json {
  id?: string;
  place?: string;
  widget?: string;
  source?: { name?: string; params?: Json };
}

/**
 * An object with a field written, or without it where there is nothing to say. What else it holds stays, in its order.
 */
export function put<T extends Json>(object: T, name: string, value: unknown): T {
  if (value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0)) {
    const { [name]: _gone, ...rest } = object;
    return rest as T;
  }
  return { ...object, [name]: value };
}

export const blocksOf = (document: Json): BlockDocument[] =>
  Array.isArray(document.blocks) ? (document.blocks as unknown[]).filter(isObject) : [];

/** Name of a block: its heading, else its widget. */
export const blockName = (
  { widgets }: Pick<PageFacts, 'widgets'>,
  { heading, widget, id }: BlockDocument,
  place = 0,
): string =>
  typeof heading === 'string' && heading !== ''
    ? heading
    : (widgets.find(({ name }) => name === widget)?.title ?? String(id ?? `第 ${place + 1} 块`));

/** Whether the form can show the document: what it cannot hold is changed as JSON. */
export const isPageShaped = (document: unknown): document is Json =>
  isObject(document) &&
  Array.isArray(document.blocks) &&
  (document.blocks as unknown[]).every(isObject) &&
  claimsOf(document) !== null;

/** [kind, value] of each claim; null where they are no claims. */
export function claimsOf(document: Json): [string, unknown][] | null {
  const claims = [document.for].flat();
  const parts = claims.map((claim) =>
    isObject(claim) && Object.keys(claim).length === 1 ? (Object.entries(claim)[0] as [string, unknown]) : null,
  );
  return parts.every((part) => part !== null) ? parts : null;
}

/** One claim is written alone, several as a list. */
export const withClaims = (document: Json, claims: readonly [string, unknown][]): Json => {
  const written = claims.map(([kind, value]) => ({ [kind]: value }));
  return { ...document, for: written.length === 1 ? written[0] : written };
};

/** A name that no block of the page has: staff, staff-2, … */
export function freshId(document: Json, wanted: string): string {
  const taken = new Set(blocksOf(document).map(({ id }) => id));
  const base =
    wanted
      .replace(/[^a-z0-9-]/g, '')
      .replace(/^[^a-z]+/, '')
      .slice(0, 34) || 'block';
  for (let no = 1; ; no += 1) {
    const id = no === 1 ? base : `${base}-${no}`;
    if (!taken.has(id)) return id;
  }
}

export const textOf = (document: unknown): string => JSON.stringify(document, null, 2);

export const newPage = (page: string): Json => ({
  schemaVersion: 1,
  page,
  for: { url: '' },
  layout: 'channel',
  blocks: [{ id: 'content', place: 'main', widget: 'channel-content', source: { name: 'channel-content' } }],
});
