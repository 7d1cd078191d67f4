import type { FastifyReply } from 'fastify';

/** A signal that is aborted when the connection breaks before the answer is sent. */
export function goneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) left.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}
