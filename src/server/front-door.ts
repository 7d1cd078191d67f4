import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SITE_BASE } from '#wire/paths.ts';
import { isCallAddress } from './api/wire-plugin.ts';
import type { AppDeps } from './app.ts';
import { hostProblem } from './host-check.ts';
import { modeMark, readMode } from './modes.ts';
import { sendNotice } from './pages.ts';

type Headers = Readonly<Record<string, string>>;

/** Hits skip the request log; one in so many is written there. */
const HITS_PER_LINE = 1_000;

/** Before Fastify: the Host check and the page cache (house rule: hits skip hooks). @param always headers of every answer; kept pages bring theirs */
export function frontDoor(deps: AppDeps, always: Headers, request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const problem = hostProblem(request, deps.hosts);
  if (problem) {
    response.writeHead(problem.status, { ...always, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.end(problem.sentence);
    return;
  }
  const address = request.url ?? '/';
  if ((request.method === 'GET' || request.method === 'HEAD') && address.startsWith(SITE_BASE)) {
    const page = deps.cache.findByAddress(modeMark(readMode(request.headers)) + address);
    if (page) {
      if (deps.cache.hits % HITS_PER_LINE === 1) deps.log.info({ hits: deps.cache.hits, path: withoutQuery(address) }, 'answered from the page cache');
      return deps.cache.send(page, request, response);
    }
  }
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
  if (deps.development) return deps.development(request, response, next);
  next();
}

/** Allow of addresses that can only be read. */
const READS = 'GET, HEAD, OPTIONS';

/** What no route takes, by another method than those that read: the address is not unknown, the method is not allowed. Calls answer so themselves. */
export async function refuseMethod(deps: AppDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> {
  if (!request.is404 || ['GET', 'HEAD'].includes(request.method) || isCallAddress(request.url)) return;
  void reply.header('Allow', READS);
  return request.method === 'OPTIONS' ? reply.code(204).send() : sendNotice(deps, request, reply, 405);
}

const UNREAD: Record<string, string> = { ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout', HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large' };

/** What is no HTTP, too slow, or too long in its head never becomes a request. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket, always: Headers): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const lines = Object.entries({ ...always, Connection: 'close', 'Content-Length': '0' }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${UNREAD[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n`);
  socket.destroy(error);
}

/** A query may hold a customer's key (LS1): it never reaches a log. */
export const withoutQuery = (address: string): string => address.split('?', 1)[0]!;
