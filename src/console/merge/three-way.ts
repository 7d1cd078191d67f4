import { isObject, type Json } from '#rules/json/json.ts';
import { matchEntries } from '#rules/registers/match-entries.ts';
import { isSameJson } from '#rules/json/same-json.ts';

/** From a whole to its part: the name of a field, or an entry of a list. */
type Step = string | { entry: unknown };
export type Path = readonly Step[];

/** A place where somebody made something else of what both began from. */
export interface Change {
  id: string;
  path: Path;
  /** undefined: not there */
  was: unknown;
  mine: unknown;
  theirs: unknown;
  by: 'mine' | 'theirs' | 'both';
  /** true for the order of a list: its sides are lists of entries */
  isOrder?: true;
}

export interface Merge<T> {
  /** changes of one side alone are taken; where both changed the same, one side has to be chosen */
  changes: Change[];
  /** @param own ids of changes by both of which one's own side is taken */
  merged: (own: ReadonlySet<string>) => T;
}

/** Objects that are one thing, and no fields that two may change apart from each other. */
export type IsWhole = (path: Path, sides: readonly unknown[]) => boolean;

interface Sides {
  was: unknown;
  mine: unknown;
  theirs: unknown;
}

interface Place extends Sides {
  id: string;
  path: Path;
  isWhole: IsWhole;
}

interface Part {
  changes: Change[];
  make: (own: ReadonlySet<string>) => unknown;
}

/** A field that is empty says as much as one that is not there. */
const same = (one: unknown, other: unknown): boolean => isSameJson(one ?? '', other ?? '');

/** Merges two versions of one beginning, down to the fields and the entries of lists. */
export function mergeThreeWay<T>(was: T | undefined, mine: T, theirs: T, isWhole: IsWhole = () => false): Merge<T> {
  const { changes, make } = mergePart({ id: '', path: [], was, mine, theirs, isWhole });
  return { changes, merged: make as (own: ReadonlySet<string>) => T };
}

function mergePart(place: Place): Part {
  const { path, was, mine, theirs, isWhole } = place;
  if (same(mine, theirs) && same(mine, was)) return { changes: [], make: () => mine };
  const isNew = was === undefined || was === null;
  if (isObject(mine) && isObject(theirs) && (isNew || isObject(was)) && !isWhole(path, [was, mine, theirs]))
    return mergeFields({ ...place, was: was ?? {}, mine, theirs });
  if (Array.isArray(mine) && Array.isArray(theirs) && (isNew || Array.isArray(was)))
    return mergeList({ ...place, was: (was as unknown[] | undefined) ?? [], mine, theirs });
  return leaf(place);
}

/** Equal changes of both are no difference. */
function leaf({ id, path, was, mine, theirs }: Place): Part {
  if (same(mine, theirs)) return { changes: [], make: () => mine };
  const by = same(mine, was) ? 'theirs' : same(theirs, was) ? 'mine' : 'both';
  return {
    changes: [{ id, path, was, mine, theirs, by }],
    make: (own) => (by === 'mine' || (by === 'both' && own.has(id)) ? mine : theirs),
  };
}

