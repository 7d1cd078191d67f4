import { list, object, text } from '#page/schema-words.ts';
import type { Dice } from '../random.ts';
import { readTexts } from '../read-texts.ts';

const words = list(text(), { minItems: 1 });

/**
 * Words of invented news. Partners, counties and papers were made up of the stems; we know of nobody who uses them.
 * The last lists are what a story names some of.
 */
export const VOCABULARY = readTexts(
  new URL('./vocabulary.json', import.meta.url),
  object({
    stems: words,
    industries: words,
    legalForms: words,
    counties: words,
    papers: words,
    audiences: words,
    speakers: words,
    /** closing sentences of an article about the company */
    outlooks: words,
    cooperationFields: words,
    appChanges: words,
    yearlyTasks: words,
    systems: words,
    upgrades: words,
    campusCities: words,
  }),
);

const { stems, industries, legalForms, counties, papers, audiences, speakers, outlooks } = VOCABULARY;

export const partner = (random: Dice): string =>
  `${random.pick(stems)}${random.pick(industries)}${random.pick(legalForms)}`;
export const county = (random: Dice): string => random.pick(counties);
export const paper = (random: Dice): string => random.pick(papers);
export const audience = (random: Dice): string => random.pick(audiences);
export const speaker = (random: Dice): string => random.pick(speakers);
export const outlook = (random: Dice): string => random.pick(outlooks);

/** A number in Chinese usage: 12.5亿元 */
export const hundredMillions = (random: Dice, low: number, high: number): string =>
  `${random.int(low * 2, high * 2) / 2}亿元`;

/** A number from `low` to `high`, with as many decimals as `low` has. */
export function numberBetween(random: Dice, low: string, high: number): string {
  const digits = low.split('.')[1]?.length ?? 0;
  const scale = 10 ** digits;
  return (random.int(Math.round(Number(low) * scale), Math.round(high * scale)) / scale).toFixed(digits);
}
