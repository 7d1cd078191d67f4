import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '#kinds/index.ts';
import { loadEnv } from '#server/env.ts';
import { storeFile } from '#server/files/store.ts';
import { addPerson, setGrants } from '#server/people/staff/accounts.ts';
import { record } from '#server/people/staff/audit.ts';
import { openStore } from '#server/store/open-store.ts';
import { publish } from '#server/store/publication/publish.ts';

/**
 * A program to be killed while it acts on DATA_DIR. It publishes articles with a file and gives roles, one after the
 * other. It prints a line when each is acknowledged: {"publication": number, "title"} or {"person": account}.
 */
const [run = ''] = process.argv.slice(2);
const env = loadEnv(process.env);
const { database } = await openStore(env);
const { db } = database;
const files = { db, dir: join(env.dataDir, 'files') };
const actor = { staffId: null, account: 'test', address: '' };
const postmaster = Number(readFileSync(join(env.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const printLine = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const channel = (channelId: string, parentId: string, name: string): Change => ({
  kind: 'channel',
  document: { channelId, parentId, classOrder: 1, url: name, name, type: 1 },
});
const begun = await db.selectFrom('publication').select('no').limit(1).executeTakeFirst();
if (!begun)
  await publish(database, {
    title: '建站',
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [channel('000100020001', '', 'root'), channel('0001000200010001', '000100020001', 'news')],
  });
printLine({ postmaster });

for (let at = 0; ; at += 1) {
  const title = `公告 ${run}-${at}`;
  const { filepath } = await storeFile(files, { bytes: Buffer.from(`%PDF-${title}`), extension: 'pdf' });
  const { no } = await publish(database, {
    title,
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [
      {
        kind: 'article',
        document: {
          channelId: '0001000200010001',
          title,
          content: `<p>${title}</p>`,
          contentTime: '2026-11-01T08:00:00.000Z',
          attachments: [{ filename: '附件.pdf', filepath }],
        },
      },
    ],
  });
  printLine({ publication: no, title });
  const account = `p-${run}-${at}`;
  await db.transaction().execute(async (trx) => {
    const staffId = (await addPerson(trx, { account, name: '某人', grants: [] }))!;
    await setGrants(trx, staffId, [{ role: 'editor', channelId: '' }]);
    await record(trx, actor, 'people.grants', { subject: account });
  });
  printLine({ person: account });
}
