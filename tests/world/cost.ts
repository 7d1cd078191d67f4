import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const ROOT = new URL('../../', import.meta.url);

// read by the Node that a machine has, so plain JavaScript without types
const commands = (await import(new URL('src/cli/processor-seconds.mjs', ROOT).href)) as {
  processorSeconds: () => number;
};

/** Processor seconds of this process and of all that it has started, so far. */
export const { processorSeconds } = commands;

/** Adds what a test file has cost to the costs of the run that TEST_COSTS names; outside of a whole run it does nothing. */
export function noteCost(file: string, seconds: number): void {
  const costs = process.env.TEST_COSTS;
  if (costs) appendFileSync(costs, `${JSON.stringify({ file: relative(ROOT.pathname, file), seconds })}\n`);
}
