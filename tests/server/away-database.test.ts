import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEmbedded, openDatabase } from '#server/db/connect.ts';
import { findSocketFolder } from '#server/db/embedded.ts';
import { limitServer } from '#server/db/server-rights.ts';
import { migrate } from '#server/db/migrate.ts';
import { storeFile } from '#server/files/store.ts';
import { isStoreAway } from '#server/errors.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';
import { proved, tries } from '#tests/world/proof.ts';

const folder = temporaryFolder();
let site: TestSite;
/** addresses of stored files by what becomes of them */
let files: { open: string; restricted: string; withdrawn: string };
beforeAll(async () => {
  const database = await openDatabase({ dataDir: folder.path, databaseUrl: null });
  await migrate(database);
  await limitServer(database, () => {});
  const more = { name: '', url: '', ownerUrl: '', owner: database.pool, ownerDb: database.db };
  site = await startSite({ database: { ...database, ...more, drop: database.close } });
  const store = async (content: string) =>
    (await storeFile({ db: database.db, dir: site.filesDir }, { bytes: Buffer.from(content), extension: 'pdf' }))
      .filepath;
  const [open, restricted, withdrawn] = await Promise.all(['%PDF-open', '%PDF-some', '%PDF-none'].map(store));
  const attached = (filepath: string) => ({ attachments: [{ filename: '附件.pdf', filepath }] });
  const { articleIds } = await site.publish('附件', [
    article(NEWS, '公开附件', attached(open!)),
    article(NEWS, '受限附件', { ...attached(restricted!), riskLevel: '0003' }),
    article(NEWS, '撤下的附件', attached(withdrawn!)),
  ]);
  await site.publish('撤下', [{ kind: 'article', id: String(articleIds[2]), withdraw: { reason: '更正' } }]);
  files = {
    open: `/static-file/${open}`,
    restricted: `/static-file/${restricted}`,
    withdrawn: `/static-file/${withdrawn}`,
  };
  // the list of public files is read before the database goes away
  await site.run('open files');
});
afterAll(async () => {
  await site.end();
  folder.remove();
});

