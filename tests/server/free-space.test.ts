import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish } from '#server/store/publication/publish.ts';
import { freeSpaceOf, StoreFull } from '#server/db/free-space.ts';
import { fillProblem } from '#demo/fill-problem.ts';
import { storeFile } from '#server/files/store.ts';
import { article, startSite, type TestSite } from '../world/site.ts';
import { proved } from '#tests/world/proof.ts';

const MB = 1024 * 1024;
let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

test('below 256 MB of free disk acts and files are refused in words, reads go on, and with room again all works without a restart', async () => {
  let free = 255 * MB;
  const freeSpace = async () => free;
  const act = () =>
    publish(
      { db: site.database.db, freeSpace },
      {
        title: '新闻',
        writtenBy: '甲',
        approvedBy: '乙',
        changes: [article('00010002000100020001', '空间恢复后的新闻')],
      },
    );
  const upload = () =>
    storeFile(
      { db: site.database.db, dir: site.filesDir, freeSpace },
      { bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), extension: 'pdf' },
    );
  for (const write of [act, upload]) {
    const refusal = await write().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreFull);
    expect((refusal as StoreFull).message).toBe(
      '磁盘空间不足：只剩 255 MB，少于 256 MB，暂停保存、发布、导入和上传；已公布的内容不受影响，腾出空间后即可继续',
    );
    expect((fillProblem(refusal) as Error).message).toMatch(
      /^The disk of DATA_DIR has 255 MB left, less than the 256 MB that writing needs\./,
    );
  }
  expect(await readdir(join(site.filesDir, '.incoming'))).toEqual([]);
  expect((await site.get('/swhysc/news/company')).status).toBe(200);
  free = 256 * MB;
  await upload();
  await act();
  await site.publications.refresh();
  expect((await site.get('/swhysc/news/company')).html).toContain('空间恢复后的新闻');
  proved({ fault: 'less than 256 MB free', tries: 2, outcome: 'refused in words; works again without a restart' });
});

test('free space is that of the folder’s disk; a system that does not tell refuses nothing', async () => {
  expect(await freeSpaceOf(site.filesDir)()).toBeGreaterThan(MB);
  expect(await freeSpaceOf('/nowhere/at/all')()).toBe(Infinity);
});
