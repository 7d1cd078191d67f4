import type { RecordCheck } from '#wire/console-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { findRecordCheck } from '#server/record/check-record.ts';

/** milliseconds between two looks at whether a check is due, by any server of the store */
const LOOK_EVERY = 60_000;
/** milliseconds after the start, when visitors have their pages */
const FIRST = 5 * 60_000;
/** milliseconds between two checks, and after one that failed */
const EVERY = 24 * 3_600_000;
const AFTER_FAILURE = 3_600_000;

/** The checks of the record that a server makes by itself each day, and when somebody asks (RC4). */
export interface RecordChecks {
  /** the last, by whichever server or command; null before the first */
  readonly last: RecordCheck | null;
  /** when the newest check of this server failed; null where it has a result */
  readonly failedAt: Date | null;
  readonly isRunning: boolean;
  /** begins one unless one runs */
  begin(): void;
  /** waits for the one that runs */
  idle(): Promise<void>;
  end(): Promise<void>;
}

/** @param run makes one check @param found told of a check that found something */
export function startRecordChecks(
  db: Db,
  run: () => Promise<RecordCheck>,
  { found, failed }: { found: (check: RecordCheck) => void; failed: (error: unknown) => void },
): RecordChecks {
  const startedAt = Date.now();
  let last: RecordCheck | null = null;
  let failedAt: Date | null = null;
  let lastError = '';
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
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
    try {
      last = await findRecordCheck(db);
      const age = Date.now() - Date.parse(last?.at ?? '1970-01-01');
      // a moment to come, or none, was not written by a check
      const isDue = Date.now() - startedAt >= FIRST && !(age >= 0 && age < EVERY);
      const hasRested = failedAt === null || Date.now() - failedAt.getTime() >= AFTER_FAILURE;
      if (isDue && hasRested && !ended) begin();
      lastError = '';
    } catch (error) {
      // a database that is away is told once
      if (!ended && String(error) !== lastError) failed(error);
      lastError = String(error);
    }
    if (!ended) timer = setTimeout(() => (looking = look()), LOOK_EVERY).unref();
  };
  let looking = look();
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
    begin,
    idle: async () => void (await running),
    end: async () => {
      ended = true;
      clearTimeout(timer);
      await looking;
      await running;
    },
  };
}
