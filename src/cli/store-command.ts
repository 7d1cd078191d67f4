import { BackupProblem } from '#server/db/backup/format.ts';
import { damageProblem, StoreProblem } from '#server/db/store-problem.ts';
import { EnvProblems } from '#server/env.ts';
import { isStoreAway, Refused } from '#server/errors.ts';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import { Unusable } from './import-options.ts';
import { printError } from './print.ts';

/**
 * Runs a command on a whole store: problems that a person can mend are one sentence and exit code 2; 1 for a file of another
 * environment that is not taken, or none that can be written. @param mendable further classes of such problems
 */
export async function endWith(
  main: (args: string[]) => Promise<number>,
  mendable: readonly (new (...given: never[]) => Error)[] = [],
): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (reason) {
    const error = damageProblem(reason);
    const isExpected = [StoreProblem, BackupProblem, TransferRefused, EnvProblems, Unusable, ...mendable, Refused].some(
      (kind) => error instanceof kind,
    );
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!isExpected && !isStoreAway(error) && !/^E[A-Z]+$/.test(code)) throw error;
    printError(message);
    process.exitCode = error instanceof TransferRefused ? 1 : 2;
  }
}
