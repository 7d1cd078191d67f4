import type { RecordProblemCode } from '#rules/editions/record-problems.ts';

/** One sign that the record, or what is derived from what was published, is not what it was. */
export interface RecordProblem {
  /** number of the publication concerned; null when it is unknown */
  no: number | null;
  code: RecordProblemCode;
  /** words for operators */
  message: string;
}
