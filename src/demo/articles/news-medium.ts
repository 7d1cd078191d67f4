import { list, object, text } from '#page/schema-words.ts';
import type { Dice } from '../random.ts';
import { readTexts } from '../read-texts.ts';
import type { Story } from './draft.ts';
import { readStory } from './story.ts';
import { paper } from './vocabulary.ts';

/** 媒体报道: each subject appears once as a report, once as an interview and once as a column; the papers are invented. */
const SUBJECTS = readTexts(
  new URL('./media-subjects.json', import.meta.url),
  list(object({ theme: text(), question: text(), view: text(), practice: text(), caution: text() })),
);

const SLOTS = ['paper', 'theme', 'view', 'practice', 'caution'] as const;
const FORMS = [
  readStory('medium/report', [...SLOTS, 'question']),
  readStory('medium/interview', [...SLOTS, 'question']),
  readStory('medium/survey', SLOTS),
];

export function mediumStory(random: Dice, day: string): Story {
  const source = paper(random);
  const tell = random.pick(FORMS);
  return { ...tell(random, day, { paper: source, ...random.pick(SUBJECTS) }), source };
}
