import { existsSync } from 'node:fs';
import { databaseFolder } from '#server/db/data-folder.ts';
import { migrate } from '#server/db/migrate.ts';
import { damageProblem, StoreProblem } from '#server/db/store-problem.ts';
import { holdsDemo } from '#demo/fill.ts';
import { listDemoStaff } from '#demo/staff.ts';
import { EnvProblems, loadEnv } from '#server/env.ts';
import { ACCOUNT, foldAccount } from '#rules/people/account-name.ts';
import { addPerson, listPeople, makeLink, setGrants, setState } from '#server/people/staff/accounts.ts';
import { record } from '#server/people/staff/audit.ts';
import { printError, printWords, tellUsage } from './print.ts';
import { openBesideServer } from './stored-site.ts';

const USAGE = 'Usage: npm run create-admin -- ACCOUNT [NAME], e.g. npm run create-admin -- li.min 李敏';

/**
 * Creates a system administrator of the console, or gives that role back to an existing person. Prints a one-time link,
 * valid for 48 hours, to set a password. Needs no sign-in: whoever can run this owns the store.
 */
async function main(args: string[]): Promise<number> {
  const told = tellUsage(args, USAGE);
  if (told !== null) return told;
  const [typed = '', name = ''] = args;
  const account = foldAccount(typed);
  if (!ACCOUNT.test(account)) {
    printError(
      `${USAGE}\nAn account has 3 to 32 lower-case letters, digits, dots or hyphens, and begins with a letter.`,
    );
    return 2;
  }
  const env = loadEnv(process.env);
  if (env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir))) {
    printError(`There is no store in ${env.dataDir}. Start the site once, or set DATA_DIR or DATABASE_URL.`);
    return 2;
  }
  const database = await openBesideServer(env);
  try {
    await migrate(database);
    if (
      (await holdsDemo(database.db)) &&
      (await listDemoStaff(database.db)).some((person) => person.account === account)
    ) {
      printError(
        `${account} is an invented person of the demonstration, or was added by one, whom DEMO=off shuts out. Choose another account.`,
      );
      return 2;
    }
    const link = await database.db.transaction().execute(async (trx) => {
      const known = (await listPeople(trx)).find((person) => person.account === account);
      const grants = [
        ...(known?.grants ?? []).filter(({ role }) => role !== 'system-admin'),
        { role: 'system-admin' as const, channelId: '' },
      ];
      const id = known?.staffId ?? (await addPerson(trx, { account, name: name.trim() || account, grants }))!;
      if (known) {
        await setState(trx, id, 'active');
        await setGrants(trx, id, grants);
      }
      const made = await makeLink(trx, id);
      await record(
        trx,
        { staffId: null, account: 'create-admin', address: 'command line' },
        known ? 'people.reset' : 'people.add',
        { subject: `staff:${id}`, facts: { account, grants } },
      );
      return made;
    });
    printWords(
      `Open this address within 48 hours and set a password; it works once:\n${env.siteUrl}/console/set-password#${link}`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (reason) {
  const error = damageProblem(reason);
  if (!(error instanceof StoreProblem || error instanceof EnvProblems)) throw error;
  printError(error.message);
  process.exitCode = 2;
}
