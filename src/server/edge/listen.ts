import { createServer } from 'node:net';
import type { Env } from '../env.ts';
import { OperatorProblem } from '../operator-problem.ts';
import type { Sentence } from '../phrase.mjs';

type Place = Pick<Env, 'host' | 'port'>;

/** The server cannot listen where PORT and HOST say. Printed without a stack. */
class ListenProblem extends OperatorProblem {
  override readonly name = 'ListenProblem';
}

/** Advice by the system's code. */
const SENTENCES: Record<string, (place: Place) => Sentence> = {
  EADDRINUSE: ({ host, port }) => ({
    zh: `PORT=${port}：${host}:${port} 上已有别的程序在监听。请停止它，或给 PORT 另一个数。`,
    en: `PORT=${port}: another program listens on ${host}:${port}. Stop it, or set PORT to another number.`,
  }),
  EADDRNOTAVAIL: ({ host }) => ({
    zh: `HOST=${host}：这台机器没有这个地址。请给 HOST 写它自己的地址、127.0.0.1，或表示全部的 0.0.0.0。`,
    en: `HOST=${host}: this machine has no such address. Set HOST to one of its own, to 127.0.0.1, or to 0.0.0.0 for all.`,
  }),
  EACCES: ({ port }) => ({
    zh: `PORT=${port}：这个用户不能在它上面监听；1024 以下的端口往往需要 root。请给 PORT 更大的数，前面放一个代理。`,
    en: `PORT=${port}: this user may not listen on it; numbers below 1024 often need root. Set PORT to a higher number and put a proxy before it.`,
  }),
  ENOTFOUND: ({ host }) => ({
    zh: `HOST=${host}：这里没有这个主机。请给 HOST 写这台机器的地址。`,
    en: `HOST=${host}: no such host is known here. Set HOST to an address of this machine.`,
  }),
  EAI_AGAIN: ({ host }) => ({
    zh: `HOST=${host}：查不到这个名称。请给 HOST 写这台机器的地址。`,
    en: `HOST=${host}: the name could not be looked up. Set HOST to an address of this machine.`,
  }),
  EAFNOSUPPORT: ({ host }) => ({
    zh: `HOST=${host}：这台机器不支持这种地址。请给 HOST 另一个，如 127.0.0.1。`,
    en: `HOST=${host}: this machine does not speak this kind of address. Set HOST to another, such as 127.0.0.1.`,
  }),
  EINVAL: ({ host }) => ({
    zh: `HOST=${host}：这台机器不能在这样的地址上监听。请给 HOST 写它自己的地址，如 127.0.0.1。`,
    en: `HOST=${host}: this machine cannot listen on such an address. Set HOST to one of its own, such as 127.0.0.1.`,
  }),
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
