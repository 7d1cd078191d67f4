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
  /** the same, for what has to succeed: answers its data. @throws with what was refused */
  done: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<any>;
  /** uploads a file and returns its filepath */
  upload: (filename: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}

/** @throws where account and password are not those of somebody */
export async function signIn(origin: string, person: Account): Promise<ConsoleClient> {
  const answer = await send(origin, '', 'POST', '/session', person);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`${person.account} cannot sign in: ${await answer.text()}`);
  return clientWith(origin, cookie);
}

/**
 * Adds a person. Roles that wait for a second administrator are confirmed by one; earlier versions gave them at once.
 * @returns the one-time link
 */
export async function addPerson(
  admin: ConsoleClient,
  second: () => Promise<ConsoleClient>,
  person: { account: string; name: string; grants: readonly object[] },
): Promise<string> {
  const { staffId, link, isWaiting } = await admin.done('POST', '/people', person);
  if (isWaiting) {
    const other = await second();
    for (const request of await other.done('GET', '/staff-requests'))
      if (request.staffId === staffId) await other.done('POST', `/staff-requests/${request.requestId}/confirm`, {});
  }
  return String(link).split('#')[1]!;
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
