import { isObject } from '../json/json.ts';

/** Fields by which an entry of a list may be recognised, the surest first. */
const NAMES = ['id', 'code', 'filepath', 'path', 'url', 'title', 'name'];

/**
 * The entry of the former list for each entry of the later one; null: it is new. First what is equal, then what has the
 * same name, then what stands alone between two that are known: a changed entry is no new one. Texts have no names.
 */
export function matchEntries(former: readonly unknown[], later: readonly unknown[]): (number | null)[] {
  const found: (number | null)[] = later.map(() => null);
  const free = new Set(former.keys());
  const pair = (at: number, was: number): void => {
    found[at] = was;
    free.delete(was);
  };
  matchBy(JSON.stringify, { former, later, found, free, pair });
  for (const name of NAMES)
    matchBy(
      (entry) => (isObject(entry) && typeof entry[name] === 'string' && entry[name] !== '' ? entry[name] : undefined),
      { former, later, found, free, pair },
    );
  for (const { places, open } of gaps(former.length, found, free)) {
    if (places.length === open.length)
      places.forEach((at, nth) => isObject(later[at]) && isObject(former[open[nth]!]) && pair(at, open[nth]!));
  }
  return found;
}

interface Matching {
  former: readonly unknown[];
  later: readonly unknown[];
  found: readonly (number | null)[];
  free: ReadonlySet<number>;
  pair: (at: number, was: number) => void;
}

/** Pairs entries with the same key, in order. @param keyOf undefined: the entry has no key */
function matchBy(keyOf: (entry: unknown) => string | undefined, { former, later, found, free, pair }: Matching): void {
  const places = new Map<string, number[]>();
  for (const was of free) {
    const key = keyOf(former[was]);
    if (key !== undefined) places.set(key, [...(places.get(key) ?? []), was]);
  }
  later.forEach((entry, at) => {
    const key = found[at] === null ? keyOf(entry) : undefined;
    const was = key === undefined ? undefined : places.get(key)?.shift();
    if (was !== undefined) pair(at, was);
  });
}

/** Runs of unknown entries of the later list, with the unknown ones of the former list at the same place. */
function gaps(
  formerLength: number,
  found: readonly (number | null)[],
  free: ReadonlySet<number>,
): { places: number[]; open: number[] }[] {
  const runs: { places: number[]; open: number[] }[] = [];
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] !== null) continue;
    const places = [at];
    while (at + 1 < found.length && found[at + 1] === null) places.push((at += 1));
    const [before, after] = [found[places[0]! - 1] ?? -1, found[at + 1] ?? formerLength];
    runs.push({
      places,
      open: Array.from({ length: Math.max(0, after - before - 1) }, (_, nth) => before + 1 + nth).filter((was) =>
        free.has(was),
      ),
    });
  }
  return runs;
}

/**
 * The entries of a list that changed their place, by where each was (matchEntries): as few as explain the new order.
 */
export function movedEntries(found: readonly (number | null)[]): Set<number> {
  const known = [...found.keys()].filter((at) => found[at] !== null);
  // the longest run of entries that kept their order, ending at each
  const length = new Map<number, number>();
  const previous = new Map<number, number>();
  let last: number | undefined;
  for (const at of known) {
    let best = 0;
    for (const earlier of known) {
      if (earlier >= at) break;
      if (found[earlier]! < found[at]! && length.get(earlier)! > best) {
        best = length.get(earlier)!;
        previous.set(at, earlier);
      }
    }
    length.set(at, best + 1);
    if (last === undefined || best + 1 > length.get(last)!) last = at;
  }
  const moved = new Set(known);
  for (let at = last; at !== undefined; at = previous.get(at)) moved.delete(at);
  return moved;
}
