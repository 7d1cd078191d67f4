/** Client for the HTTP calls of the console. */
import type { Account } from './facts.ts';

interface Answer {
  status: number;
  code: string;
  msg: string;
  data: any;
}

export interface ConsoleClient {
  ask: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>;
  /** the same for calls that must succeed: returns the data of the response. @throws with the reason of the refusal */
  done: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<any>;
  /** uploads a file and returns its filepath */
  upload: (filename: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}

/**
 * Signs in.
 * @throws where the account or the password is wrong
 */
export async function signIn(origin: string, person: Account): Promise<ConsoleClient> {
  const answer = await send(origin, '', 'POST', '/session', person);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`${person.account} cannot sign in: ${await answer.text()}`);
  return clientWith(origin, cookie);
}

/** Sets a password through a one-time link. */
export async function useLink(origin: string, link: string, password: string): Promise<void> {
  await clientWith(origin, '').done('POST', '/link/password', { link, password });
}

function clientWith(origin: string, cookie: string): ConsoleClient {
  const read = async (answer: Response): Promise<Answer> => ({
    status: answer.status,
    ...((await answer.json()) as Omit<Answer, 'status'>),
  });
  const ask: ConsoleClient['ask'] = async (method, path, body) => read(await send(origin, cookie, method, path, body));
  const dataOf = (callName: string, { code, msg, data }: Answer): any => {
    if (code !== '0') throw new Error(`${callName} was refused: ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  return {
    ask,
    done: async (method, path, body) => dataOf(`${method} ${path}`, await ask(method, path, body)),
    upload: async (filename, bytes) => {
      const path = `/files?filename=${encodeURIComponent(filename)}`;
      return dataOf(`POST ${path}`, await read(await send(origin, cookie, 'POST', path, bytes))).filepath as string;
    },
  };
}

function send(origin: string, cookie: string, method: string, path: string, body?: unknown): Promise<Response> {
  const isFile = body instanceof Uint8Array;
  return fetch(`${origin}/console/api${path}`, {
    method,
    headers: {
      origin,
      cookie,
      ...(body !== undefined && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
  });
}
