import { mkdtemp, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreProblem } from '#server/db/store-problem.ts';
import { fillApplications } from '#demo/applications.ts';
import { assertFilesPresent } from '#server/store/publication/assert-files.ts';
import { storeFile } from '#server/files/store.ts';
import { outcomes } from '#wire/outcomes.ts';
import { createTestDatabase } from '../world/database.ts';
import { article, channel, startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

/** a start without START_WITHOUT_FILES */
const strict = { withoutFiles: false, say: () => {} };

test('connections that the database ends while they are in use fail their pages, and the server goes on without a restart', async () => {
  const killer = await site.database.connectAsOwner('killer');
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
  // tables that a publication does not read and its site does: the pages of its first level are drawn at once (PD19)
  await sql`alter table page rename to page_away`.execute(site.database.ownerDb);
  try {
    await site.publish('新栏目与新闻', [
      channel('0001000200010009', 'reports', '新开栏目', { classOrder: 9 }),
      article('0001000200010009', '第一份报告'),
      article('00010002000100020001', '新发布的新闻'),
    ]);
    for (const { status, html } of [await page(), await page()]) {
      expect(status).toBe(200);
      expect(html).toContain(tip);
      expect(html).toContain('新发布的新闻');
      expect(html).toMatch(/class="menu__item" href="\/swhysc\/publicChannel"/);
      expect(html).not.toContain('新开栏目');
    }
  } finally {
    await sql`alter table page_away rename to page`.execute(site.database.ownerDb);
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
    await expect(assertFilesPresent(database.db, filesDir, strict)).resolves.toBeUndefined();
    await fillApplications(database.db, filesDir, '2026-11-20');
    await expect(assertFilesPresent(database.db, filesDir, strict)).resolves.toBeUndefined();
    await rm(join(dataDir, 'materials'), { recursive: true });
    const refusal = await assertFilesPresent(database.db, filesDir, strict).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreProblem);
    expect((refusal as StoreProblem).message).toMatch(
      /^12 of 12 files that customers sent in .*materials are missing or damaged:\n {2}.*\.pdf: missing\n[\s\S]*Restore them from the backup/,
    );
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true });
  }
});

test('[PD7] a files folder that lost stored files is refused, with all of them; START_WITHOUT_FILES=on serves the rest', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'swtest-lost-'));
  try {
    const store = (content: string) =>
      storeFile({ db: site.database.db, dir }, { bytes: Buffer.from(content), extension: 'pdf' });
    const { filepath } = await store('%PDF-1.4\n%%EOF\n');
    const cut = await store('%PDF-1.4 cut short');
    await store('%PDF-1.4 whole');
    await expect(assertFilesPresent(site.database.db, dir, strict)).resolves.toBeUndefined();
    await rm(join(dir, filepath));
    await truncate(join(dir, cut.filepath), 5);
    await mkdir(join(dir, 'elsewhere'), { recursive: true });
    await writeFile(join(dir, 'elsewhere/x.pdf'), 'x');
    const refusal = await assertFilesPresent(site.database.db, dir, strict).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreProblem);
    const { message } = refusal as StoreProblem;
    expect(message).toContain(`2 of 3 stored files in ${dir} are missing or damaged:`);
    expect(message).toContain(`\n  ${filepath}: missing\n`);
    expect(message).toContain(`\n  ${cut.filepath}: 5 bytes instead of 18\n`);
    expect(message).toContain('START_WITHOUT_FILES=on');
    const reports: string[] = [];
    await assertFilesPresent(site.database.db, dir, { withoutFiles: true, say: (line) => reports.push(line) });
    expect(reports.join('\n')).toContain(`\n  ${filepath}: missing\n`);
  } finally {
    await rm(dir, { recursive: true });
  }
});
