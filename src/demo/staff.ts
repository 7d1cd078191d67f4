import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Grant } from '#rules/people/staff-rights.ts';
import type { Person } from '#wire/console-answers.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { addPerson, listPeople } from '#server/people/staff/accounts.ts';
import { hashPassword } from '#server/people/staff/passwords.ts';
import { phrase } from '#server/phrase.mjs';

const DISCLOSURE = '0001000200010008';
const NEWS = '0001000200010002';
const CUSTOMER_SERVICE = '0001000200010005';

/** One person for every role, and some whose role is limited to a part of the site. */
const PEOPLE: readonly [account: string, name: string, ...grants: Grant[]][] = [
  ['editor', '演示编辑甲', { role: 'editor', channelId: '' }],
  ['editor-news', '演示编辑乙（新闻）', { role: 'editor', channelId: NEWS }],
  ['editor-disclosure', '演示编辑丙（信息公告）', { role: 'editor', channelId: DISCLOSURE }],
  ['reviewer', '演示审核甲', { role: 'reviewer', channelId: '' }],
  ['reviewer-service', '演示审核乙（客户服务）', { role: 'reviewer', channelId: CUSTOMER_SERVICE }],
  ['publisher', '演示发布甲', { role: 'publisher', channelId: '' }],
  ['channel-admin', '演示栏目管理甲', { role: 'channel-admin', channelId: '' }],
  ['system-admin', '演示系统管理甲', { role: 'system-admin', channelId: '' }],
  ['system-admin-2', '演示系统管理乙', { role: 'system-admin', channelId: '' }],
  ['auditor', '演示审计甲', { role: 'auditor', channelId: '' }],
];

/** An entry of DATA_DIR/demo-accounts.json. */
interface DemoAccount {
  account: string;
  name: string;
  password: string;
}

/** LS10: the invented staff of a store that holds the demonstration, and everybody they added. */
export async function listDemoStaff(db: Db): Promise<Pick<Person, 'staffId' | 'account' | 'state'>[]> {
  const invented = new Map(PEOPLE.map(([account, name]) => [account, name]));
  const people = await listPeople(db);
  const theirs = await withAdded(
    db,
    people.filter(({ account, name }) => invented.get(account) === name).map(({ staffId }) => staffId),
  );
  return people.filter(({ staffId }) => theirs.has(staffId));
}

/** These staff, those whom they added, those whom those added, and so on, read from the audit log. */
async function withAdded(db: Db, staffIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ staff_id: number }>`with recursive theirs as (
      select unnest(${staffIds}::bigint[]) as staff_id
      union
      select substr(audit.subject, length('staff:') + 1)::bigint
      from audit join theirs on theirs.staff_id = audit.staff_id
      where audit.act = 'people.add' and audit.outcome = 'done'
    ) select staff_id from theirs`.execute(db);
  return new Set(rows.map(({ staff_id }) => staff_id));
}

/**
 * Creates accounts to try out the console, once. Their passwords are random and need no change; they are written to a
 * file that only its owner can read.
 * @returns lines to print; none on later starts
 */
export async function makeDemoStaff({ db }: Pick<Database, 'db'>, dataDir: string): Promise<string[]> {
  if (await db.selectFrom('staff').select('staff_id').limit(1).executeTakeFirst()) return [];
  const made: DemoAccount[] = [];
  for (const [account, name, ...grants] of PEOPLE) {
    const password = randomBytes(12).toString('base64url');
    const hash = await hashPassword(password, { lane: 'other', who: 'demonstration' });
    // another server on this store may be creating the same accounts; the first one wins
    if ((await addPerson(db, { account, name, grants }, { hash, mustChange: false })) !== null)
      made.push({ account, name, password });
  }
  if (made.length === 0) return [];
  const file = join(dataDir, 'demo-accounts.json');
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return [
    phrase({
      zh: `管理后台的演示账号（人物是虚构的；也写在文件 ${file} 中）：`,
      en: `Demonstration accounts of the console (invented people; also in the file ${file}):`,
    }),
    ...made.map(({ account, name, password }) => `  ${account.padEnd(18)} ${password}  ${name}`),
  ];
}
