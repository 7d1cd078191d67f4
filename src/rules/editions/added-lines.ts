import { isObject, type Json } from '../json/json.ts';
import { isSameJson } from '../json/same-json.ts';

/** Lines that were added to lists of a document, and go into a later form of it, too (OA2). */

const isLines = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((line) => typeof line === 'string');
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isSame = (one: unknown, other: unknown): boolean => isSameJson(one ?? null, other ?? null);

/**
 * A document with what a draft adds to lists of texts, behind what is there now; a line that is there stays where it is.
 * @param was what the draft was begun from; null: nothing
 * @param now what is public since; null: nothing
 * @returns undefined where the draft does anything else than add lines
 */
export function withAddedLines(was: unknown, mine: unknown, now: unknown): unknown {
  if (isLines(mine) && (isEmpty(was) || isLines(was)) && (isEmpty(now) || isLines(now))) {
    const added = addedTo((was ?? []) as readonly string[], mine);
    const there = (now ?? []) as readonly string[];
    return added && [...there, ...added.filter((line) => !there.includes(line))];
  }
  if (isObject(mine) && (isEmpty(was) || isObject(was)) && isObject(now)) return withMembers(was ?? {}, mine, now);
  return isEmpty(mine) ? (isEmpty(was) ? now : undefined) : isSame(was, mine) ? now : undefined;
}

function withMembers(was: unknown, mine: Readonly<Json>, now: Readonly<Json>): Json | undefined {
  const before = was as Json;
  const merged: Json = { ...now };
  for (const name of new Set([...Object.keys(before), ...Object.keys(mine)])) {
    if (isEmpty(before[name]) && isEmpty(mine[name])) continue;
    const value = withAddedLines(before[name], mine[name], now[name]);
    // gone from what is public: the draft has it as it was
    if (value === undefined && !(now[name] === undefined && isSame(before[name], mine[name]))) return undefined;
    merged[name] = value;
  }
  return merged;
}

/** Lines of a list beside those of an earlier one, which all stand in it in their order; undefined where they do not. */
function addedTo(was: readonly string[], mine: readonly string[]): string[] | undefined {
  let at = 0;
  const added: string[] = [];
  for (const line of mine)
    if (at < was.length && line === was[at]) at += 1;
    else added.push(line);
  return at === was.length ? added : undefined;
}
