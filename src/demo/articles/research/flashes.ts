import { cityNames } from '../../cities.ts';
import { dice, type Dice } from '../../random.ts';
import { county, partner } from '../vocabulary.ts';
import { flashKinds, type FlashKind } from './flash-kinds.ts';
import { PHRASES } from './phrases.ts';
import { filledIn, type Subject } from './subject.ts';

export interface Flash {
  title: string;
  text: string;
}

const { goods, indexes, boards } = PHRASES.flash;

/** In each round, the number of flashes that quote a research article; each kind of news adds one flash. */
const QUOTES = 5;
const ROUND = [...flashKinds, ...Array.from({ length: QUOTES }, () => null)];

/**
 * Makes one flash. Each kind appears once in a round, in a shuffled order, so that neighbouring flashes differ.
 * @param rowNo position among all flashes, newest first
 * @param random seeded by the row and the attempt
 */
export function tellFlash(rowNo: number, random: Dice, subjects: Subject[]): Flash {
  const kind = shuffled(ROUND, dice('flash-round', Math.floor(rowNo / ROUND.length)))[rowNo % ROUND.length]!;
  if (kind) return tellKind(kind, random);
  const subject = random.pick(subjects);
  return {
    title: `研究速递｜${subject.theme}：${random.pick(subject.titles)}`,
    text: `${filledIn(random.pick(subject.facts), random)}${filledIn(random.pick([...subject.reasons, ...subject.means, ...subject.doubts]), random)}`,
  };
}

function shuffled<T>(from: readonly T[], random: Dice): T[] {
  const left = [...from];
  return from.map(() => left.splice(random.int(0, left.length - 1), 1)[0]!);
}

function tellKind({ titles, facts, views, words = {} }: FlashKind, random: Dice): Flash {
  const [board, board2, board3] = shuffled(boards, random) as [string, string, string];
  const slots: Record<string, string> = {
    who: partner(random),
    county: county(random),
    city: random.pick(cityNames),
    good: random.pick(goods),
    index: random.pick(indexes),
    board,
    board2,
    board3,
  };
  for (const [name, choices] of Object.entries(words)) {
    const [first, second = ''] = filledIn(random.pick(choices), random).split('/');
    Object.assign(slots, { [name]: first, [`${name}2`]: second });
  }
  const filled = (template: string) =>
    filledIn(
      template
        .replace(/\[([^\]]+)\]/g, (_, choices: string) => random.pick(choices.split('|')))
        .replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot),
      random,
    );
  return { title: filled(random.pick(titles)), text: filled(random.pick(facts)) + filled(random.pick(views)) };
}

/** The sentences of a text with # for each number: two flashes that share one of them say the same. */
export const sayingsOf = (text: string): string[] =>
  text.split(/(?<=。)/u).map((sentence) => sentence.replace(/[\d.]+/g, '#'));
