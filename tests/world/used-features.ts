import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sendersSetting } from '#page/settings/senders.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { environmentKey } from '#features/transfer/server/environment-key.ts';
import { writeMark } from '#server/db/instance.ts';
import { keep } from '#server/db/kept.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { freePort } from '#tools/demonstration.ts';
import { cheapHash } from './cheap-password.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { approvedBy, hand, publishContextOf, type Hand } from './editions.ts';
import { signIn, type AskConsole } from './product-process.ts';
import { article, BOND_TRADER, channel, SECTION, smallWorld, startSite, type TestSite } from './site.ts';
import { until } from './stores.ts';
import { exportFrom } from './transfer.ts';

const DAY = 86_400_000;
/** milliseconds: other programs on the machine may keep work from its end */
export const PATIENCE = 300_000;
const NOTICES = `${SECTION}0003`;
const definition = JSON.parse(
  readFileSync('page-schemas/registers/bond-investment.json', 'utf8'),
) as RegisterDefinition;
const traders = Array.from({ length: 40 }, (_, at) => ({
  ...BOND_TRADER,
  staffName: `示例${at + 1}`,
  employeeNo: String(800_213 + at),
  certNo: `S99011240300${at + 17}`,
}));
/** name that a delivery brings for the first of them */
export const DELIVERED = '示例新名';

/** Template that a draft is proposed of every week. */
const TEMPLATE = {
  name: '每周公告',
  channelId: NOTICES,
  document: {
    title: '关于【事项】的公告',
    summary: '',
    content: '<p>【事项】</p>',
    source: '',
    category: '',
    tags: [],
    attachments: [],
    register: '',
    fields: [{ name: '事项', type: 'text', column: '' }],
  },
  rhythm: { every: 'week', month: 0, day: 1, isWorking: false },
};

/** A store in which each feature was used, and left in the midst of its work. */
export interface UsedStore {
  /** nobody is connected to it */
  database: TestDatabase;
  dataDir: string;
  /** manages the console and its content */
  admin: Hand & { password: string };
  reviewer: UsedStore['admin'];
  /** edition of a delivery that becomes public by a rule, a minute after it came */
  delivered: number;
  /** moving-in that is uploaded, and not yet checked */
  importId: string;
  /** file of another environment, and the draft that it became */
  arrived: { file: Buffer; editionId: number };
  /** address of the preview of that draft, for people without an account */
  shared: string;
  /** address at which the reader whose mails wait ends the alerts */
  endOfAlerts: string;
}

/** Uses each feature by its own doors. @param folder for files beside the store */
export async function useFeatures(folder: string): Promise<UsedStore> {
  const database = await createTestDatabase();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const site = await startSite({
    database,
    siteUrl: origin,
    changes: [
      ...smallWorld(),
      channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员公示', { type: 2, classOrder: 5 }),
      { kind: 'rows', document: { definition, dataDate: '2026-11-20', department: '合规部', rows: traders } },
    ],
    // no mail is taken
    mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'no-reply@site.test' },
  });
  await site.app.listen({ host: '127.0.0.1', port });
  const all = { channelId: '' };
  const admin = await hand(site, '管理甲', [
    { role: 'system-admin', ...all },
    { role: 'channel-admin', ...all },
  ]);
  const reviewer = await hand(site, '审核乙', [
    { role: 'reviewer', ...all },
    { role: 'publisher', ...all },
  ]);
  const password = randomUUID();
  await database.db
    .updateTable('staff')
    .set({ password: cheapHash(password) })
    .execute();
  const ask = await signIn(origin, { ...admin, password });
  // notices begin with the next step
  await site.run('notices');
  await done(ask('POST', '/notice-choice', { address: '', mails: 'none', quietFrom: 20, quietUntil: 8 }));
  const delivered = await deliver(site, { origin, ask, admin, reviewer });
  const importId = await moveIn(ask);
  const arrived = await bring(site, ask, folder);
  const made = await done(
    ask('POST', `/editions/${arrived.editionId}/shares`, { version: 1, days: 30, forWhom: '律师' }),
  );
  await done(ask('POST', `/editions/${arrived.editionId}/remarks`, { version: 1, text: '请核对' }));
  const shared = String(made.link).slice(origin.length);
  const used = { delivered, importId, arrived, shared, endOfAlerts: await subscribe(site, origin) };
  await done(ask('POST', '/templates', TEMPLATE));
  await done(ask('POST', '/set-up/skipped', { stage: 'brand', isSkipped: true }));
  await site.run('notices');
  await site.run('record');
  await done(ask('POST', '/record-check', {}));
  await untilData(ask, '/record-check', ({ last, isRunning }) => last !== null && !isRunning);

  const mark = randomUUID();
  await keep(database.db, 'instance', mark);
  writeMark(site.filesDir, mark);
  await site.close();
  await database.close();
  const people = { admin: { ...admin, password }, reviewer: { ...reviewer, password } };
  return { database, dataDir: dirname(site.filesDir), ...people, ...used };
}

/** The data of a call that was carried out. @throws with what it said else */
export async function done(answer: ReturnType<AskConsole>): Promise<any> {
  const { status, msg, data } = await answer;
  if (status >= 300) throw new Error(`${status} ${msg}`);
  return data;
}

