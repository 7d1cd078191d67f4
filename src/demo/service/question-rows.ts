import { list, object, text } from '#page/schema-words.ts';
import { permanent, type RegisterHistory, type Row } from '../registers/history.ts';
import type { World } from '../registers/world.ts';
import { readTexts } from '../read-texts.ts';

const QUESTIONS = readTexts(
  new URL('./questions.json', import.meta.url),
  list(object({ category: text(), questions: list(object({ question: text(), answer: text() })) })),
);

/** Minimum number of questions of each category in a small demonstration. */
const LEAST = 2;

/** 常见问题. The numbers are part of addresses (#q-0101), so they follow from the position: category, then question. */
export const questionRegister = ({ share, ends }: World): RegisterHistory =>
  permanent('question', ends[0]!, () => rows(share));

function rows(share: number): Row[] {
  return QUESTIONS.flatMap(({ category, questions }, group) =>
    questions.slice(0, share === 1 ? questions.length : LEAST).map(({ question, answer }, place): Row => ({
      questionId: two(group + 1) + two(place + 1),
      category,
      question,
      answer,
    })),
  );
}

const two = (value: number): string => String(value).padStart(2, '0');
