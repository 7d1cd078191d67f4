import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#tools/demonstration.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { publish } from '#server/store/publication/publish.ts';
import { createTestDatabase } from '../world/database.ts';
import { askThrough, nginx, startProxy } from '../world/nginx.ts';
import { smallWorld } from '../world/site.ts';
import { startProgram, temporaryFolder, until } from '../world/stores.ts';
import { proved } from '../world/proof.ts';

vi.setConfig({ testTimeout: 120_000 });

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const folder = temporaryFolder();
afterAll(folder.remove);

const CLIENTS = 20;

/** Outcome of a request: whole with its status, cut off in the middle, or never taken. */
type Outcome = { status: number; isWhole: boolean; isLast: boolean; text: string } | 'not taken';

const ask = (port: number, path: string, agent: Agent): Promise<Outcome> =>
  outcomeOf(get({ port, host: '127.0.0.1', path, agent }));

const outcomeOf = (clientRequest: ClientRequest): Promise<Outcome> =>
  new Promise((resolve) => {
    clientRequest.on('response', (answer) => {
      const text: Buffer[] = [];
      const end = (isWhole: boolean) =>
        resolve({
          status: answer.statusCode!,
          isWhole,
          isLast: answer.headers.connection === 'close',
          text: Buffer.concat(text).toString(),
        });
      answer.on('data', (chunk: Buffer) => text.push(chunk));
      answer.on('end', () => end(answer.complete));
      answer.on('error', () => end(false));
    });
    clientRequest.on('error', () => resolve('not taken'));
  });

/** A call of the console that changes something, and takes a fifth of a second. */
const CALL = { path: '/console/api/session', body: JSON.stringify({ account: 'nobody', password: 'nothing' }) };
const headersFrom = (origin: string) => ({
  origin,
  'content-type': 'application/json',
  'content-length': String(CALL.body.length),
});

test('[PD4] [PD20] a stop under keep-alive load answers what has arrived, closes each connection after its answer, and ends with 0', async () => {
  const port = await freePort();
  const database = await createTestDatabase();
  await markOpened(database.db);
  const settings = { DATA_DIR: folder.path, DATABASE_URL: database.url, DEMO: 'off' };
  const child = startProgram(MAIN, { PORT: String(port), ...settings }, 'inherit');
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const plain = new Agent();
  const page = async () => {
    const outcome = await ask(port, '/swhysc/', plain);
    return outcome === 'not taken' ? 0 : outcome.status;
  };
  await until(
    'the site answers',
    async () => child.exitCode !== null || (await ask(port, '/readyz', plain)) !== 'not taken',
    60_000,
  );
  await until('the site is open', async () => (await page()) === 200, 20_000);
  const outcomes: { after: boolean; outcome: Outcome }[] = [];
  let isStopping = false;
  // cached pages, pages that are drawn each time, and health, one after the other on connections that are kept
  const paths = ['/swhysc/', '/swhysc/search?q=', '/healthz', '/swhysc/none'];
  const client = async (first: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = first; ; turn += 1) {
      const path = paths[turn % paths.length]!;
      const after = isStopping;
      const outcome = await ask(port, path.endsWith('=') ? `${path}${first}-${turn}` : path, agent);
      outcomes.push({ after, outcome });
      if (outcome === 'not taken') break;
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, first) => client(first));
  await until('there is load', () => outcomes.length > 10 * CLIENTS, 60_000);
  const posting = request({
    port,
    host: '127.0.0.1',
    path: CALL.path,
    method: 'POST',
    headers: headersFrom(`http://127.0.0.1:${port}`),
  });
  posting.write(CALL.body.slice(0, 10));
  const posted = outcomeOf(posting);
  child.kill('SIGTERM');
  let notReady: Outcome = 'not taken';
  await until('the signal has come', async () => {
    notReady = await ask(port, '/readyz', plain);
    return notReady === 'not taken' || notReady.status !== 200;
  });
  isStopping = true;
  posting.end(CALL.body.slice(10));
  const [code] = await ended;
  expect(await posted).toMatchObject({ status: 401, isWhole: true, isLast: true });
  await Promise.all(clients);
  await database.drop();
  expect(code).toBe(0);
  expect(notReady).toMatchObject({ status: 503, text: '{"status":"stopping"}', isLast: true });
  const taken = outcomes.flatMap(({ after, outcome }) => (outcome === 'not taken' ? [] : [{ after, ...outcome }]));
  expect(taken.filter(({ isWhole, status }) => !isWhole || status >= 500)).toEqual([]);
  // a client that asked meanwhile learned it with the answer; an idle connection is closed without a word
  expect(taken.filter(({ after, isLast }) => after && !isLast)).toEqual([]);
  expect(taken.some(({ isLast }) => isLast)).toBe(true);
  proved({
    fault: `SIGTERM while ${CLIENTS} clients ask on connections that are kept`,
    tries: 1,
    outcome: `${taken.length} requests answered, 0 cut off, exit code ${code}`,
  });
});

