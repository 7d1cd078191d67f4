import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { connectTo } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { createRecordKeeper } from '#server/record/keeper.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { proved } from '../world/proof.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';
import {
  following,
  makePair,
  openMovingAddress,
  promote,
  startMember,
  type Member,
  type MovingAddress,
} from '../world/standby.ts';
import { temporaryFolder, until } from '../world/stores.ts';

/** milliseconds in which writes are back; other programs on the machine may make it longer */
const WITHIN = 15_000;
const isProof = process.env.PROOF_FILE !== undefined;

const folder = temporaryFolder();
afterAll(() => folder.remove());
let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.toReversed()) await end().catch(() => {});
  ends = [];
});

/** A site whose database has a standby, at an address that moves. */
async function startBoth(name: string, settings: Record<string, string>) {
  const place = join(folder.path, name);
  mkdirSync(place);
  const { primary: first, standby: second } = await makePair(place);
  // commits wait for the standby from its first connection on
  const primary = await startMember(first, settings);
  const standby = await startMember(second, following(first));
  const address = await openMovingAddress(primary);
  // other programs on the machine may keep a database from answering
  const database = await connectTo({ connectionString: address.url }, 'external', undefined, { silentAfter: 30_000 });
  await migrate(database);
  const more = { name: '', url: address.url, ownerUrl: address.url, owner: database.pool, ownerDb: database.db };
  const heads = { file: join(place, 'heads.jsonl'), syslog: null, webhook: null };
  const site = await startSite({ database: { ...database, ...more, drop: database.close }, timers: true, heads });
  ends = [() => primary.stop(), () => standby.stop(), () => address.close(), () => site.end()];
  return { site, primary, standby, second, address, heads };
}

async function failOver(standby: Member, address: MovingAddress): Promise<void> {
  await promote(standby);
  address.leadTo(standby);
}

const announce = (site: TestSite, title: string) => site.publish(title, [article(`${SECTION}0003`, title)]);

test('[GW1] a fail-over to a standby: reads go on, writes are back within 15 s, and nothing acknowledged is lost', async () => {
  const { site, primary, standby, address } = await startBoth('synchronous', { synchronous_standby_names: 'standby' });
  const read = '/swhysc/news/company';
  await site.get(read);
  const acknowledged: string[] = [];
  const answers = new Map<number, number>();
  const over = new AbortController();
  let isPaused = false;
  const reading = (async () => {
    while (!over.signal.aborted) {
      const { status } = await site.get(read);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await pause(20);
    }
  })();
  let number = 0;
  const writing = (async () => {
    while (!over.signal.aborted) {
      if (isPaused) {
        await pause(5);
        continue;
      }
      const title = `第 ${++number} 份公告`;
      await announce(site, title).then(
        () => acknowledged.push(title),
        () => pause(50),
      );
    }
  })();
  await until('some are acknowledged', () => acknowledged.length >= 5);
  // in the moment of a publication no page is known to be untouched by it (PD8)
  isPaused = true;
  await until('it is known what they touched', () =>
    site.cache.kept().some(({ key }) => key.includes('/news/company')),
  );
  await primary.kill();
  isPaused = false;
  const before = acknowledged.length;
  const began = performance.now();
  await failOver(standby, address);
  await until('writes are back', () => acknowledged.length > before);
  const took = performance.now() - began;
  over.abort();
  await Promise.all([reading, writing]);
  const { rows } = await site.database.pool.query<{ title: string }>('select title from publication');
  const stored = new Set(rows.map(({ title }) => title));
  const lost = acknowledged.filter((title) => !stored.has(title));
  expect(lost).toEqual([]);
  expect([...answers.keys()]).toEqual([200]);
  if (isProof) expect(took).toBeLessThan(WITHIN);
  expect(await verifyLog(site.database.db)).toEqual([]);
  proved({
    fault: 'the primary is killed under reads and publications, and a synchronous standby takes over',
    tries: acknowledged.length,
    outcome: `nothing acknowledged lost, every read answered, writes back after ${(took / 1000).toFixed(1)} s`,
  });
});

test('[GW2] an asynchronous standby without the newest publications is noticed: the server says so and ends, and heads tell it at the next start', async () => {
  const { site, primary, standby, second, address, heads } = await startBoth('asynchronous', {});
  await announce(site, '两边都有的公告');
  const client = await primary.connect();
  await until('the standby has it', async () => {
    const { rows } = await client.query('select from pg_stat_replication where replay_lsn = pg_current_wal_lsn()');
    return rows.length > 0;
  });
  await standby.stop();
  await announce(site, '只有主库有的公告');
  await site.run('record');
  expect(site.publications.current()).toBe(3);
  await client.end();
  await primary.kill();
  const late = await startMember(second, following(primary.folder));
  ends.push(() => late.stop());
  await failOver(late, address);
  expect((await site.publications.lost).message).toMatch(/lacks publications .*up to number 3; its newest is number 2/);

  const failed = vi.fn<(error: unknown, what: string) => void>();
  const keeper = createRecordKeeper(site.database.db, heads, { site: 'http://site.test', failed });
  await keeper.keep();
  expect(failed.mock.calls.map(([, what]) => what)).toEqual([
    expect.stringMatching(/^head \d+ in .* is not that of the record/),
  ]);
});
