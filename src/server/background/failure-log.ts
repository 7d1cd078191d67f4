import { isDiskFull, isStoreAway } from '../errors.ts';
import { noteFailure } from '../http/shortages.ts';

/** Reports to the log that something in the background failed. @param message which work, and what becomes of it */
export type ReportFailure = (error: unknown, message: string) => void;

/**
 * PD21: a database that is away is one line of the log for all work in the background, until it has answered since.
 * @param seenAt milliseconds since 1970 of the last answer of the database
 */
export function createFailureLog(warn: (facts: object, message: string) => void, seenAt: () => number): ReportFailure {
  let awayAt = -Infinity;
  return (error, message) => {
    noteFailure(error);
    if (!isStoreAway(error) || isDiskFull(error)) return warn({ err: error }, message);
    if (awayAt >= seenAt()) return;
    awayAt = Date.now();
    warn({ err: error }, `the database is away, and all work in the background waits for it: ${message}`);
  };
}
