import { pointerTo } from '#rules/json/pointer.ts';
import { isObject } from '#rules/json/json.ts';
import { matchEntries, movedEntries } from '#rules/registers/match-entries.ts';
import type { IsWhole, Path } from '../merge/three-way.ts';
import { isSameJson } from '#rules/json/same-json.ts';

export interface Difference {
  /** RFC 6901, of a removed entry where it was */
  pointer: string;
  path: Path;
  before?: unknown;
  after?: unknown;
  /** an entry of a list that had another place, from 1 */
  moved?: { from: number; to: number };
}

/**
 * Differences between two values, down to the fields; entries of lists with their former ones. Of what is new as a
 * whole, its fields.
 */
export function differencesOf(before: unknown, after: unknown, isWhole: IsWhole = () => false): Difference[] {
  const place: Place = { pointer: '', path: [], isWhole };
  if (before === undefined && isObject(after)) return partDifferences({}, after, place);
  return partDifferences(before, after === undefined && isObject(before) ? {} : after, place);
}

interface Place {
  pointer: string;
  path: Path;
  isWhole: IsWhole;
}

function partDifferences(before: unknown, after: unknown, place: Place): Difference[] {
  const { pointer, path, isWhole } = place;
  if (isSameJson(before, after)) return [];
  if (!isWhole(path, [before, after])) {
    if (isObject(before) && isObject(after))
      return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
        partDifferences(before[name], after[name], {
          ...place,
          pointer: `${pointer}${pointerTo(name)}`,
          path: [...path, name],
        }),
      );
    if (isList(before) && isList(after)) return entryDifferences(before ?? [], after ?? [], place);
  }
  return [{ pointer, path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

/** A list that is not there says as much as an empty one. */
const isList = (value: unknown): value is unknown[] | undefined => value === undefined || Array.isArray(value);

function entryDifferences(before: readonly unknown[], after: readonly unknown[], place: Place): Difference[] {
  const found = matchEntries(before, after);
  const moved = movedEntries(found);
  const placeOf = (entry: unknown, at: number): Place => ({
    ...place,
    pointer: `${place.pointer}${pointerTo(at)}`,
    path: [...place.path, { entry }],
  });
  const differenceAt = ({ pointer, path }: Place, what: Omit<Difference, 'pointer' | 'path'>): Difference => ({
    pointer,
    path,
    ...what,
  });
  const gone = before.flatMap((entry, was) =>
    found.includes(was) ? [] : [differenceAt(placeOf(entry, was), { before: entry })],
  );
  const stay = after.flatMap((entry, at): Difference[] => {
    const [was, here] = [found[at] ?? null, placeOf(entry, at)];
    if (was === null) return [differenceAt(here, { after: entry })];
    return [
      ...(moved.has(at) ? [differenceAt(here, { moved: { from: was + 1, to: at + 1 } })] : []),
      ...partDifferences(before[was], entry, here),
    ];
  });
  return [...gone, ...stay];
}
