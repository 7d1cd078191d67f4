import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chineseDay, chineseMonthDay } from '../calendar.ts';
import { cityNames, provinces } from '../cities.ts';
import { personName } from '../names.ts';
import type { Dice } from '../random.ts';
import { markdownBlocks } from '../read-texts.ts';
import { audience, county, numberBetween, outlook, partner, speaker } from './vocabulary.ts';

/**
 * A story of the demonstration is a Markdown file. It begins with its titles, of which one is drawn. In the text
 * `{name}` stands for a word, `{low~high}` for a number that is drawn, and `[a|b]` for one of several wordings. Words
 * that stay the same throughout a story stand above the titles, between two lines `---`:
 *
 *     crop: 玉米 | 苹果                    one of these
 *     where: {county}                      one county for the whole story
 *     work / detail: 助学 / 资助学生 | …    words that belong together
 *
 * All is drawn in the order in which it stands; one of several wordings is drawn when all of them are filled in.
 */
interface StoryText {
  words: { names: string[]; choices: string[] }[];
  titles: string[];
  /** HTML */
  blocks: string[];
}

/** Words in the place of a name; a function is called each time the name appears. HTML of a table or list fills a paragraph. */
export type Slot = string | number | (() => string);

export interface StoryParts {
  title: string;
  blocks: string[];
}

export type Tell = (random: Dice, day: string) => StoryParts;

const TEXTS = new URL('../texts/', import.meta.url);

/** Names that every story may use: the day of the story, and words that are drawn anew each time. */
const COMMON: Record<string, (random: Dice, day: string) => string> = {
  day: (_, day) => chineseMonthDay(day),
  date: (_, day) => chineseDay(day),
  year: (_, day) => day.slice(0, 4),
  month: (_, day) => String(Number(day.slice(5, 7))),
  audience,
  city: (random) => random.pick(cityNames),
  county,
  outlook,
  partner,
  person: personName,
  province: (random) => random.pick(provinces).name,
  speaker,
};

/**
 * Reads a story and returns the function that tells it.
 * @param file its name below the folder, without .md
 * @param names of the slots that only this story has
 * @throws Error with file and line where a name is unknown, a range runs backwards, or words do not go together; and for
 * a name that is not used
 */
export function readStory<Name extends string>(
  file: string,
  names: readonly Name[],
  folder = TEXTS,
): (random: Dice, day: string, slots: Readonly<Record<Name, Slot>>) => StoryParts {
  const text = parseStory(new URL(`${file}.md`, folder), names);
  return (random, day, slots) => fillStory(text, random, day, slots);
}

/** A story whose slots, if it has any, follow from the day and the dice. */
export function story<Name extends string>(
  file: string,
  names: readonly Name[] = [],
  slots: (random: Dice, day: string) => Readonly<Record<Name, Slot>> = () => ({}) as Record<Name, Slot>,
): Tell {
  const tell = readStory(file, names);
  return (random, day) => tell(random, day, slots(random, day));
}

/** Reads and checks the file of a story. */
function parseStory(file: URL, slots: readonly string[]): StoryText {
  const name = basename(fileURLToPath(file));
  const source = readFileSync(file, 'utf8');
  const [, head = '', titles = '', text = ''] = /^(?:---\n([^]*?)\n---\n)?((?:# .+\n)+)\n([^]+)$/.exec(source) ?? [];
  if (titles === '')
    throw new Error(
      `${name}: a story begins with its titles, "# 工作会议召开", and an empty line; words stand above them between two lines "---".`,
    );
  const refused = (at: number, message: string) =>
    new Error(`${name}:${source.slice(0, at).split('\n').length}: ${message}`);
  const words =
    head === ''
      ? []
      : head.split(/\n(?!\|)/).map((line) => wordsIn(line, (message) => refused(source.indexOf(line), message)));
  const own = [...slots, ...words.flatMap(({ names }) => names)];
  const inside = [...source.matchAll(/\{([^{}\n]*)\}?/g)];
  for (const { 0: place, 1: slot = '', index } of inside) {
    const range = RANGE.exec(slot);
    if (
      range
        ? Number(range[1]) > Number(range[2])
        : !(Object.hasOwn(COMMON, slot) || own.includes(slot)) || !place.endsWith('}')
    )
      throw refused(index, `${place} is neither a range nor one of ${[...own, ...Object.keys(COMMON)].join(', ')}.`);
  }
  // Word's text between <! and > has brackets, too
  const alone = source.replace(/\[[^[\]]*\|[^[\]]*\]|<!.*?>/g, (whole) => ' '.repeat(whole.length)).search(/[[\]]/);
  if (alone !== -1) throw refused(alone, '[ and ] enclose wordings with | between them.');
  const idle = own.filter((one) => !inside.some(([, slot]) => slot === one));
  if (idle.length > 0) throw new Error(`${name}: ${idle.join(', ')} does not stand in the text.`);
  return {
    words,
    titles: titles
      .trim()
      .split('\n')
      .map((line) => line.slice(2)),
    blocks: markdownBlocks(text),
  };
}

function wordsIn(line: string, refused: (message: string) => Error): StoryText['words'][number] {
  const [, left = '', right = ''] = /^([\w /]+): ([^]+)$/.exec(line) ?? [];
  const names = left.split(' / ');
  const choices = right.split(/\s*\| */);
  if (left === '' || choices.some((choice) => choice.split(' / ').length !== names.length))
    throw refused(`words are written as "crop: 玉米 | 苹果" or "crop / unit: 玉米 / 吨 | 生猪 / 头".`);
  return { names, choices };
}

const RANGE = /^(-?\d+(?:\.\d+)?)~(-?\d+(?:\.\d+)?)$/;

function fillStory(
  { words, titles, blocks }: StoryText,
  random: Dice,
  day: string,
  slots: Readonly<Record<string, Slot>>,
): StoryParts {
  const known: Record<string, Slot> = { ...slots };
  const valueOf = (name: string): string => {
    const range = RANGE.exec(name);
    if (range) return numberBetween(random, range[1]!, Number(range[2]));
    const slot = known[name] ?? COMMON[name]!(random, day);
    return typeof slot === 'function' ? slot() : String(slot);
  };
  const oneOf = (texts: string[]): string => (texts.length === 1 ? fill(texts[0]!) : random.pick(texts.map(fill)));
  const fill = (text: string): string =>
    text.replace(/\[([^[\]]*\|[^[\]]*)\]|\{([^{}]+)\}/g, (_, choices: string | undefined, name: string) =>
      choices === undefined ? valueOf(name) : oneOf(choices.split(/\|\n?/)),
    );
  for (const { names, choices } of words) {
    const together = oneOf(choices).split(' / ');
    names.forEach((name, at) => (known[name] = together[at]!));
  }
  return {
    title: oneOf(titles),
    // a table or a list fills the paragraph that holds it
    blocks: blocks.map((block) => fill(block).replace(/^<p>(<(?:table|ul)>[^]*)<\/p>$/, '$1')),
  };
}
