import type { RecordCheck } from '#wire/console-answers.ts';
import type { Call } from '#wire/console-calls.ts';

export interface RecordCheckState {
  /** null before the first */
  last: RecordCheck | null;
  /** ISO 8601, when a check failed that has no result; '' where the newest has one */
  failedAt: string;
  isRunning: boolean;
}

export interface CheckCalls {
  'GET /record-check': Call<RecordCheckState>;
  /** begins a check unless one runs */
  'POST /record-check': Call<RecordCheckState>;
}
