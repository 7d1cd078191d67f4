import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStoredBytes } from '#server/files/stored-bytes.ts';
import { createScrub } from '#server/files/scrub.ts';
import { storeFile } from '#server/files/store.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { verifyFiles } from '#server/store/publication/verify-files.ts';
import type { FileCheck } from '#wire/console-answers.ts';
import { hand } from '../world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NAMES = ['年报.pdf', '章程.pdf', '制度.pdf'] as const;
const contentOf = (name: string): string => `%PDF-1.4 ${name}\n%%EOF`;

let site: TestSite;
let headers: Record<string, string>;
let filepaths: string[];
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  const store = (name: string) =>
    storeFile({ db: site.database.db, dir: site.filesDir }, { bytes: Buffer.from(contentOf(name)) });
  filepaths = (await Promise.all(NAMES.map(store))).map(({ filepath }) => filepath);
  await site.publish('有附件的公告', [
    article(`${SECTION}0018`, '公告', {
      attachments: NAMES.map((filename, at) => ({ filename, filepath: filepaths[at]! })),
    }),
  ]);
  const writer = await hand(site, '编辑甲', [{ role: 'editor', channelId: SECTION }]);
  const session = await beginSession(site.database.db, writer.staffId, '10.0.0.1');
  headers = { host: 'localhost', origin: ORIGIN, cookie: `console=${session}` };
});
afterAll(() => site.end());

const pathOf = (at: number) => join(site.filesDir, filepaths[at]!);
const flipOneByte = async (path: string) => {
  const bytes = await readFile(path);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(path, bytes);
};
const putBack = (at: number) => writeFile(pathOf(at), contentOf(NAMES[at]!));
const statusOf = async (at: number) => (await site.get(`/static-file/${filepaths[at]}`)).status;
const fileCheck = async (method: 'GET' | 'POST' = 'GET') => {
  const answer = await site.app.inject({ method, url: '/console/api/file-check', headers });
  return (answer.json() as { data: FileCheck }).data;
};
const metric = async (name: string) => {
  const { html } = await site.get('/metrics', { host: 'localhost' });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(html)?.[1]);
};

test('[PD5] a file found damaged stands on the workbench and in the metrics, until it is uploaded again or put back', async () => {
  expect(await fileCheck()).toEqual({ damaged: [], checkedAt: '', files: 0 });
  expect([await statusOf(0), await statusOf(1)]).toEqual([200, 200]);
  await flipOneByte(pathOf(0));
  await rm(pathOf(1));
  expect([await statusOf(0), await statusOf(1)]).toEqual([404, 404]);
  expect((await fileCheck()).damaged).toEqual([
    { filepath: filepaths[0], filename: '年报.pdf', damage: 'changed', isMaterial: false },
    { filepath: filepaths[1], filename: '章程.pdf', damage: 'missing', isMaterial: false },
  ]);
  expect(await metric('site_files_damaged')).toBe(2);
  const uploaded = await site.app.inject({
    method: 'POST',
    url: '/console/api/files?filename=a.pdf',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(contentOf(NAMES[0])),
  });
  expect(uploaded.statusCode).toBe(200);
  expect((await fileCheck()).damaged.map(({ filename }) => filename)).toEqual(['章程.pdf']);
  expect(await statusOf(0)).toBe(200);
  await putBack(1);
  expect((await fileCheck('POST')).damaged).toEqual([]);
  expect([await statusOf(1), await metric('site_files_damaged')]).toEqual([200, 0]);
});

test('[PD5] the scrub reads every file anew, also those that nobody opens, and tells what it finds', async () => {
  const found: unknown[] = [];
  const waits: number[] = [];
  const bytes = openStoredBytes(site.filesDir);
  // whole when it was opened, as a disk that loses bits later has it
  const opened = await bytes.open(filepaths[2]!);
  if (typeof opened !== 'string') await opened.close();
  const scrub = createScrub(site.database.db, [{ table: 'file', bytes }], {
    found: (...of) => found.push(of),
    pause: async (milliseconds) => waits.push(milliseconds),
  });
  expect(scrub.last).toBeNull();
  await flipOneByte(pathOf(2));
  await scrub.pass(new AbortController().signal);
  expect(found).toEqual([[filepaths[2], 'changed']]);
  expect(scrub.damaged()).toEqual([{ table: 'file', filepath: filepaths[2], damage: 'changed' }]);
  expect(scrub.last?.files).toBe(NAMES.length);
  // the scrub waits after every file
  expect(waits).toHaveLength(NAMES.length);
  await putBack(2);
  await scrub.checkDamaged();
  expect(scrub.damaged()).toEqual([]);
});

test('[PD5] a scrub that a stop cuts off has passed nothing', async () => {
  const ending = new AbortController();
  const bytes = openStoredBytes(site.filesDir);
  const scrub = createScrub(site.database.db, [{ table: 'file', bytes }], {
    found: () => {},
    pause: async (_milliseconds, signal) => {
      ending.abort();
      signal.throwIfAborted();
    },
  });
  await expect(scrub.pass(ending.signal)).rejects.toThrow('aborted');
  expect(scrub.last).toBeNull();
});

test('[PD5] a file that was cleaned away since it was listed is no damage', async () => {
  const { filepath } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { bytes: Buffer.from('%PDF-1.4 never named') },
  );
  const bytes = openStoredBytes(site.filesDir);
  await rm(join(site.filesDir, filepath));
  expect(await bytes.check(filepath)).toBe('missing');
  await site.database.db.deleteFrom('file').where('filepath', '=', filepath).execute();
  const scrub = createScrub(site.database.db, [{ table: 'file', bytes }], { found: () => {} });
  await scrub.checkDamaged();
  expect(scrub.damaged()).toEqual([]);
});

test('[PD5] verify-log hashes every file that anything published names, withdrawn or not', async () => {
  const verify = () => verifyFiles(site.database.db, site.filesDir);
  expect(await verify()).toEqual({ files: NAMES.length, problems: [] });
  const { articleId } = await site.database.db
    .selectFrom('article')
    .select('article_id as articleId')
    .where('title', '=', '公告')
    .executeTakeFirstOrThrow();
  await site.publish('撤下', [{ kind: 'article', id: String(articleId), withdraw: { reason: '更正' } }]);
  await flipOneByte(pathOf(0));
  await rm(pathOf(1));
  const { problems } = await verify();
  expect(problems.map(({ no, code, message }) => [no, code, message.includes('.pdf')])).toEqual(
    filepaths
      .slice(0, 2)
      .toSorted()
      .map((filepath) => [2, filepath === filepaths[0] ? 'file-changed' : 'file-missing', true]),
  );
});
