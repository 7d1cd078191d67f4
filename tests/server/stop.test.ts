import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { startProgram, temporaryFolder, until } from '../world/stores.ts';

vi.setConfig({ testTimeout: 120_000 });

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const folder = temporaryFolder();
afterAll(folder.remove);

const CLIENTS = 20;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What became of a request: whole with its status, cut off in the middle, or never taken. */
type Outcome = { status: number; isWhole: boolean; isLast: boolean; text: string } | 'not taken';

const ask = (port: number, path: string, agent: Agent): Promise<Outcome> =>
  new Promise((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path, agent }, (answer) => {
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
    asked.on('error', () => resolve('not taken'));
  });

test('[PD4] a stop under keep-alive load answers what has arrived, closes each connection after its answer, and ends with 0', async () => {
  const port = await freePort();
  const child = startProgram(MAIN, { PORT: String(port), DATA_DIR: folder.path, DEMO: 'off' }, 'inherit');
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const plain = new Agent();
  await until(
    'the site answers',
    async () => child.exitCode !== null || (await ask(port, '/readyz', plain)) !== 'not taken',
    60_000,
  );
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
  isStopping = true;
  child.kill('SIGTERM');
  const notReady = await ask(port, '/readyz', plain);
  const [code] = await ended;
  await Promise.all(clients);
  expect(code).toBe(0);
  expect(notReady).toMatchObject({ status: 503, text: '{"status":"stopping"}', isLast: true });
  const taken = outcomes.flatMap(({ outcome }) => (outcome === 'not taken' ? [] : [outcome]));
  expect(taken.filter(({ isWhole, status }) => !isWhole || status >= 500)).toEqual([]);
  // each client was told so with its last answer, and had its requests answered until then
  expect(taken.filter(({ isLast }) => isLast).length).toBeGreaterThanOrEqual(CLIENTS);
});
