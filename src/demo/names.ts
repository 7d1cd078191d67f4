import { createHash } from 'node:crypto';
import { integer, list, object, text, type Word } from '#page/schema-words.ts';
import type { Dice } from './random.ts';
import { readRows, readTexts } from './read-texts.ts';

const { common, tail, double, whole, front, back, single } = readTexts(
  new URL('./names.json', import.meta.url),
  object({
    /** weights of surnames in 1000, by their frequency in the country; the rest is shared by the rare ones */
    common: { type: 'object', additionalProperties: integer() } as Word<Record<string, number>>,
    tail: text(),
    double: list(text()),
    /** seasons, plants, water and hills: invented words that sound like given names, with spaces between, as `tail` */
    whole: text(),
    /** first and second halves of given names; every pair makes a name */
    front: text(),
    back: text(),
    single: text(),
  }),
);

const [TAIL, WHOLE] = [tail.split(' '), whole.split(' ')];
const [FRONT, BACK, SINGLE] = [[...front], [...back], [...single]];

const surnames: { name: string; upTo: number }[] = [];
let weight = 0;
for (const [name, share] of Object.entries(common)) surnames.push({ name, upTo: (weight += share) });
for (const name of TAIL) surnames.push({ name, upTo: (weight += (998 - 561) / TAIL.length) });
for (const name of double) surnames.push({ name, upTo: (weight += 0.5) });

/**
 * First characters of the SHA-256 of the full names of public persons in the industry (chairs, officials, analysts).
 * Only hashes are kept, because a list of people does not belong in a repository. Row generators draw again when a name
 * is on this list.
 */
const BLOCKED = new Set(
  readRows(new URL('./blocked-names.csv', import.meta.url), { hash: text({ pattern: '^[0-9a-f]{10}$' }) }).map(
    ({ hash }) => hash,
  ),
);

/** An invented name of two to four characters. */
export function personName(random: Dice): string {
  for (;;) {
    const name = surname(random) + givenName(random);
    if (!isBlocked(name)) return name;
  }
}

export const isBlocked = (name: string): boolean =>
  BLOCKED.has(createHash('sha256').update(name).digest('hex').slice(0, 10));

function surname(random: Dice): string {
  const at = random.next() * weight;
  return surnames.find((entry) => at < entry.upTo)!.name;
}

function givenName(random: Dice): string {
  if (random.chance(0.15)) return random.pick(SINGLE);
  if (random.chance(0.3)) return random.pick(WHOLE);
  const first = random.pick(FRONT);
  let last = random.pick(BACK);
  while (last === first) last = random.pick(BACK);
  return first + last;
}
