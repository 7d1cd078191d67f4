import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { fillDemo, fillHistory } from '#demo/fill.ts';
import { emptyStores, FILL_PROGRAM, publications, shown, TODAY } from '../world/demo-stores.ts';
import { startChild } from '../world/children.ts';

const emptyStore = emptyStores();
let whole: Awaited<ReturnType<typeof emptyStore>>;
beforeAll(async () => {
  whole = await emptyStore();
  await fillDemo(whole);
  await fillHistory(whole);
});

test.each([3, 20])(
  '[PB1] a fill that was killed after %i publications goes on without a gap or a twin',
  async (count) => {
    const killed = await emptyStore();
    const child = startChild(process.execPath, [FILL_PROGRAM], {
      env: { ...process.env, DATABASE_URL: killed.database.url, FILES_DIR: killed.filesDir, DEMO_TODAY: TODAY },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while ((await publications(killed.database)).length < count && child.exitCode === null) await wait(10);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const made = (await publications(killed.database)).length;
    expect(made).toBeGreaterThanOrEqual(count);
    expect(made).toBeLessThan((await publications(whole.database)).length);
    // the next start is on another day: the fill that was begun is the one that is finished
    await fillDemo({ ...killed, today: '2025-06-21' });
    await fillHistory({ ...killed, today: '2025-06-21' });
    expect((await publications(killed.database)).map(({ title }) => title)).toEqual(
      (await publications(whole.database)).map(({ title }) => title),
    );
    expect(await shown(killed.database)).toEqual(await shown(whole.database));
  },
);
