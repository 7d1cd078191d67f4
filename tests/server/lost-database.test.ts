import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreProblem } from '#server/db/store-problem.ts';
import { fillApplications } from '#demo/applications.ts';
import { assertFilesPresent } from '#server/store/assert-files.ts';
import { storeFile } from '#server/files/store.ts';
import { outcomes } from '#wire/outcomes.ts';
import { createTestDatabase } from '../world/database.ts';
import { article, channel, startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

test('connections that the database ends while they are in use fail their pages, and the server goes on without a restart', async () => {
  const killer = await site.database.connect('killer');
  const reading = Promise.all(
    Array.from({ length: 60 }, (_, at) => site.get(`/swhysc/news/company?pageSize=${(at % 50) + 3}&pageNum=1`)),
  );
  for (let round = 0; round < 8; round += 1) {
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await new Promise((done) => setTimeout(done, 40));
  }
  const statuses = (await reading).map(({ status }) => status);
  expect(statuses.every((status) => [200, 500, 503].includes(status))).toBe(true);
  await killer.end();
  await expect
    .poll(async () => (await site.get('/swhysc/news/company?pageSize=99')).status, { timeout: 5_000 })
    .toBe(200);
});

test('[CH7] while the channels cannot be loaded pages stand with the last known tree and a tip, and are not kept', async () => {
  const tip = outcomes['no channels'].text;
  const page = () => site.get('/swhysc/news/company');
  expect((await page()).html).not.toContain(tip);
  await site.publish('新栏目与新闻', [
    channel('0001000200010009', 'reports', '新开栏目', { classOrder: 9 }),
    article('00010002000100020001', '新发布的新闻'),
  ]);
  await sql`alter table channel rename to channel_away`.execute(site.database.db);
  try {
    for (const { status, html } of [await page(), await page()]) {
      expect(status).toBe(200);
      expect(html).toContain(tip);
      expect(html).toContain('新发布的新闻');
      expect(html).toMatch(/class="menu__item" href="\/swhysc\/publicChannel"/);
      expect(html).not.toContain('新开栏目');
    }
  } finally {
    await sql`alter table channel_away rename to channel`.execute(site.database.db);
  }
  const { html } = await page();
  expect(html).not.toContain(tip);
  expect(html).toContain('新开栏目');
});

test('materials of an application that are gone are refused as stored files are; a store that never had any starts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'swtest-lost-'));
  const database = await createTestDatabase();
  const filesDir = join(dataDir, 'files');
  try {
    await expect(assertFilesPresent(database.db, filesDir)).resolves.toBeUndefined();
    await fillApplications(database.db, filesDir, '2026-11-20');
    await expect(assertFilesPresent(database.db, filesDir)).resolves.toBeUndefined();
    await rm(join(dataDir, 'materials'), { recursive: true });
    const refusal = await assertFilesPresent(database.db, filesDir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreProblem);
    expect((refusal as StoreProblem).message).toMatch(
      /^12 of 12 files that customers sent are missing from .*materials, for example .*\.pdf\. Restore the folder from the backup/,
    );
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true });
  }
});

test('a files folder that lost a stored file is refused, with how many and which', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'swtest-lost-'));
  try {
    const { filepath } = await storeFile(
      { db: site.database.db, dir },
      { bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), extension: 'pdf' },
    );
    await expect(assertFilesPresent(site.database.db, dir)).resolves.toBeUndefined();
    await rm(join(dir, filepath));
    await mkdir(join(dir, 'elsewhere'), { recursive: true });
    await writeFile(join(dir, 'elsewhere/x.pdf'), 'x');
    const refusal = await assertFilesPresent(site.database.db, dir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreProblem);
    expect((refusal as StoreProblem).message).toContain(`1 of 1 stored files are missing`);
    expect((refusal as StoreProblem).message).toContain(filepath);
  } finally {
    await rm(dir, { recursive: true });
  }
});
