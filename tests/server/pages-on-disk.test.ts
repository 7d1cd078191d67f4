import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#tools/demonstration.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import type { Front } from '#server/serve.ts';
import { standIn } from '#server/stand-in.ts';
import { publish } from '#server/store/publication/publish.ts';
import type { Change } from '#kinds/index.ts';
import { connectEmbedded } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { findSocketFolder } from '#server/db/embedded.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { proved } from '../world/proof.ts';
import { smallWorld } from '../world/site.ts';
import { startProgram, temporaryFolder, until } from '../world/stores.ts';

vi.setConfig({ testTimeout: 120_000 });

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const folder = temporaryFolder();
const index = join(folder.path, 'pages/index.json');
const NEWS = '/swhysc/news/company';
const LOSS = '/swhysc/publicChannel/lossStatement';

let database: TestDatabase;
let way: Way;
let port: number;
let server: ChildProcess | null = null;

/** A way to the database that can be closed: then connections are refused. */
interface Way {
  port: number;
  open: () => Promise<void>;
  shut: () => Promise<void>;
  /** connections are taken, and nothing is answered */
  silence: () => Promise<void>;
}

async function wayTo(url: string): Promise<Way> {
  const { hostname, port: given, searchParams } = new URL(url.replace('@/', '@socket/'));
  const socket = searchParams.get('host');
  const target = socket ? { path: `${socket}/.s.PGSQL.5432` } : { host: hostname, port: Number(given) };
  const own = await freePort();
  const open = new Set<Socket>();
  let listening: Server;
  const take = (one: Socket) => open.add(one.on('error', () => {}).on('close', () => open.delete(one)));
  const listen = async (taken: (from: Socket) => void): Promise<void> => {
    listening = createServer((from) => taken(take(from) && from)).listen(own, '127.0.0.1');
    await once(listening, 'listening');
  };
  return {
    port: own,
    open: () =>
      listen((from) => {
        const to = connect(target);
        take(to);
        from.pipe(to).pipe(from);
        from.on('close', () => to.destroy());
        to.on('close', () => from.destroy());
      }),
    silence: () => listen((from) => void from.resume()),
    shut: async () => {
      listening.close();
      for (const one of open) one.destroy();
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await markOpened(database.db);
  way = await wayTo(database.url);
  await way.open();
  port = await freePort();
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await way.shut();
  await database.drop();
  folder.remove();
});

const act = (changes: Change[]) => publish(database, { title: '发布', writtenBy: '甲', approvedBy: '乙', changes });

function start(more: Record<string, string> = {}): ChildProcess {
  const { username, pathname } = new URL(database.url.replace('@/', '@socket/'));
  return (server = startProgram(
    MAIN,
    {
      PORT: String(port),
      DATA_DIR: folder.path,
      DEMO: 'off',
      PAGES_ON_DISK: 'on',
      DATABASE_URL: `postgres://${username}@127.0.0.1:${way.port}${pathname}`,
      ...more,
    },
    'pipe',
  ));
}

async function kill(): Promise<void> {
  const ended = once(server!, 'exit');
  server!.kill('SIGKILL');
  await ended;
}

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
const answers = (path: string, status: number) => () =>
  get(path).then(
    (answer) => answer.status === status,
    () => false,
  );

/** Output of a start that serves nothing, and its exit code. */
async function refusalOf(more: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const child = start(more);
  const [output, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit') as Promise<[number]>]);
  return { code, said: output };
}

test('[PD9] a start while the database is away serves what the last run knew to be public, and is whole without a restart', async () => {
  start();
  await until('the site is ready', answers('/readyz', 200), 60_000);
  // the first start marks the store, which is empty then
  await act(smallWorld());
  await until('what was published is there', answers(LOSS, 200), 60_000);
  for (const path of [NEWS, LOSS, LOSS]) expect((await get(path)).status).toBe(200);
  const { rows } = await database.pool.query<{ id: string; no: number }>(
    `select article_id::text as id, (select max(no) from publication) as no from article where title like '%空白合同%'`,
  );
  // publications that are read together touch together: all of the first one's pages would be left out
  await until('the copy is of what was published', () => readIndex()?.publication === rows[0]!.no, 60_000);
  await act([{ kind: 'article', id: rows[0]!.id, withdraw: { reason: '更正' } }]);
  await until('the copy is of the withdrawal', () => readIndex()?.publication === rows[0]!.no + 1, 60_000);
  expect(statSync(join(folder.path, 'pages')).mode & 0o077).toBe(0);
  await way.shut();
  await kill();

  // first it takes connections and is too slow to answer, then it refuses them
  await way.silence();
  start();
  await until('the copy is served', answers(NEWS, 200), 60_000);
  await way.shut();
  const page = await (await get(NEWS)).text();
  expect(page).toMatch(/<body><p class="block__stale" role="status">数据截至 <time/);
  expect((await get(/\/assets\/site\/[^" ]+\.js/.exec(page)![0])).status).toBe(200);
  // the first was touched by the last publication, and the other nobody had requested
  for (const path of [LOSS, '/swhysc/publicChannel/complaint']) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '10']);
    expect(await answer.text()).toContain('服务暂时不可用');
  }
  expect((await get('/healthz')).status).toBe(200);
  expect(await (await get('/readyz')).json()).toMatchObject({ status: 'database away' });
  // OP8: so SiteDatabaseAway is raised, and not SiteDown
  expect(await (await get('/metrics')).text()).toMatch(
    /^site_database_up 0$[\s\S]*^site_database_answer_age_seconds \d/m,
  );

  await way.open();
  await until('the site is whole again', answers('/readyz', 200), 60_000);
  expect(await (await get(NEWS)).text()).not.toContain('数据截至');
  expect(await (await get(LOSS)).text()).not.toContain('空白合同');
  proved({
    fault: 'a start while the database is away',
    tries: 1,
    outcome: 'known pages marked, withdrawn 503, whole again without a restart',
  });
  const ended = once(server!, 'exit');
  server!.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

interface Index {
  publication: number;
  build: string;
  instance: string;
  seenAt: number;
}
function readIndex(): Index | null {
  try {
    return JSON.parse(readFileSync(index, 'utf8')) as Index;
  } catch {
    return null;
  }
}

test('[PD9] the copy is not served after 24 hours, of another store, without its setting, or with changed bytes', async () => {
  await way.shut();
  const known = readIndex()!;
  /** whether a start of this build would show the copy */
  const isShown = async (): Promise<boolean> => {
    const place = {
      host: '127.0.0.1',
      port,
      fixedHost: false,
      siteUrl: `http://127.0.0.1:${port}`,
      trustedProxies: [],
    };
    const front = { build: async () => ({ entry: known.build }) } as Front;
    const shown = await standIn({ dataDir: folder.path, ...place }, front);
    await shown?.end();
    return shown !== null;
  };
  expect(await isShown()).toBe(true);
  const day = 24 * 3_600_000;
  for (const changed of [{ seenAt: Date.now() - day - 1_000 }, { instance: 'another' }, { build: 'another' }]) {
    writeFileSync(index, JSON.stringify({ ...known, ...changed }));
    expect(await isShown(), JSON.stringify(changed)).toBe(false);
  }
  writeFileSync(index, JSON.stringify(known));
  expect(await refusalOf({ PAGES_ON_DISK: 'off' })).toEqual({
    code: 2,
    said: expect.stringContaining('nothing listens there'),
  });
  for (const name of readdirSync(join(folder.path, 'pages')).filter((one) => /\w{64}\.json/.test(one)))
    writeFileSync(join(folder.path, 'pages', name), readFileSync(join(folder.path, 'pages', name)).fill('x', 50, 51));
  expect(await isShown()).toBe(false);
});

test('[PD9] a wrong name is told in its sentence and serves nothing', async () => {
  await way.open();
  const { code, said: output } = await refusalOf({ DATABASE_URL: `postgres://nobody@127.0.0.1:${way.port}/nowhere` });
  expect([code, output]).toEqual([2, expect.stringMatching(/no database of this name|refuses this user/)]);
});

test('[PD9] while the embedded PostgreSQL repairs itself the pages of the last run are served', async () => {
  const own = temporaryFolder();
  const embedded = { DATA_DIR: own.path, DATABASE_URL: '' };
  const store = databaseFolder(own.path);
  const end = async (): Promise<void> => {
    const ended = once(server!, 'exit');
    server!.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  };
  try {
    start(embedded);
    await until('the site is ready', answers('/readyz', 200), 60_000);
    const inside = await connectEmbedded(findSocketFolder(store));
    await markOpened(inside.db);
    await publish(inside, { title: '发布', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
    await inside.close();
    await until('what was published is there', answers(NEWS, 200), 60_000);
    await end();

    start(embedded);
    const pidFile = join(store, 'postmaster.pid');
    let pid = 0;
    const isStarted = (): boolean => {
      pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8')) : 0;
      return pid > 0;
    };
    await until('PostgreSQL is being started', isStarted, 60_000);
    // the database takes no connection as long as it repairs itself
    process.kill(pid, 'SIGSTOP');
    await until('the copy is served', answers(NEWS, 200), 60_000);
    expect(await (await get(NEWS)).text()).toContain('数据截至');
    expect((await get('/readyz')).status).toBe(503);
    process.kill(pid, 'SIGCONT');
    await until('the site is whole again', answers('/readyz', 200), 60_000);
    expect(await (await get(NEWS)).text()).not.toContain('数据截至');
    await end();
  } finally {
    own.remove();
  }
});
