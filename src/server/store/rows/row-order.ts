import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';

const NUMBERS = new Set(['integer', 'decimal', 'percent', 'money']);

/** The definition's order (RG3): numbers as numbers, all else by code point, empty cells last either way. */
export function rowComparer(definition: RegisterDefinition): (a: Row, b: Row) => number {
  const keys = definition.order.map((word) => {
    const field = word.replace(/^-/, '');
    return { field, sign: word.startsWith('-') ? -1 : 1, numeric: NUMBERS.has(definition.fields[field]?.type ?? '') };
  });
  return (a, b) => {
    for (const { field, sign, numeric } of keys) {
      const [x, y] = [a[field] ?? null, b[field] ?? null];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      const order = numeric ? Number(x) - Number(y) : compareCodePoints(String(x), String(y));
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

/**
 * Compares by code point: JavaScript's own < compares UTF-16 units, which puts rare Han characters before common ones.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    if (a.charCodeAt(index) === b.charCodeAt(index)) continue;
    // a low surrogate differs only after an equal high one, so comparing units is right there
    return a.codePointAt(index)! - b.codePointAt(index)!;
  }
  return a.length - b.length;
}

export const GAP = 1024;

/**
 * Sort numbers for rows in their final order. Rows that have one keep it where the order allows. Others are given
 * numbers between them, so that a few new rows do not rewrite a whole register; without room all are numbered anew.
 * @param present number of each row in order, null for one without
 */
export function sortNumbers(present: (number | null)[]): number[] {
  const rising = longestRising(present);
  const numbers = new Array<number>(present.length);
  let from = 0;
  while (from < present.length) {
    if (rising.has(from)) {
      numbers[from] = present[from]!;
      from++;
      continue;
    }
    let to = from;
    while (to < present.length && !rising.has(to)) to++;
    const count = to - from;
    const before = from > 0 ? numbers[from - 1]! : null;
    const after = to < present.length ? present[to]! : null;
    const step = before === null || after === null ? GAP : Math.floor((after - before) / (count + 1));
    if (step < 1) return present.map((_, index) => (index + 1) * GAP);
    const start = before ?? (after === null ? 0 : after - (count + 1) * GAP);
    for (let index = 0; index < count; index++) numbers[from + index] = start + (index + 1) * step;
    from = to;
  }
  return numbers;
}

/** Positions of the longest strictly rising run among the present numbers (patience sorting). */
function longestRising(present: (number | null)[]): Set<number> {
  const tails: number[] = [];
  const previous = new Array<number>(present.length).fill(-1);
  present.forEach((value, position) => {
    if (value === null) return;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (present[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[position] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = position;
  });
  const rising = new Set<number>();
  for (let position = tails.at(-1) ?? -1; position >= 0; position = previous[position]!) rising.add(position);
  return rising;
}
