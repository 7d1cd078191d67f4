import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SITE_BASE } from '#wire/paths.ts';
import { isCallAddress } from '../api/wire-plugin.ts';
import { hostProblem } from './host-check.ts';
import { noteCachedPage } from '../pages/draw/drawing-turn.ts';
import { modePrefix, readMode } from '../pages/address/modes.ts';
import { sendNotice, type PagesDeps } from '../pages/pages.ts';
import { HITS_PER_MEASURE } from '../http/request-metrics.ts';
import type { RequestSpans } from '../http/request-spans.ts';
import { tracer } from '../http/traces.ts';

export interface EdgeDeps extends PagesDeps {
  /** id of a request (OP4) */
  requestId: (request: IncomingMessage) => string;
  requestSpans: RequestSpans;
  /** hosts a request may name; null: any */
  hosts: ReadonlySet<string> | null;
  /** Vite's middleware in development; null: the built assets are served */
  development: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | null;
}

type Headers = Readonly<Record<string, string>>;

/** Hits skip the request log; one in so many is written there. */
const HITS_PER_LINE = 1_000;

/**
 * Before Fastify: the Host check and the page cache (house rule: hits skip hooks). @param always headers of every
 * answer; kept pages bring theirs
 */
export function answerAtEdge(
  deps: EdgeDeps,
  always: Headers,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const problem = hostProblem(request, deps.hosts);
  if (problem) {
    response.writeHead(problem.status, { ...always, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.end(problem.sentence);
    return;
  }
  const address = request.url ?? '/';
  if ((request.method === 'GET' || request.method === 'HEAD') && address.startsWith(SITE_BASE)) {
    const page = deps.cache.findByAddress(modePrefix(readMode(request.headers)) + address);
    if (page) {
      if (deps.cache.hits % HITS_PER_LINE === 1)
        deps.log.info({ hits: deps.cache.hits, path: withoutQuery(address) }, 'answered from the page cache');
      noteCachedPage();
      const isMeasured = deps.cache.hits % HITS_PER_MEASURE === 0;
      const id = deps.requestId(request);
      if (!isMeasured && tracer() === null) return deps.cache.send(page, request, response, id);
      const began = performance.now();
      deps.cache.send(page, request, response, id);
      if (isMeasured) deps.requestMetrics.answeredAtEdge(response.statusCode, performance.now() - began);
      return deps.requestSpans.kept(request, response.statusCode, id, began);
    }
  }
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
  if (deps.development) return deps.development(request, response, next);
  next();
}

/** Allow of addresses that can only be read. */
const READS = 'GET, HEAD, OPTIONS';

/**
 * Answers a request that no route takes, by another method than those that read: the address is not unknown, the method
 * is not allowed. Calls answer so themselves.
 */
export async function refuseMethod(
  deps: EdgeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | void> {
  if (!request.is404 || ['GET', 'HEAD'].includes(request.method) || isCallAddress(request.url)) return;
  void reply.header('Allow', READS);
  return request.method === 'OPTIONS' ? reply.code(204).send() : sendNotice(deps, request, reply, 405);
}

const UNREAD: Record<string, { status: string; sentence: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', sentence: '请求超时，请检查网络后再试。' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: '网址过长，请缩短查找的文字或减少条件后再试；若网址不长，请清除本站的 Cookie。',
  },
};
const UNREADABLE = { status: '400 Bad Request', sentence: '请求格式不正确。' };

/** milliseconds in which a client that is still sending may read the refusal */
const LINGER = 1_000;

/** Connections that do not speak HTTP, are too slow or send too long a head never become a request. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket, always: Headers): void {
  // further bytes of a refused connection are ignored
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy(error);
  const { status, sentence } = UNREAD[error.code ?? ''] ?? UNREADABLE;
  const headers = {
    ...always,
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(sentence)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // closed at once with a rest unread, the connection would be reset, and the refusal lost
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${sentence}`);
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** A query may hold a customer's key (LS1): it never reaches a log. */
export const withoutQuery = (address: string): string => address.split('?', 1)[0]!;
