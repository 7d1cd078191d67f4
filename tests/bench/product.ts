import { spawn, type ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { SiteState } from '#page/page-schema.ts';
import { freePort } from '#tools/demonstration.ts';
import { SITE_BASE } from '#wire/paths.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const endWithParent = new URL('../../src/cli/end-with-parent.mjs', import.meta.url).href;

/** Options with which `npm start` starts it. That file is plain JavaScript, because a bare clone reads it. */
const { serverMemory, serverOptions } = (await import(
  new URL('../../src/cli/server-process.mjs', import.meta.url).href
)) as { serverMemory: Record<string, string>; serverOptions: string[] };

/** The server as a program. */
export const serverCommand: readonly string[] = [
  process.execPath,
  ...serverOptions,
  '--import',
  endWithParent,
  `${root}src/server/main.ts`,
];

const PATIENCE = 120_000;

export interface Running {
  pid: number;
  port: number;
  /** http://127.0.0.1:port */
  origin: string;
  /** seconds from the start of the process to its first complete page */
  readyAfter: number;
  /** lines it has printed so far */
  output: () => string;
  stop: () => Promise<void>;
}

/** Everything that was started and not yet stopped: a bench that dies leaves nothing behind. */
const started = new Set<ChildProcess>();
process.on('exit', () => started.forEach((child) => endGroup(child, 'SIGKILL')));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => process.exit(code));

/**
 * Starts the product on a data folder and waits for its home page.
 * @param command what to run: `serverCommand`, pinned or not, or `npm start` @param more settings beside the bench's own
 * @throws with the program's output when it ends or does not answer
 */
export async function startProduct(
  dataDir: string,
  command: readonly [string, ...string[]],
  more: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_SIZE: 'full',
    DEMO_TODAY: '2026-11-20',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...serverMemory,
    ...more,
  };
  const began = performance.now();
  const { child, output, stop } = startProcess(command, { ...bareEnvironment(), ...settings }, ['ipc']);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswer(`${origin}${SITE_BASE}/`, child, output);
  return { pid: child.pid!, port, origin, readyAfter: (performance.now() - began) / 1000, output, stop };
}

/** A program in a process group of its own, so that what it starts ends with it. */
export function startProcess(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = process.env,
  extra: 'ipc'[] = [],
) {
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe', ...extra] });
  started.add(child);
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      text += error.message;
      resolve();
    });
    child.once('close', () => resolve());
  }).then(() => void started.delete(child));
  const stop = async () => {
    // the program ends what it has started; only one that does not is ended with its group
    child.kill('SIGTERM');
    const late = setTimeout(() => endGroup(child, 'SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  };
  return { child, output: () => text, stop };
}

/** The settings of whoever runs the bench are not the bench's. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of [
    'DATABASE_URL',
    'SITE_URL',
    'SITE_ENV',
    'COOKIE_DOMAIN',
    'TRUSTED_PROXIES',
    'UPSTREAMS',
    'LOGIN_CONFIRM',
    'WIRE_KEY',
  ])
    delete env[name];
  return env;
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // the process has ended already
  }
}

async function untilAnswer(address: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} ended before it listened:\n${output()}`);
    if ((await statusOf(address)) === 200) return;
    await pause(5);
  }
  throw new Error(`${address} did not answer within ${PATIENCE / 1000} s:\n${output()}`);
}

function statusOf(address: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(address, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
  });
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** the bytes on the line */
  body: Buffer;
}

export function readRaw(address: string, encoding: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent: false, headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
  });
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Waits until no publication has been made for three seconds: older articles are filled in while the site listens. */
export async function untilFilled({ origin }: Running): Promise<void> {
  let seen = -1;
  let since = Date.now();
  while (Date.now() - since < 3000) {
    const { publication } = (await (await fetch(`${origin}/readyz`)).json()) as { publication: number };
    if (publication !== seen) since = Date.now();
    seen = publication;
    await pause(250);
  }
}

/** The state that a page carries for the browser: what its tree is rendered from. */
export function stateIn(html: string): SiteState {
  const text = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1];
  if (text === undefined) throw new Error('The page carries no state.');
  return JSON.parse(text) as SiteState;
}

/** @throws when the page is not there */
export async function readPage(origin: string, path: string): Promise<string> {
  const response = await fetch(origin + path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  return response.text();
}
