import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TRACE_HEADER } from '#wire/paths.ts';
import { isIn } from './network.ts';

/** Form of an id that a proxy may give: it is written to the log, and answered. */
const FORM = /^[\w.-]{8,128}$/;

/** Whether a proxy of TRUSTED_PROXIES sent a request, so that its headers are believed. */
export function trustIn(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  if (trustedProxies.length === 0) return () => false;
  const isTrusted = isIn(trustedProxies);
  return ({ socket }) => isTrusted(socket.remoteAddress);
}

/**
 * Id of a request (OP4): that of the header X-Request-Id where a proxy of TRUSTED_PROXIES sent it and it has the usual form,
 * else a new one.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies);
  return (request) => {
    const given = request.headers[TRACE_HEADER];
    return typeof given === 'string' && FORM.test(given) && isTrusted(request) ? given : randomUUID();
  };
}

/** Id of the request that the current work is for: lines of the database name it. */
export const requestOfWork = new AsyncLocalStorage<string>();
