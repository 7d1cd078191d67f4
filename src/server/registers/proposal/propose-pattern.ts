import type { ColumnProfile } from './column-profile.ts';

export interface Pattern {
  pattern: string;
  patternHint: string;
  example: string;
}

/** share of cells that have to be spelt alike */
const MOST_ALIKE = 0.9;
/** least number of codes: with fewer, a common form may be chance */
const FEWEST = 3;

/** Pattern that nearly all codes of a column follow; null where they follow none that words can describe. */
export function proposePattern({
  shapes,
  filled,
}: Pick<ColumnProfile, 'shapes' | 'filled'>): (Pattern & { fits: number }) | null {
  if (shapes === null || shapes.size === 0 || filled < FEWEST) return null;
  // shapes that differ in the length of their runs alone are one family
  const families = Map.groupBy(shapes.entries(), ([shape]) => shape.replaceAll(/\d+>/g, '>'));
  const best = [...families.values()]
    .map((members) => ({ members, count: members.reduce((sum, [, { count }]) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count)[0]!;
  if (best.count < filled * MOST_ALIKE) return null;
  const lists = best.members.map(([shape]) => [...shape.matchAll(/<d(\d+)>|<[Ul]\d+:([A-Za-z]+)>|(.)/g)]);
  const parts = lists[0]!.map((_, at) => partOf(lists.map((list) => list[at]!)));
  if (parts.some((part) => part === null) || parts.length > 7) return null;
  const known = parts as Part[];
  return {
    pattern: `^${known.map(({ expression }) => expression).join('')}$`,
    patternHint: wordsOf(known),
    example: best.members[0]![1].example,
    fits: best.count,
  };
}

interface Part {
  expression: string;
  words: string;
  isSign: boolean;
}

function partOf(matches: readonly RegExpExecArray[]): Part | null {
  const [digits, letters, sign] = [
    matches.map(([, one]) => one),
    matches.map(([, , one]) => one),
    matches.map(([, , , one]) => one),
  ];
  if (sign[0] !== undefined)
    return sign.every((one) => one === sign[0])
      ? { expression: sign[0].replace(/[.()/]/g, '\\$&'), words: sign[0], isSign: true }
      : null;
  if (letters[0] !== undefined)
    return letters.every((one) => one === letters[0])
      ? { expression: letters[0], words: letters[0], isSign: false }
      : null;
  const lengths = digits.map(Number);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  // one to seven digits is any number
  if (most - least > 2) return null;
  return {
    expression: least === most ? `\\d{${least}}` : `\\d{${least},${most}}`,
    words: `${least === most ? least : most === least + 1 ? `${least} 或 ${most}` : `${least} 至 ${most}`} 位数字`,
    isSign: false,
  };
}

/** F 加 7 或 8 位数字 */
function wordsOf(parts: readonly Part[]): string {
  return parts
    .map(({ words, isSign }, at) => (at === 0 ? words : isSign || parts[at - 1]!.isSign ? ` ${words}` : ` 加 ${words}`))
    .join('')
    .slice(0, 60);
}
