import { appendFileSync } from 'node:fs';

/** What a test tells `npm run proof` of one fault. */
export interface Proved {
  /** what was done to the product, as a noun: 'kill -9 of the server while it publishes' */
  fault: string;
  /** how often */
  tries: number;
  /** what came of it, with figures: '0 lost, 0 half done' */
  outcome: string;
}

/**
 * How much of a fault is tried: `short` in npm test, `long` in npm run proof (PROOF_FILE is set), and in npm run test:slow
 * (TEST_FURTHER is set) for the files that tests/vitest.config.ts names. A number of tries, seconds of load, size of a
 * file: the test itself is the same.
 */
export const tries = (short: number, long: number): number =>
  process.env.PROOF_FILE === undefined && process.env.TEST_FURTHER === undefined ? short : long;

/** Notes what came of a fault, at the end of the test that tried it; npm run proof prints it, npm test does not. */
export function proved(fact: Proved): void {
  if (process.env.PROOF_FILE !== undefined) appendFileSync(process.env.PROOF_FILE, `${JSON.stringify(fact)}\n`);
}
