import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoCustomers } from '#demo/customers.ts';
import { checkInstanceMark } from '#server/db/instance.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { storeCustomers } from '#server/people/customers/tokens.ts';
import { publish } from '#server/store/publication/publish.ts';
import { freePort } from '#tools/demonstration.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { askThrough, nginx, startProxy } from '../world/nginx.ts';
import { smallWorld } from '../world/site.ts';
import { startProgram, temporaryFolder, until } from '../world/stores.ts';
import { proved } from '../world/proof.ts';

// the whole product in processes of its own
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const CREATE_ADMIN = join(import.meta.dirname, '../../src/cli/create-admin.ts');
const folder = temporaryFolder();
afterAll(folder.remove);

interface Product {
  origin: string;
  said: () => string;
  stop: () => Promise<void>;
}

function listen(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return () => output;
}

/** Files and folders below a folder, but for those of the database, which PostgreSQL guards itself. */
const modesBelow = (path: string): { path: string; mode: number }[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !/\/postgres(\/|$)/.test(`${entry.parentPath}/${entry.name}`))
    .map((entry) => {
      const found = join(entry.parentPath, entry.name);
      return { path: found, mode: statSync(found).mode & 0o777 };
    });

/** Starts the product and waits until it says where it is: what stands in for a slow start answers before that. */
async function start(env: Record<string, string>): Promise<Product> {
  const port = await freePort();
  const child = startProgram(MAIN, { PORT: String(port), ...env }, 'pipe');
  const output = listen(child);
  const origin = `http://127.0.0.1:${port}`;
  await until(
    'the site is there',
    async () => child.exitCode !== null || /^(?:Site|网站) http/m.test(output()),
    100_000,
  );
  if (child.exitCode !== null) throw new Error(output());
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'close');
  };
  return { origin, said: output, stop };
}

/** Output of a program that ends by itself, and its end. */
async function run(
  program: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ said: string; code: number }> {
  const child = startProgram(program, { PORT: String(await freePort()), ...env }, 'pipe', args);
  const output = listen(child);
  const [code] = (await once(child, 'close')) as [number];
  return { said: output(), code };
}

const status = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers, redirect: 'manual' })).status;

/** The token that the demonstration's login hands over to an invented customer. */
async function customerToken(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/demo/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ customer: 'demo-04', url: `${origin}/swhysc/` }),
  });
  return new URL(answer.headers.get('location')!).searchParams.get('key')!;
}

/** Target of an address with this key, and the cookie that it sets. */
async function arrive(origin: string, key: string): Promise<[status: number, cookie: string]> {
  const answer = await fetch(`${origin}/swhysc/news/company?key=${key}`, { redirect: 'manual' });
  return [answer.status, answer.headers.get('set-cookie') ?? ''];
}

