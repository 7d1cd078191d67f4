import { once } from 'node:events';
import { freePort, LISTENS } from '#tools/demonstration.ts';
import { startProgram, until } from './stores.ts';

/** The product, or a copy of it, as a process of its own. */
export interface ProductProcess {
  origin: string;
  /** status and text of an address */
  get: (path: string) => Promise<{ status: number; text: string }>;
  /** calls of the console by this person, who signs in */
  consoleOf: (person: Credentials) => Promise<AskConsole>;
  /** lets it end. @returns its exit code, and the lines of its log */
  stop: () => Promise<{ code: number | null; log: LogLine[] }>;
}

interface LogLine {
  level: number;
  msg: string;
}

/** milliseconds: other programs on the machine may keep it from starting */
const PATIENCE = 300_000;

/**
 * Starts it, and waits until it says where it is.
 * @param folder of the product @param env settings, beside which it has none; only warnings and errors are logged
 * @throws with its output, where it ends
 */
export async function startProduct(folder: string, env: Record<string, string>): Promise<ProductProcess> {
  const port = await freePort();
  const settings = { PORT: String(port), LOG_LEVEL: 'warn', ...env };
  const child = startProgram(`${folder}/src/server/main.ts`, settings, 'pipe');
  const ended = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await until('the site is there', () => child.exitCode !== null || LISTENS.test(output), PATIENCE);
  if (child.exitCode !== null) throw new Error(output);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    get: async (path) => {
      const answer = await fetch(origin + path, { redirect: 'manual' });
      return { status: answer.status, text: await answer.text() };
    },
    consoleOf: (person) => signIn(origin, person),
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await ended;
      return { code, log: logOf(output) };
    },
  };
}

/** Lines of the log in the output of a program that logs JSON. */
export const logOf = (output: string): LogLine[] =>
  output.split('\n').flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line) as LogLine] : []));

/** Asks a call of the console; bytes are sent as a file. */
export type AskConsole = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ status: number; code: string; msg: string; data: any }>;

interface Credentials {
  account: string;
  password: string;
}

/** Signs in at the console of an address. @returns its calls by this person */
export async function signIn(origin: string, { account, password }: Credentials): Promise<AskConsole> {
  const begun = await fetch(`${origin}/console/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ account, password, code: '' }),
  });
  if (begun.status !== 200) throw new Error(`${account} does not get in: ${await begun.text()}`);
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  return async (method, path, body) => {
    const isFile = body instanceof Uint8Array;
    const answer = await fetch(`${origin}/console/api${path}`, {
      method,
      headers: {
        origin,
        cookie: cookies.join('; '),
        ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: answer.status, ...((await answer.json()) as { code: string; msg: string; data: any }) };
  };
}
