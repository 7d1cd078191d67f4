import type { RecordCheck } from '#wire/console-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { findRecordCheck } from '#server/record/check-record.ts';

/** milliseconds after the start, when visitors have their pages */
const FIRST = 5 * 60_000;
/** milliseconds between two checks, and after one that failed */
const EVERY = 24 * 3_600_000;
const AFTER_FAILURE = 3_600_000;

/** Checks of the record that a server makes by itself each day, and on request (RC4). */
export interface RecordChecks {
  /** last check, by any server or command; null before the first */
  readonly last: RecordCheck | null;
  /** time at which the newest check of this server failed; null where it has a result */
  readonly failedAt: Date | null;
  readonly isRunning: boolean;
  /** begins one where it is due, by any server of the store */
  look(): Promise<void>;
  /** begins one unless one runs */
  begin(): void;
  /** waits for the one that runs */
  idle(): Promise<void>;
  /** ends the running check; its end is no failure */
  end(): Promise<void>;
}

/** @param run makes one check @param found called with a check that found something */
export function createRecordChecks(
  db: Db,
  run: () => Promise<RecordCheck>,
  { found, failed }: { found: (check: RecordCheck) => void; failed: (error: unknown) => void },
): RecordChecks {
  const startedAt = Date.now();
  let last: RecordCheck | null = null;
  let failedAt: Date | null = null;
  let running: Promise<void> | null = null;
  let ended = false;

  const check = async (): Promise<void> => {
    try {
      last = await run();
      failedAt = null;
      if (last.found > 0) found(last);
    } catch (error) {
      failedAt = new Date();
      if (!ended) failed(error);
    } finally {
      running = null;
    }
  };
  const begin = (): void => void (running ??= check());
  const look = async (): Promise<void> => {
    last = await findRecordCheck(db);
    const age = Date.now() - Date.parse(last?.at ?? '1970-01-01');
    // a time in the future, or no time, was not written by a check
    const isDue = Date.now() - startedAt >= FIRST && !(age >= 0 && age < EVERY);
    const hasRested = failedAt === null || Date.now() - failedAt.getTime() >= AFTER_FAILURE;
    if (isDue && hasRested && !ended) begin();
  };
  return {
    get last() {
      return last;
    },
    get failedAt() {
      return failedAt;
    },
    get isRunning() {
      return running !== null;
    },
    look,
    begin,
    idle: async () => void (await running),
    end: async () => {
      ended = true;
      await running;
    },
  };
}