function mergeFields({ was, mine, theirs, ...place }: Place): Part {
  const [before, own, other] = [was as Json, mine as Json, theirs as Json];
  const parts = [...new Set([...Object.keys(own), ...Object.keys(other)])].map(
    (name) =>
      [
        name,
        mergePart({
          ...place,
          id: `${place.id}/${name}`,
          path: [...place.path, name],
          was: before[name],
          mine: own[name],
          theirs: other[name],
        }),
      ] as const,
  );
  return {
    changes: parts.flatMap(([, { changes }]) => changes),
    make: (chosen) =>
      Object.fromEntries(
        parts.flatMap(([name, { make }]): [string, unknown][] => {
          const value = make(chosen);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
  };
}

type Entry = Partial<Sides>;
type Side = keyof Sides;

function mergeList({ was, mine, theirs, ...place }: Place): Part {
  const entries = entriesOf(was as unknown[], mine as unknown[], theirs as unknown[]);
  const parts = entries.list.map((entry, no) => {
    const step: Step = { entry: entry.mine ?? entry.theirs ?? entry.was };
    const at: Place = {
      ...place,
      id: `${place.id}/#${no}`,
      path: [...place.path, step],
      was: entry.was,
      mine: entry.mine,
      theirs: entry.theirs,
    };
    return entry.mine === undefined || entry.theirs === undefined ? leaf(at) : mergePart(at);
  });
  const order = mergeOrder(entries, { ...place, was, mine, theirs });
  return {
    changes: [...parts.flatMap(({ changes }) => changes), ...order.changes],
    make: (own) =>
      (order.make(own) as number[]).map((no) => parts[no]!.make(own)).filter((entry) => entry !== undefined),
  };
}

interface Entries {
  list: Entry[];
  /** numbers of each side's entries, in its order */
  orders: Record<Side, number[]>;
}

/** The entries of three lists, each with what it is in them. */
function entriesOf(was: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): Entries {
  const list: Entry[] = was.map((entry) => ({ was: entry }));
  const orders: Record<Side, number[]> = { was: [...was.keys()], mine: [], theirs: [] };
  const add = (side: 'mine' | 'theirs', entry: unknown, known: number | null): void => {
    const no = known ?? list.length;
    list[no] = { ...list[no], [side]: entry };
    orders[side].push(no);
  };
  const ofMine = matchEntries(was, mine);
  mine.forEach((entry, at) => add('mine', entry, ofMine[at]!));
  const ofTheirs = matchEntries(was, theirs);
  // an entry that both have added is one, too
  const [added, fresh] = [
    orders.mine.filter((no) => list[no]!.was === undefined),
    theirs.filter((_, at) => ofTheirs[at] === null),
  ];
  const twins = matchEntries(
    added.map((no) => list[no]!.mine),
    fresh,
  );
  const isTwin = (no: number, entry: unknown): boolean =>
    JSON.stringify(list[no]!.mine) === JSON.stringify(entry) || idOf(list[no]!.mine) === idOf(entry);
  let nth = 0;
  theirs.forEach((entry, at) => {
    if (ofTheirs[at] !== null) return add('theirs', entry, ofTheirs[at]!);
    const twin = twins[nth++];
    return add(
      'theirs',
      entry,
      twin !== null && twin !== undefined && isTwin(added[twin]!, entry) ? added[twin]! : null,
    );
  });
  return { list, orders };
}

/** Entries without id are the same only when they are equal. */
const idOf = (entry: unknown): unknown => (isObject(entry) && typeof entry.id === 'string' ? entry.id : entry);

/**
 * A side that alone moved entries gives the order; additions of the other come after the entry that they stood behind.
 */
function mergeOrder({ orders: { was, mine, theirs } }: Entries, { id, path, ...sides }: Place): Part {
  const isCommon = (no: number): boolean => was.includes(no) && mine.includes(no) && theirs.includes(no);
  const [before, own, other] = [was, mine, theirs].map((order) => order.filter(isCommon).join());
  const by = own === other ? null : own === before ? 'theirs' : other === before ? 'mine' : 'both';
  const [ofMine, ofTheirs] = [withOthers(mine, theirs), withOthers(theirs, mine)];
  const change: Change | null = by && {
    id: `${id}/order`,
    path,
    was: sides.was,
    mine: sides.mine,
    theirs: sides.theirs,
    by,
    isOrder: true,
  };
  return {
    changes: change ? [change] : [],
    make: (chosen) => (by === 'mine' || (by === 'both' && chosen.has(change!.id)) ? ofMine : ofTheirs),
  };
}

function withOthers(order: readonly number[], others: readonly number[]): number[] {
  const all = [...order];
  others.forEach((no, at) => {
    if (all.includes(no)) return;
    const behind = others.slice(0, at).findLast((one) => all.includes(one));
    all.splice(behind === undefined ? 0 : all.indexOf(behind) + 1, 0, no);
  });
  return all;
}
