/** A repeatable stream of choices: the same seed text gives the same stream on every machine. */
export interface Dice {
  /** in [0, 1) */
  next(): number;
  /** whole number, both ends included */
  int(low: number, high: number): number;
  /** true with probability `share` */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** `count` different items, in their given order */
  some<T>(from: readonly T[], count: number): T[];
}

/**
 * A stream seeded with hash(table + ':' + rowNo), by mulberry32: a row does not depend on the number of rows before it.
 */
export function dice(table: string, rowNo: number | string = 0): Dice {
  let state = hash(`${table}:${rowNo}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick,
    some: (from, count) => {
      const left = from.map((_, place) => place);
      const chosen: number[] = [];
      while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(next() * left.length), 1));
      return chosen.sort((a, b) => a - b).map((place) => from[place]!);
    },
  };
}

/** FNV-1a with 32 bits, mixed again so that neighbouring row numbers start far apart. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) value = Math.imul(value ^ text.charCodeAt(place), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
