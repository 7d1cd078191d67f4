import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertOwnSessions } from '#server/db/pooler.ts';
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
  await other.publications.refresh();
  expect((await other.publications.lost).message).toMatch(/lacks publications/);
  await other.close();
});

test('[GW3] a pooler that gives two connections one session is told, and what drops the time zone', async () => {
  const client = await site.database.connect();
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
  await expect(assertOwnSessions(async () => shared(client))).rejects.toThrow(/pool_mode = transaction/);
  await expect(assertOwnSessions(site.database.connect)).resolves.toBeUndefined();
  await client.query(`set timezone = 'Asia/Shanghai'`);
  await expect(assertOwnSessions(async () => shared(client))).rejects.toThrow(/does not have the time zone UTC/);
  await client.end();
});
