import type { Dice } from '../../random.ts';
import { county, partner } from '../vocabulary.ts';

/** The sentences about one subject. {low~high} stands for a number that is drawn for each article. */
export interface Subject {
  theme: string;
  /** one of research.topics */
  topic: string;
  /** of research.tags, the most important first */
  tags: string[];
  /** headlines: questions or statements */
  titles: string[];
  facts: string[];
  reasons: string[];
  means: string[];
  doubts: string[];
  /** name, unit, minimum and maximum */
  measures: [name: string, unit: string, low: number, high: number][];
}

/** Fills in {who}, {county} and {low~high}; a number gets as many decimals as `low` has. */
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