/** Waits until what a call of the console answers is so, and returns that. */
export async function untilData(ask: AskConsole, path: string, isSo: (data: any) => boolean): Promise<any> {
  let data: any;
  await until(path, async () => isSo((data = await done(ask('GET', path)))), PATIENCE);
  return data;
}

/** Work on an import of articles, done to its end. */
export async function importWork(ask: AskConsole, importId: string, act: Promise<unknown>): Promise<void> {
  await act;
  const { job } = await untilData(ask, `/moving-in/${importId}`, (view) => view.job && view.job.state !== 'running');
  if (job.state !== 'done') throw new Error(`the work on an import is ${job.state}: ${job.message}`);
}

/** A delivery under a rule, which waits for a minute. @returns its edition */
async function deliver(
  site: TestSite,
  { origin, ask, admin, reviewer }: { origin: string; ask: AskConsole; admin: Hand; reviewer: Hand },
): Promise<number> {
  const { register, title } = definition;
  const lasts = shanghaiDate(Date.now() + 30 * DAY);
  const program = '人员日报';
  const { tokenId, token } = await done(
    ask('POST', '/delivery-tokens', { name: program, registers: [register], until: lasts }),
  );
  const rule = { title, program, token: tokenId, share: 50, until: lasts, wait: 1 };
  const edition = await approvedBy(site, admin, reviewer, [{ kind: 'feeding', id: register, document: rule }]);
  await publishEdition(publishContextOf(site), reviewer, edition);
  await site.publications.refresh();
  const [first, ...others] = traders;
  const answer = await fetch(`${origin}/feed/registers/${register}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ dataDate: '2026-11-20', rows: [{ ...first, staffName: DELIVERED }, ...others] }),
  });
  const { data } = (await answer.json()) as { data: { state: string; editionId: number; why: string } };
  if (data.state !== 'waiting') throw new Error(`the delivery is ${JSON.stringify(data)}`);
  return data.editionId;
}

/** Articles of a former site, uploaded and described. @returns their import */
async function moveIn(ask: AskConsole): Promise<string> {
  const { importId } = await done(ask('POST', '/moving-in', { name: '旧网站', upload: 'folder' }));
  const list = 'title,channel,date,html\n旧的一篇,要闻,2020-01-05,<p>旧文</p>\n';
  await done(ask('POST', `/moving-in/${importId}/files?path=list.csv`, Buffer.from(list)));
  await importWork(ask, importId, done(ask('POST', `/moving-in/${importId}/uploaded`, {})));
  const columns = { title: 'title', channel: 'channel', date: 'date', html: 'html' };
  const map = { columns, channels: { 要闻: '/news/company' } };
  await done(ask('POST', `/moving-in/${importId}/form`, { root: '', read: { list: 'list.csv' }, map }));
  return importId;
}

/** A file of another environment, which differs in the name of a channel, taken as a draft. */
async function bring(site: TestSite, ask: AskConsole, folder: string): Promise<UsedStore['arrived']> {
  const elsewhere = join(folder, 'elsewhere');
  const senders = [{ name: '测试环境', key: environmentKey(elsewhere).publicKey }];
  await site.publish('密钥', [{ kind: 'setting', id: sendersSetting.name, document: senders }]);
  const file = readFileSync(await exportFrom({ site, dataDir: elsewhere }, folder, []));
  await site.publish('改名', [
    channel(NOTICES, 'publicChannel/lossStatement', '遗失声明栏', { type: 2, classOrder: 3 }),
  ]);
  await sendExported(ask, file);
  await done(ask('POST', '/transfer/import/edition', { without: [], take: [] }));
  const { import: brought } = await untilData(ask, '/transfer', (state) => state.import.state === 'saved');
  return { file, editionId: brought.editionId };
}

/** Sends a file of another environment, and waits until it was compared. */
export async function sendExported(ask: AskConsole, file: Buffer): Promise<void> {
  await done(ask('POST', '/transfer/import?filename=a.site', file));
  const { import: sent } = await untilData(ask, '/transfer', (state) => state.import.state !== 'checking');
  if (sent.state !== 'ready') throw new Error(`the file is ${sent.state}: ${sent.problem}`);
}

/** A reader of notices, and the mails that wait for them: the one that asked, and one that tells of an article. @returns the way out */
async function subscribe(site: TestSite, origin: string): Promise<string> {
  const post = async (path: string, fields: Record<string, string>): Promise<void> => {
    const { status } = await fetch(origin + path, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(fields),
    });
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  await post('/alerts', { of: `channel:${NOTICES}`, address: 'reader@example.com', frequency: 'at-once' });
  const { body } = await site.database.db.selectFrom('mail_outbox').select('body').executeTakeFirstOrThrow();
  await post('/alerts/confirm', { t: /confirm\?t=(\S+)/.exec(body)![1]! });
  await site.publish('遗失', [article(NOTICES, '关于营业执照遗失的声明')]);
  await site.run('alerts');
  const { end_address: end } = await site.database.db
    .selectFrom('mail_outbox')
    .select('end_address')
    .where('purpose', '=', 'alert')
    .executeTakeFirstOrThrow();
  return end.slice(origin.length);
}
