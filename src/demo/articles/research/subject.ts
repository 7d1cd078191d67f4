import type { Dice } from '../../random.ts';
import { county, partner } from '../vocabulary.ts';

/** What can be told of one matter; numbers stand as {low~high}, drawn anew for each article. */
export interface Subject {
  theme: string;
  /** of research.topics */
  topic: string;
  /** of research.tags, the weightiest first */
  tags: string[];
  /** how a headline asks or claims */
  titles: string[];
  facts: string[];
  reasons: string[];
  means: string[];
  doubts: string[];
  /** name and unit, lowest and highest value */
  measures: [name: string, unit: string, low: number, high: number][];
}

/** Fills in {low~high}, as exact as low is written, {who} and {county}. */
export function filledIn(text: string, random: Dice): string {
  return text
    .replace(/\{(-?[\d.]+)~([\d.]+)\}/g, (_, low: string, high: string) => numberBetween(random, low, Number(high)))
    .replaceAll('{who}', () => partner(random))
    .replaceAll('{county}', () => county(random));
}

function numberBetween(random: Dice, low: string, high: number): string {
  const digits = low.split('.')[1]?.length ?? 0;
  const scale = 10 ** digits;
  return (random.int(Math.round(Number(low) * scale), Math.round(high * scale)) / scale).toFixed(digits);
}
