/**
 * The room `tools` looks at the product from outside: it crawls, photographs and measures it, publishes acts from
 * files, and keeps stores as earlier commits wrote them.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Options with which `npm start` starts the server. Their file is plain JavaScript, because a bare clone runs it. */
const { serverMemory, serverOptions } = (await import(new URL('../cli/server-process.mjs', import.meta.url).href)) as {
  serverMemory: Record<string, string>;
  serverOptions: string[];
};

/** Environment variables of the caller that must not reach the servers a tool starts. */
export const OF_THE_CALLER = [
  'DATABASE_URL',
  'SITE_URL',
  'SITE_ENV',
  'COOKIE_DOMAIN',
  'TRUSTED_PROXIES',
  'UPSTREAMS',
  'LOGIN_CONFIRM',
  'WIRE_KEY',
];
/** Line that the server prints once it serves, in either language (CM1). */
export const LISTENS = /^(?:Site|网站) http/m;
/** line that it prints when the fill with older content is complete */
const FILLED = /older content, (\d+) of \1$/m;

/** A server of the built product, on a data folder of its own. */
export interface Running {
  origin: string;
  /** DATA_DIR of the server */
  folder: string;
  /** its output so far */
  printed: () => string;
  /** stops the server and deletes its data */
  end: () => Promise<void>;
}

/**
 * Starts the built product with demonstration data.
 * @param whole whether to wait for the older content, too
 * @param stopped ends the server when it aborts, also during the start
 * @throws with the output of the server when it ends before it is ready
 */
export const startDemonstration = (
  size: 'small' | 'full',
  { whole = false, stopped }: { whole?: boolean; stopped?: AbortSignal } = {},
): Promise<Running> =>
  start(
    { DEMO: 'on', DEMO_SIZE: size },
    (printed) => LISTENS.test(printed) && (!whole || FILLED.test(printed)),
    stopped,
  );

/**
 * Starts the built product as a firm does that begins: without anything.
 * @param settings beside the usual ones; PORT: a free one @throws as startDemonstration
 */
export const startEmptySite = (settings: NodeJS.ProcessEnv = {}): Promise<Running> =>
  start({ DEMO: 'off', ...settings }, (printed) => LISTENS.test(printed));

async function start(
  settings: NodeJS.ProcessEnv,
  isReady: (printed: string) => boolean,
  stopped?: AbortSignal,
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'site-demonstration-'));
  const port = Number(settings.PORT ?? (await freePort()));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...serverMemory,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    ...settings,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    // its lines are read here
    LC_ALL: '',
    LC_MESSAGES: '',
    LANG: 'en',
  };
  for (const name of OF_THE_CALLER) delete env[name];
  const options = [...serverOptions, '--import', new URL('../cli/end-with-parent.mjs', import.meta.url).href];
  const child = spawn(process.execPath, [...options, fileURLToPath(new URL('../server/main.ts', import.meta.url))], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  stopped?.addEventListener('abort', () => child.kill('SIGTERM'));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let printed = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (isReady(printed)) resolve();
      });
    }
    child.once('error', reject);
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${printed}`)));
  });
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
    // a PostgreSQL that was still starting may write files for another moment
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    await ready;
  } catch (error) {
    await end();
    throw error;
  }
  return { origin: `http://127.0.0.1:${port}`, folder, printed: () => printed, end };
}

/** Returns a TCP port that is free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