async function signIn(
  origin: string,
  { account, password }: { account: string; password: string },
): Promise<{ status: number; cookie: string }> {
  const answer = await fetch(`${origin}/console/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ account, password, code: '' }),
  });
  return { status: answer.status, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0]! };
}

const whoIs = async (origin: string, cookie: string) =>
  (
    (await (await fetch(`${origin}/console/api/me`, { headers: { cookie } })).json()) as {
      data: { account: string } | null;
    }
  ).data?.account ?? null;

/** Store as the fill leaves it (demo-fill.test.ts), with less in it. */
async function demonstrated(dataDir: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await checkInstanceMark(database, dataDir);
  const { db } = database;
  await publish(database, { title: '建站', writtenBy: '演示编辑', approvedBy: '演示审核', changes: smallWorld() });
  await storeCustomers(db, demoCustomers('2026-11-20'));
  await markOpened(db);
  const storedPlan = { 'demo.plan': JSON.stringify({ size: 'small', today: '2026-11-20' }), 'demo.done': 'all' };
  for (const [name, value] of Object.entries(storedPlan)) await db.insertInto('kept').values({ name, value }).execute();
  return database;
}

describe('a store that holds the demonstration', () => {
  const DATA_DIR = join(folder.path, 'filled');
  let database: TestDatabase;
  let filled: { DATA_DIR: string; DATABASE_URL: string };
  let accounts: { account: string; password: string }[];
  let token: string;
  let session: string;

  beforeAll(async () => {
    database = await demonstrated(DATA_DIR);
    filled = { DATA_DIR, DATABASE_URL: database.url };
    const { origin, stop } = await start(filled);
    const file = join(DATA_DIR, 'demo-accounts.json');
    await until('accounts are made', () => existsSync(file), 60_000);
    await pause(100);
    accounts = JSON.parse(readFileSync(file, 'utf8'));
    token = await customerToken(origin);
    session = (
      await signIn(
        origin,
        accounts.find(({ account }) => account === 'system-admin')!,
      )
    ).cookie;
    expect([
      await whoIs(origin, session),
      (await arrive(origin, token))[0],
      await status(`${origin}/swhy/service/docs/`),
    ]).toEqual(['system-admin', 303, 200]);
    await stop();
  });
  afterAll(() => database.drop());

  test('[LS10] is no demonstration with DEMO=off: nobody invented comes in any more, what is invented stays marked, and DEMO=on opens it again', async () => {
    const closed = await start({ ...filled, DEMO: 'off' });
    const { origin } = closed;
    expect(await status(`${origin}/demo/login`)).toBe(404);
    expect(
      (
        await fetch(`${origin}/demo/login`, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin },
          body: new URLSearchParams({ customer: 'demo-04', url: '' }),
        })
      ).status,
    ).toBeGreaterThanOrEqual(404);
    expect(await arrive(origin, token)).toEqual([302, '']);
    for (const account of accounts) expect((await signIn(origin, account)).status, account.account).toBe(401);
    expect(await whoIs(origin, session)).toBeNull();
    for (const path of ['docs', 'docs/', 'docs/json', 'docs/static/index.html'])
      expect(await status(`${origin}/swhy/service/${path}`), path).toBe(404);
    const home = await (await fetch(`${origin}/swhysc/`)).text();
    expect(home).toContain('演示数据，均为虚构');
    expect(closed.said()).toMatch(/\/console\/set-up#\S{43}\nor at any time: npm run create-admin/);
    expect(closed.said()).not.toContain('docs');
    expect(await run(CREATE_ADMIN, filled, 'system-admin')).toEqual({
      code: 2,
      said: 'The account system-admin is an invented person of the demonstration, or was added by one, whom DEMO=off shuts out. Choose another account.\n',
    });
    proved({
      fault: 'a way into a store of the demonstration with DEMO=off',
      tries: accounts.length + 8,
      outcome: 'all closed: accounts, sessions, tokens, login page, document of the calls',
    });
    await closed.stop();
    const open = await start({ ...filled, DEMO: 'on' });
    expect((await signIn(open.origin, accounts[0]!)).status).toBe(200);
    expect((await arrive(open.origin, await customerToken(open.origin)))[0]).toBe(303);
    // ended sessions stay ended
    expect([await whoIs(open.origin, session), (await arrive(open.origin, token))[0]]).toEqual([null, 302]);
    await open.stop();
  });

  test.skipIf(!nginx)(
    '[PD3] behind nginx as the how-to has it: pages, console and uploads; no query is logged, /metrics is closed (skipped without nginx)',
    async () => {
      const {
        origin,
        said: output,
        stop,
      } = await start({
        ...filled,
        DEMO: 'on',
        SITE_URL: 'https://www.broker.example',
        TRUSTED_PROXIES: '127.0.0.1',
      });
      const port = await freePort();
      const proxy = await startProxy(join(folder.path, 'nginx'), port, Number(new URL(origin).port));
      const page = await askThrough(port, '/swhysc/search?q=%E7%A7%98%E5%AF%86secretwords');
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining('secretwords') });
      expect((await askThrough(port, '/metrics')).status).toBe(404);
      expect(await status(`${origin}/metrics`)).toBe(200);
      const own = { origin: 'https://www.broker.example', 'content-type': 'application/json' };
      const { account, password } = accounts.find((one) => one.account === 'channel-admin')!;
      const session = await askThrough(port, '/console/api/session', {
        method: 'POST',
        headers: own,
        body: JSON.stringify({ account, password, code: '' }),
      });
      expect(session.status).toBe(200);
      const [cookie] = session.headers['set-cookie'] as string[];
      const large = Buffer.concat([
        Buffer.from('%PDF-1.4\n'),
        Buffer.alloc(99 * 1024 * 1024, 'a'),
        Buffer.from('%%EOF'),
      ]);
      const stored = await askThrough(port, `/console/api/files?filename=${encodeURIComponent('年报.pdf')}`, {
        method: 'POST',
        headers: { origin: own.origin, 'content-type': 'application/octet-stream', cookie: cookie!.split(';')[0]! },
        body: large,
      });
      expect([stored.status, stored.text.slice(0, 200)]).toEqual([200, expect.stringContaining('filepath')]);
      await proxy.stop();
      await stop();
      expect(proxy.logged()).toMatch(/"GET \/swhysc\/search" 200/);
      expect(proxy.logged()).not.toMatch(/secretwords|\?|filename/);
      // and the proxy is believed
      expect(output()).not.toContain('is not believed');
    },
  );

  test('[LS10] is refused by production in one sentence', async () => {
    const sentence =
      'SITE_ENV is production, but this store holds the invented data of the demonstration. Name an empty DATA_DIR or DATABASE_URL, or look at this one with SITE_ENV=test.\n';
    const production = { SITE_ENV: 'production', SITE_URL: 'https://www.shili.example' };
    // the value of DEMO does not matter (demo-fill.test, env.test)
    expect(await run(MAIN, { ...filled, ...production })).toEqual({ code: 2, said: sentence });
  });
});

test('[LS10] [PD1] [PD2] production on an empty store fills nothing in, makes no account and opens no demonstration; create-admin makes the first one', async () => {
  const DATA_DIR = join(folder.path, 'empty');
  const {
    origin,
    said: output,
    stop,
  } = await start({
    DATA_DIR,
    SITE_ENV: 'production',
    SITE_URL: 'https://www.shili.example',
  });
  expect([
    await status(`${origin}/demo/login`),
    await status(`${origin}/swhy/service/docs`),
    await status(`${origin}/swhysc/`),
    await status(`${origin}/console/`),
  ]).toEqual([503, 503, 503, 200]);
  expect([existsSync(join(DATA_DIR, 'demo-accounts.json')), output()]).toEqual([
    false,
    expect.not.stringContaining('Demonstration'),
  ]);
  expect(output()).toMatch(
    /system administrator:\n {2}https:\/\/www\.shili\.example\/console\/set-up#\S{43}\nor at any time: npm run create-admin/,
  );
  expect(output()).not.toContain('can be entered by other users');
  expect(output().includes('The server runs as root')).toBe(process.getuid?.() === 0);
  const made = await run(
    CREATE_ADMIN,
    { DATA_DIR, SITE_ENV: 'production', SITE_URL: 'https://www.shili.example' },
    'li.min',
    '李敏',
  );
  const link = /^https:\/\/www\.shili\.example\/console\/set-password#(\S+)$/m.exec(made.said)![1]!;
  const person = { account: 'li.min', password: 'vier kleine Boote' };
  const set = await fetch(`${origin}/console/api/link/password`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ link, password: person.password }),
  });
  expect([set.status, (await signIn(origin, person)).status]).toEqual([200, 200]);
  await stop();
  // [PD1] what the server writes is its own, and what is open is told with what to do
  expect(modesBelow(DATA_DIR).filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
  chmodSync(DATA_DIR, 0o755);
  const open = await start({ DATA_DIR, SITE_ENV: 'production', SITE_URL: 'http://www.shili.example' });
  expect(open.said()).toContain(`DATA_DIR ${DATA_DIR} can be entered by other users (mode 755): chmod 700 ${DATA_DIR}`);
  expect(open.said()).toContain('SITE_URL is http://www.shili.example: passwords and tokens travel in the clear.');
  expect(open.said()).toContain('1 system administrator signs in without a second factor');
  // [PD2]
  for (let requests = 0; requests < 3; requests += 1)
    await fetch(`${open.origin}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
  expect(open.said().split('came with x-forwarded-for, which is not believed')).toHaveLength(2);
  await open.stop();
  // started once without its settings it is no demonstration either
  const bare = await start({ DATA_DIR });
  expect([
    await status(`${bare.origin}/demo/login`),
    (await signIn(bare.origin, person)).status,
    existsSync(join(DATA_DIR, 'demo-accounts.json')),
  ]).toEqual([503, 200, false]);
  // [SU2] somebody manages the console
  expect(bare.said()).not.toContain('set-up#');
  await bare.stop();
  proved({
    fault: 'a start as production on an empty store, and later starts without its settings',
    tries: 3,
    outcome: 'no account, no invented customer, no login of the demonstration',
  });
  const { code, said: refusal } = await run(MAIN, { DATA_DIR, DEMO: 'on' });
  expect([code, refusal]).toEqual([
    2,
    'DEMO is on, but this store already holds accounts of staff. Set DEMO=off, or name an empty DATA_DIR or DATABASE_URL.\n',
  ]);
});
