import { RECORD_PROBLEMS, type RecordProblemCode } from '#rules/editions/record-problems.ts';
import { phrase } from '#server/phrase.mjs';

/** Line of a finding of a check of the record: its code (docs/errors.md), and what exactly was found, in English. */
export const recordProblem = ({ code, message }: { code: RecordProblemCode; message: string }): string =>
  phrase({ zh: `${code}（${RECORD_PROBLEMS[code]}）：${message}`, en: `${code}: ${message}` });
