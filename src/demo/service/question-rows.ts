import { permanent, type RegisterHistory, type Row } from '../registers/history.ts';
import type { World } from '../registers/world.ts';
import { QUESTIONS_A } from './questions-a.ts';
import { QUESTIONS_B } from './questions-b.ts';

/** Minimum number of questions of each category in a small demonstration. */
const LEAST = 2;

/** 常见问题. The numbers are part of addresses (#q-0101), so they follow from the position: category, then question. */
export const questionRegister = ({ share, ends }: World): RegisterHistory =>
  permanent('question', ends[0]!, () => rows(share));

function rows(share: number): Row[] {
  return Object.entries({ ...QUESTIONS_A, ...QUESTIONS_B }).flatMap(([category, questions], group) =>
    questions.slice(0, share === 1 ? questions.length : LEAST).map(([question, answer], place): Row => ({
      questionId: two(group + 1) + two(place + 1),
      category,
      question,
      answer,
    })),
  );
}

const two = (value: number): string => String(value).padStart(2, '0');
