import { list, object, optional, text, type ValueOf, type Word } from '#page/schema-words.ts';
import { readTexts } from '../../read-texts.ts';

/**
 * A kind of flash. In its texts `[a|b]` stands for one of several words, `{low~high}` for a number. `{who}`,
 * `{county}`, `{city}`, `{good}`, `{index}`, `{board}`, `{board2}` and `{board3}` have the same value throughout one
 * flash, as have the words in `words`.
 */
const flashKind = object({
  titles: list(text()),
  /** sentences that tell what happened */
  facts: list(text()),
  /** sentences that comment on it */
  views: list(text()),
  /** chosen once for each flash: a word, or two words that belong together, separated by / (`{move}/{move2}`) */
  words: optional({ type: 'object', additionalProperties: list(text()) } as Word<Record<string, string[]>>),
});

export type FlashKind = ValueOf<typeof flashKind>;

export const flashKinds = readTexts(new URL('./flash-kinds.json', import.meta.url), list(flashKind));
