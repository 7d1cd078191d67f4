import { appendFileSync } from 'node:fs';

/** Report of a test about one fault for `npm run proof`. */
export interface Proved {
  /** the fault, as a noun: 'kill -9 of the server while it publishes' */
  fault: string;
  /** number of tries */
  tries: number;
  /** the outcome, with figures: '0 lost, 0 half done' */
  outcome: string;
}

/**
 * Number of tries of a fault: `short` in npm test, `long` in npm run proof (PROOF_FILE is set). It is `long` in npm run
 * test:slow (TEST_FURTHER is set), too, for the files that tests/vitest.config.ts names. A number of tries, seconds of
 * load, size of a file: the test itself is the same.
 */
export const tries = (short: number, long: number): number =>
  process.env.PROOF_FILE === undefined && process.env.TEST_FURTHER === undefined ? short : long;

/** Notes what came of a fault, at the end of the test that tried it; npm run proof prints it, npm test does not. */
export function proved(fact: Proved): void {
  if (process.env.PROOF_FILE !== undefined) appendFileSync(process.env.PROOF_FILE, `${JSON.stringify(fact)}\n`);
}
