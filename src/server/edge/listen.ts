import { createServer } from 'node:net';
import type { Env } from '../env.ts';

type Place = Pick<Env, 'host' | 'port'>;

/** The server cannot listen where PORT and HOST say. Printed without a stack. */
export class ListenProblem extends Error {
  override readonly name = 'ListenProblem';
}

/** What to do, by the system's code. */
const SENTENCES: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `PORT=${port}: another program listens on ${host}:${port}. Stop it, or set PORT to another number.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST=${host}: this machine has no such address. Set HOST to one of its own, to 127.0.0.1, or to 0.0.0.0 for all.`,
  EACCES: ({ port }) =>
    `PORT=${port}: this user may not listen on it; numbers below 1024 often need root. Set PORT to a higher number and put a proxy before it.`,
  ENOTFOUND: ({ host }) => `HOST=${host}: no such host is known here. Set HOST to an address of this machine.`,
  EAI_AGAIN: ({ host }) => `HOST=${host}: the name could not be looked up. Set HOST to an address of this machine.`,
  EAFNOSUPPORT: ({ host }) =>
    `HOST=${host}: this machine does not speak this kind of address. Set HOST to another, such as 127.0.0.1.`,
  EINVAL: ({ host }) =>
    `HOST=${host}: this machine cannot listen on such an address. Set HOST to one of its own, such as 127.0.0.1.`,
};

/** A failure to listen in one sentence; anything else as it is. */
export function listenProblem(error: unknown, place: Place): unknown {
  const sentence = SENTENCES[(error as NodeJS.ErrnoException).code ?? '']?.(place);
  return sentence === undefined ? error : new ListenProblem(sentence);
}

/** Listens for a moment. @throws ListenProblem */
export async function assertListenable({ host, port }: Place): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ host, port }, resolve)).catch(
    (error: unknown) => Promise.reject(listenProblem(error, { host, port })),
  );
  await new Promise((resolve) => probe.close(resolve));
}
