import type { RecordCheck } from '#wire/console-answers.ts';

export interface RecordCheckState {
  /** last check; null before the first */
  last: RecordCheck | null;
  /** ISO 8601, when a check failed that has no result; '' where the newest has one */
  failedAt: string;
  isRunning: boolean;
}
