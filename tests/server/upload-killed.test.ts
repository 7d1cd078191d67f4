import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CALL_BASE } from '#wire/paths.ts';
import { freePort } from '#tools/demonstration.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { proved, tries } from '../world/proof.ts';
import { startProgram, temporaryFolder, until } from '../world/stores.ts';

const KILLS = tries(1, 20);
vi.setConfig({ testTimeout: tries(120_000, 900_000) });

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const folder = temporaryFolder();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await markOpened(database.db);
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

const incoming = (): string[] => {
  try {
    return readdirSync(join(folder.path, 'materials', '.incoming'));
  } catch {
    return [];
  }
};

async function startServer() {
  const port = await freePort();
  const settings = { DATA_DIR: folder.path, DATABASE_URL: database.url, DEMO: 'off' };
  const child = startProgram(MAIN, { PORT: String(port), ...settings });
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  child.stdout!.resume();
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until('the site answers', async () => child.exitCode !== null || (await answers()), 60_000);
  return { port, child, ended };
}

const isOpen = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/swhysc/`).then(({ status }) => status === 200);

/** Begins a form with a file, and never ends it. */
function beginUpload(port: number) {
  const head = '--x\r\nContent-Disposition: form-data; name="assetProof"; filename="a.pdf"\r\n\r\n%PDF-1.4\n';
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    [
      `POST ${CALL_BASE}/business/v1/professional/investor/confirm HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 5000000',
      '',
      head + 'a'.repeat(500_000),
    ].join('\r\n'),
  );
  return socket;
}

test('[PD18] an upload that ends in its middle leaves nothing; one whose server is killed goes with the next start', async () => {
  let server = await startServer();
  expect(await isOpen(server.port)).toBe(true);
  const cut = beginUpload(server.port);
  await until('a file arrives', () => incoming().length === 1);
  cut.destroy();
  await until('nothing of it stays', () => incoming().length === 0);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const upload = beginUpload(server.port);
    await until('a file arrives', () => incoming().length === 1);
    server.child.kill('SIGKILL');
    await server.ended;
    upload.destroy();
    expect(incoming().length).toBe(1);
    server = await startServer();
    expect(incoming()).toEqual([]);
  }
  server.child.kill('SIGTERM');
  expect((await server.ended)[0]).toBe(0);
  proved({ fault: 'kill -9 in the middle of an upload', tries: KILLS, outcome: '0 left after the next start' });
});
