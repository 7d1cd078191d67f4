import { list, object, text, type ValueOf, type Word } from '#page/schema-words.ts';
import type { Dice } from '../../random.ts';
import { decimal, readTexts } from '../../read-texts.ts';
import { county, numberBetween, partner } from '../vocabulary.ts';

/** A sentence in which {low~high} stands for a number that is drawn, and names in braces for words; it has no other braces. */
export const sentence = (...names: string[]): Word<string> =>
  text({ pattern: `^([^{}]|\\{(${[...names, 'who', 'county', '-?[0-9.]+~[0-9.]+'].join('|')})\\})*$` });

/** The sentences about one subject. */
const subject = object({
  theme: text(),
  /** one of research.topics */
  topic: text(),
  /** tags of research.tags, the most important first */
  tags: list(text()),
  /** headlines: questions or statements */
  titles: list(text()),
  facts: list(sentence()),
  reasons: list(sentence()),
  means: list(sentence()),
  doubts: list(sentence()),
  measures: list(object({ name: text(), unit: text(), low: decimal, high: decimal })),
});

export type Subject = ValueOf<typeof subject>;

const subjectsOf = (name: string): Subject[] =>
  readTexts(new URL(`./${name}-subjects.json`, import.meta.url), list(subject));

/** Monetary policy, prices and public finance; industries: what 示例研究所 writes about. Samples and numbers are invented. */
export const economicSubjects = [...subjectsOf('macro'), ...subjectsOf('industry')];

/** 财富理财: what a prudent adviser tells a household. */
export const wealthSubjects = subjectsOf('wealth');

/** Fills in {who}, {county} and {low~high}; a number gets as many decimals as `low` has. */
export function filledIn(sentence: string, random: Dice): string {
  return sentence
    .replace(/\{(-?[\d.]+)~([\d.]+)\}/g, (_, low: string, high: string) => numberBetween(random, low, Number(high)))
    .replaceAll('{who}', () => partner(random))
    .replaceAll('{county}', () => county(random));
}
