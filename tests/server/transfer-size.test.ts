import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storeFile } from '#server/files/store.ts';
import { exportFrom, saveIn, startEnvironment, accept, type Environment } from '../world/transfer.ts';
import { article, smallWorld } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** bytes; whoever held the file and its spelling in base64 would hold more than twice that */
const FILE = 95 * 1024 * 1024;
const folder = temporaryFolder();
let environment: Environment;
beforeAll(async () => {
  environment = await startEnvironment(smallWorld());
  await accept(environment, [{ name: '自己', key: environment.key }]);
});
afterAll(async () => {
  await environment.site.end();
  folder.remove();
});

/** The most bytes outside of the heap that were held at a time while something was done, above those before. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const held = () => process.memoryUsage().arrayBuffers;
  const before = held();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, held())), 5);
  await work();
  clearInterval(looking);
  return most - before;
}

test('[BE1] [BE3] a stored file passes in pieces, out of an environment and into one', async () => {
  const { site } = environment;
  const { filepath } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { bytes: Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(FILE)]), extension: 'pdf' },
  );
  await site.publish('大文件', [
    article('00010002000100080003', '大文件', { attachments: [{ filename: '大.pdf', filepath }] }),
  ]);
  let path = '';
  expect(await peakOf(async () => (path = await exportFrom(environment, folder.path)))).toBeLessThan(FILE);
  // so that it has to be taken once more
  await site.database.ownerDb
    .updateTable('article')
    .set({ title: '更大的文件' })
    .where('title', '=', '大文件')
    .execute();
  expect(await peakOf(async () => expect(await saveIn(environment, path)).not.toBeNull())).toBeLessThan(FILE);
});
