import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertOwnSessions } from '#server/db/pooler.ts';
import { DiskPages } from '#server/pages/keep/disk-pages.ts';
import { temporaryFolder, until } from '../world/stores.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

const announce = (title: string) => site.publish(title, [article(`${SECTION}0003`, title)]);

test('[GW2] a database that lacks the newest publication, or holds another under its number, is noticed', async () => {
  await announce('一份公告');
  const { publications, database } = site;
  let lost: string | undefined;
  void publications.lost.then(({ message }) => (lost = message));
  await publications.refresh();
  expect(lost).toBeUndefined();
  const other = await startSite({ database: { ...database, drop: async () => {} }, changes: [] });
  await database.owner.query('delete from publication where no = 2');
  await publications.refresh();
  expect(lost).toMatch(/lacks publications .*up to number 2; its newest is number 1/);
  // the other server hears of a new one under the old number before it looks
  await announce('另一份公告').catch(() => {});
  let otherLost: string | undefined;
  void other.publications.lost.then(({ message }) => (otherLost = message));
  await other.publications.refresh();
  expect(otherLost).toMatch(/lacks publications/);
  await other.close();
});

test('[GW2] pages of a publication that the database lost are neither kept on disk nor taken over', async () => {
  const folder = temporaryFolder();
  const disk = new DiskPages(join(folder.path, 'pages'));
  const copies = { disk, instance: 'one' };
  const own = await startSite({ copies });
  await own.app.ready();
  const page = '/swhysc/news/company';
  await own.get(page);
  await own.publish('一份公告', [article(`${SECTION}0003`, '一份公告')]);
  await until('pages are on disk', () => disk.read()?.publication === 2);
  const copied = disk.read()!;
  expect(copied).toMatchObject({ publication: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await own.database.owner.query('delete from publication where no = 2');
  await own.publications.refresh();
  await own.publications.lost;
  expect(disk.read()).toBeNull();
  await own.close();
  expect(disk.read()).toBeNull();
  // a copy that was written elsewhere, as where the power was cut
  await disk.write(copied, () => true);
  const next = await startSite({ database: { ...own.database, drop: async () => {} }, changes: [], copies });
  await next.app.ready();
  expect(next.cache.kept()).toEqual([]);
  await next.end();
  await own.database.drop();
  folder.remove();
});

test('[GW3] a pooler that gives two connections one session is told, and so is one that drops a setting', async () => {
  const client = await site.database.connect();
  const settings = { TimeZone: 'UTC', jit: 'off' };
  /** gives each the one session, as a pooler does between transactions */
  const shared = (own: pg.Client): pg.Client =>
    new Proxy(own, {
      get: (target, key) => {
        if (key === 'processID') return 1;
        if (key === 'end') return async () => void (await target.query('rollback'));
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  await expect(assertOwnSessions(async () => shared(client), settings)).rejects.toThrow(/pool_mode = transaction/);
  await expect(assertOwnSessions(site.database.connect, settings)).resolves.toBeUndefined();
  await client.query(`set timezone = 'Asia/Shanghai'`);
  await expect(assertOwnSessions(async () => shared(client), settings)).rejects.toThrow(
    /settings that it asks for \(TimeZone\)/,
  );
  await client.end();
});
