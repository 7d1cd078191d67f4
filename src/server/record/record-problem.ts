import type { RecordProblemCode } from '#rules/editions/record-problems.ts';

/** One sign that the record, or what is derived from what was published, is not what it was. */
export interface RecordProblem {
  /** of the publication concerned; null when it cannot be told */
  no: number | null;
  code: RecordProblemCode;
  /** for operators */
  message: string;
}