const version = join(folder.path, 'postgres', 'PG_VERSION');
const postmaster = (): number =>
  Number(readFileSync(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
/** the postmaster and what it has started */
const processesOf = (pid: number): number[] => [
  pid,
  ...execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number),
];
const NEWS = '00010002000100020001';
const SEEN = '/swhysc/news/company';
let queries = 0;
/** never asked for before, so never in the cache */
const fresh = () => `/swhysc/news/company?pageSize=${10 + ++queries}`;
const CALL = '/swhy/service/wscms/v1/cms/infobaselist?channelId=00010002000100020001&pageSize=';

/** Milliseconds, on a busy machine, after which nobody is answered at once any more. */
const AT_ONCE = 15_000;

async function timed<T>(work: Promise<T>): Promise<{ took: number; answer: T }> {
  const began = performance.now();
  const answer = await work;
  return { took: performance.now() - began, answer };
}

async function expectAway(): Promise<void> {
  const page = await timed(site.get(fresh()));
  expect([page.answer.status, page.answer.headers['retry-after'], page.took < AT_ONCE]).toEqual([503, '10', true]);
  expect(page.answer.html).toMatch(/noindex[\s\S]*服务暂时不可用/);
  await expect
    .poll(async () => (await site.get(SEEN)).html, { timeout: 5_000 })
    .toMatch(/<body><p class="block__stale" role="status">数据截至 <time datetime="[^"]+">\d{4}-\d\d-\d\d \d\d:\d\d</);
  expect((await site.get(SEEN)).status).toBe(200);
  // nobody has asked for it before
  const file = await timed(site.get(files.open));
  expect([file.answer.status, file.answer.html, file.took < AT_ONCE]).toEqual([200, '%PDF-open', true]);
  const call = await timed(site.app.inject({ url: `${CALL}${10 + ++queries}` }));
  expect(call.took).toBeLessThan(AT_ONCE);
  // sessions of the console are read from the database
  const session = { url: '/console/api/editions', headers: { cookie: `console=${'a'.repeat(43)}` } };
  const others = [files.restricted, files.withdrawn].map((url) => site.app.inject({ url }));
  for (const answer of [call.answer, ...(await Promise.all(others)), await site.app.inject(session)])
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
  const write = await timed(
    site.publish('此时发布', [article(NEWS, '不会发布的新闻')]).catch((error: unknown) => error),
  );
  expect(write.answer).toSatisfy(isStoreAway);
  expect(write.took).toBeLessThan(AT_ONCE);
}

/** an unknown address is looked up among the retired ones, so the page asks the database and is never kept */
const recovers = () =>
  expect.poll(async () => (await site.get('/swhysc/nowhere')).status, { timeout: 30_000 }).toBe(404);

test(
  '[PD6] [RT9] a killed PostgreSQL is started again: pages seen before and public files stay, others and calls and acts are told at once, all recovers without a restart',
  { timeout: tries(120_000, 900_000) },
  async () => {
    expect((await site.get(SEEN)).status).toBe(200);
    const times = tries(2, 20);
    for (let time = 1; time <= times; time += 1) {
      const killed = postmaster();
      // the postmaster alone the first time, with all that it has started the second
      for (const one of time % 2 === 1 ? [killed] : processesOf(killed)) process.kill(one, 'SIGKILL');
      // the first time it cannot start again for a while
      if (time === 1) writeFileSync(version, '17\n');
      if (time === 1) {
        // a backend outlives its postmaster for a moment, and answers
        await expect.poll(async () => (await site.get(fresh())).status, { timeout: 10_000 }).toBe(503);
        await expectAway();
      }
      writeFileSync(version, '18\n');
      // a backend that outlives its postmaster would answer for it
      await expect.poll(postmaster, { timeout: 30_000 }).not.toBe(killed);
      await recovers();
    }
    await expect.poll(() => site.publications.away(), { timeout: 15_000 }).toBe(false);
    await site.publish('恢复后发布', [article(NEWS, '恢复后的新闻')]);
    const { html } = await site.get(SEEN);
    expect(html).toContain('恢复后的新闻');
    expect(html).not.toContain('数据截至');
    proved({
      fault: 'kill -9 of PostgreSQL',
      tries: times,
      outcome: 'pages seen stayed, others 503, no restart needed',
    });
  },
);

test('[PD8] [PD19] when the database goes away right after a publication, pages stay that it did not touch; home, first level and the most visited are drawn again', async () => {
  const [untouched, touched, visited] = ['news/company', 'publicChannel/lossStatement', 'publicChannel/complaint'].map(
    (path) => `/swhysc/${path}`,
  ) as [string, string, string];
  for (const path of [untouched, touched, visited, visited, visited, visited])
    expect((await site.get(path)).status).toBe(200);
  await site.publish('遗失声明与投诉渠道', [
    article(`${SECTION}0003`, '关于合同遗失的声明'),
    article(`${SECTION}0016`, '投诉渠道的新说明'),
    // in the menu of every page
    channel(`${SECTION}0017`, 'publicChannel/new', '新栏目'),
  ]);
  const { no } = await site.database.db
    .selectFrom('publication')
    .select((of) => of.fn.max('no').as('no'))
    .executeTakeFirstOrThrow();
  // home and first-level pages, for which nobody has asked, and what visitors ask for most
  for (const key of ['/?', '/publicChannel?', '/news/company?'])
    await expect.poll(() => site.cache.find(key)?.publication, { timeout: 10_000, message: key }).toBe(no);
  await expect.poll(() => site.cache.find('/publicChannel/complaint?')?.publication, { timeout: 10_000 }).toBe(no);
  const processes = processesOf(postmaster());
  const signal = (name: NodeJS.Signals) => processes.forEach((one) => process.kill(one, name));
  signal('SIGSTOP');
  try {
    await expect.poll(() => site.publications.away(), { timeout: 15_000 }).toBe(true);
    const answers = await Promise.all([untouched, touched, visited].map((path) => site.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
    expect(answers[0]!.html).toContain('数据截至');
    expect(answers[2]!.html).toContain('投诉渠道的新说明');
  } finally {
    signal('SIGCONT');
  }
  await recovers();
  await expect.poll(() => site.publications.away(), { timeout: 15_000 }).toBe(false);
  expect((await site.get(touched)).html).toContain('关于合同遗失的声明');
});

test('a frozen PostgreSQL keeps nobody waiting, and serves again when it moves', { timeout: 120_000 }, async () => {
  expect((await site.get(SEEN)).status).toBe(200);
  const processes = processesOf(postmaster());
  const signal = (name: NodeJS.Signals) => processes.forEach((one) => process.kill(one, name));
  signal('SIGSTOP');
  try {
    const [first, second] = await Promise.all([
      timed(site.get(fresh())),
      timed(site.publish('冻结时发布', [article(NEWS, '不会发布的新闻')]).catch((error: unknown) => error)),
    ]);
    expect([first.answer.status, first.took < AT_ONCE]).toEqual([503, true]);
    expect(second.answer).toSatisfy(isStoreAway);
    expect(second.took).toBeLessThan(AT_ONCE);
    await expectAway();
    // a statement of a program beside the server
    const beside = await timed(
      connectEmbedded(findSocketFolder(join(folder.path, 'postgres'))).catch((error: unknown) => error),
    );
    expect(beside.answer).toSatisfy(isStoreAway);
    expect(beside.took).toBeLessThan(AT_ONCE);
  } finally {
    signal('SIGCONT');
  }
  await recovers();
  expect(
    await sql<{ no: number }>`select count(*)::int as no from article where title = '不会发布的新闻'`.execute(
      site.database.db,
    ),
  ).toMatchObject({ rows: [{ no: 0 }] });
  proved({ fault: 'a frozen PostgreSQL', tries: 1, outcome: 'told within 5 s, nothing written, serves again' });
});

test('a slow query of a living database goes on, however long others wait', async () => {
  const { answer } = await timed(sql<{ slept: string }>`select pg_sleep(2.5)::text as slept`.execute(site.database.db));
  expect(answer.rows).toHaveLength(1);
});