test('[CM2] a running server that an uncaught error ends stops in order, logs it, and ends with 3', async () => {
  const database = await createTestDatabase();
  // throws once the server has said where it is
  const crash = `const { log } = console;
    console.log = (line) => (log(line), /healthz/.test(line) && setImmediate(() => { throw new TypeError('a planted fault'); }));`;
  const child = startProgram(
    MAIN,
    {
      PORT: String(await freePort()),
      DATA_DIR: join(folder.path, 'crash'),
      DATABASE_URL: database.url,
      DEMO: 'off',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(crash)}`,
    },
    'pipe',
  );
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = (await once(child, 'close')) as [code: number | null];
  await database.drop();
  expect(code, output).toBe(3);
  expect(output).toContain('a planted fault');
}, 60_000);

/** milliseconds between two requests */
const EVERY = 10;
/** requests at the same time: fewer than one server lets in */
const MOST_OPEN = 8;

describe.skipIf(!nginx)('behind nginx (skipped where none is installed)', () => {
  test('[PD4] [PD20] two servers of one store, restarted in turn under up to 100 requests a second, fail none, and no POST', async () => {
    const database = await createTestDatabase();
    const dataDir = join(folder.path, 'two');
    const startNode = async (port: number): Promise<ChildProcess> => {
      const settings = {
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SITE_URL: 'https://www.broker.example',
        TRUSTED_PROXIES: '127.0.0.1',
        DEMO: 'off',
      };
      const child = startProgram(MAIN, settings);
      const ready = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until('a server is ready', async () => child.exitCode !== null || ready(), 60_000);
      return child;
    };
    const stopNode = async (child: ChildProcess): Promise<number | null> => {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    };
    const ports = [await freePort(), await freePort()] as const;
    const nodes = [await startNode(ports[0])];
    await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
    nodes.push(await startNode(ports[1]));
    const through = await freePort();
    const proxy = await startProxy(join(folder.path, 'nginx'), through, ...ports);
    const answers: Promise<number | string>[] = [];
    // drawn each time and cached, by a visitor each, because one may search only so often
    const others = ['/swhysc/none', '/swhysc/', '/swhysc/news/company'];
    const pathOf = (at: number): string => (at % 10 === 0 ? `/swhysc/search?q=${at}` : others[at % others.length]!);
    let open = 0;
    const arrivals = setInterval(() => {
      // a machine that cannot answer so many would shed some, which is no failure of a restart
      if (open >= MOST_OPEN) return;
      open += 1;
      const at = answers.length;
      const path = pathOf(at);
      const visitor = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
      const clientRequest = askThrough(through, path, { headers: { 'x-forwarded-for': visitor } }).finally(
        () => (open -= 1),
      );
      answers.push(
        clientRequest.then(
          ({ status }) => (path === '/swhysc/none' && status === 404 ? 200 : status),
          (error: Error) => error.message,
        ),
      );
    }, EVERY);
    try {
      for (const [at, port] of ports.entries()) {
        const before = answers.length;
        const posts = [1, 2].map(() =>
          askThrough(through, CALL.path, {
            method: 'POST',
            headers: headersFrom('https://www.broker.example'),
            body: CALL.body,
          }),
        );
        expect(await stopNode(nodes[at]!)).toBe(0);
        expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([401, 401]);
        nodes[at] = await startNode(port);
        expect(answers.length - before).toBeGreaterThan(10);
      }
    } finally {
      clearInterval(arrivals);
    }
    const counts = Object.groupBy(await Promise.all(answers), String);
    expect(Object.keys(counts)).toEqual(['200']);
    proved({
      fault: 'restart of one of two servers behind nginx',
      tries: ports.length,
      outcome: `${answers.length} requests, up to 100 a second, 0 failed`,
    });
    await proxy.stop();
    for (const node of nodes) await stopNode(node);
    await database.drop();
  });
});
