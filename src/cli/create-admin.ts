import { migrate } from '#server/db/migrate.ts';
import { holdsDemo } from '#demo/fill.ts';
import { listDemoStaff } from '#demo/staff.ts';
import { ACCOUNT, foldAccount } from '#rules/people/account-name.ts';
import type { Grant } from '#rules/people/staff-rights.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { addPerson, listPeople, makeLink, setGrants, setState } from '#server/people/staff/accounts.ts';
import { record } from '#server/people/staff/audit.ts';
import { phrase } from '#server/phrase.mjs';
import { runAsCommand, Unusable, type GivenWords } from './command.ts';
import { createAdmin } from './commands.ts';
import { printWords } from './print.ts';
import { openBesideServer } from './stored-site.ts';
import { assertStore, environment } from './with-site.ts';

/**
 * Creates a system administrator of the console, or gives that role back to an existing person. Prints a one-time link,
 * valid for 48 hours, to set a password. Needs no sign-in: whoever can run this owns the store.
 */
async function main({ operands: [typed = '', name = ''] }: GivenWords<typeof createAdmin.options>): Promise<number> {
  const account = foldAccount(typed);
  if (!ACCOUNT.test(account))
    throw new Unusable({
      zh: `账号“${typed}”不能用：账号有 3 到 32 个小写字母、数字、点或连字符，以字母开头，如 li.min。`,
      en: `The account "${typed}" cannot be used: an account has 3 to 32 lower-case letters, digits, dots or hyphens, and begins with a letter, such as li.min.`,
    });
  const env = environment();
  assertStore(env);
  const database = await openBesideServer(env);
  try {
    await migrate(database);
    if (
      (await holdsDemo(database.db)) &&
      (await listDemoStaff(database.db)).some((person) => person.account === account)
    )
      throw new Unusable({
        zh: `账号 ${account} 是演示中虚构的人，或由这样的人添加，DEMO=off 时不能登录。请换一个账号。`,
        en: `The account ${account} is an invented person of the demonstration, or was added by one, whom DEMO=off shuts out. Choose another account.`,
      });
    const link = await database.db.transaction().execute(async (trx) => {
      const known = (await listPeople(trx)).find((person) => person.account === account);
      const admin: Grant = { role: 'system-admin', channelId: '' };
      const grants = [...(known?.grants ?? []).filter(({ role }) => role !== 'system-admin'), admin];
      const id = known?.staffId ?? (await addPerson(trx, { account, name: name.trim() || account, grants }))!;
      if (known) {
        await setState(trx, id, 'active');
        await setGrants(trx, id, grants, [admin]);
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
    const address = `${env.siteUrl}/console/set-password#${link}`;
    printWords(
      phrase({
        zh: `请在 48 小时内打开下面的地址并设置密码；只能用一次：\n${address}`,
        en: `Open this address within 48 hours and set a password; it works once:\n${address}`,
      }),
    );
    return EXIT.done;
  } finally {
    await database.close();
  }
}

await runAsCommand(createAdmin, main);
