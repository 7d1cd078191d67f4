import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { fillDemo, fillHistory } from '#demo/fill.ts';
import type { Database } from '#server/db/connect.ts';
import { publish } from '#server/store/publication/publish.ts';
import { startChild } from '../world/children.ts';
import { emptyStores, FILL_PROGRAM, publications, shown, TODAY } from '../world/demo-stores.ts';

const emptyStore = emptyStores();
let fill: Awaited<ReturnType<typeof emptyStore>>;

beforeAll(async () => {
  fill = await emptyStore();
  await fillDemo(fill);
  await fillHistory(fill);
});

test('[PB1] of servers that share an empty store one fills and the other waits; when the first is killed the other takes up the fill', async () => {
  const store = await emptyStore();
  const start = () => {
    const child = startChild(process.execPath, [FILL_PROGRAM], {
      env: { ...process.env, DATABASE_URL: store.database.url, FILES_DIR: store.filesDir, DEMO_TODAY: TODAY },
      stdio: 'pipe',
    });
    const started = { child, said: '', ended: once(child, 'close') };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (words: string) => (started.said += words));
    return started;
  };
  const first = start();
  while ((await publications(store.database)).length < 3 && first.child.exitCode === null) await wait(10);
  const other = start();
  const isWaiting = () => other.said.includes('another server fills this store; waiting for it');
  while (!isWaiting() && other.child.exitCode === null) await wait(10);
  first.child.kill('SIGKILL');
  await Promise.all([first, other].map(({ ended }) => ended));
  expect(isWaiting()).toBe(true);
  expect([other.child.exitCode, /^.*(Error|Refused|cannot).*$/m.exec(other.said)?.[0]]).toEqual([0, undefined]);
  expect((await publications(store.database)).map(({ title }) => title)).toEqual(
    (await publications(fill.database)).map(({ title }) => title),
  );
  expect(await shown(store.database)).toEqual(await shown(fill.database));
  expect(await store.database.db.selectFrom('kept').select('value').where('name', '=', 'demo.done').execute()).toEqual([
    { value: 'all' },
  ]);
});

test('[PB3] the same day gives the same publication log, hash by hash; history is taken over after an act of an editor that was faster', async () => {
  const again = await emptyStore();
  await fillDemo(again);
  const log = await publications(again.database);
  expect(log).toEqual((await publications(fill.database)).slice(0, log.length));
  const { at } = await publish(again.database, {
    title: '编辑发布',
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [{ kind: 'setting', id: 'note', document: 1 }],
  });
  await fillHistory(again);
  const last = (await publications(again.database)).at(-1)!;
  expect(last.title).toContain('历史文章接入');
  expect(last.at).toEqual(at);
  // but for when it was published
  const contents = async (database: Database) =>
    (await shown(database)).map((line) => line.replace(/"public_from":"[^"]*"/, '')).sort();
  expect(await contents(again.database)).toEqual(await contents(fill.database));
});
