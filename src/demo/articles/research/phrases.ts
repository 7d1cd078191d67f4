import { list, object, text } from '#page/schema-words.ts';
import { readTexts } from '../../read-texts.ts';
import { sentence } from './subject.ts';

const words = list(text(), { minItems: 1 });
const leads = list(sentence('day', 'theme'), { minItems: 1 });

/** Sentences that research articles have around the sentences of their subject, by column; the words of flashes. */
export const PHRASES = readTexts(
  new URL('./phrases.json', import.meta.url),
  object({
    hot: object({ leads, cautions: words }),
    /** `evidence` and `logic` are headings */
    picks: object({ formats: words, evidence: words, logic: words, sources: words }),
    news: object({ voices: words, cautions: words }),
    wealth: object({ leads, advice: words, sources: words }),
    flash: object({ goods: words, indexes: words, boards: words }),
  }),
);
