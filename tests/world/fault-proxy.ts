import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fate of a call instead of an answer. */
export type Fault =
  | { status: number; body?: string }
  /** the connection ends without an answer */
  | 'hang up'
  /** the connection stays, and nothing comes */
  | 'never'
  /** an answer in the agreed cipher */
  | { answer: string };

/** @param headers may be changed in place */
type Rewrite = (html: string, headers: Record<string, unknown>) => string;

export interface FaultProxy {
  /** http://127.0.0.1:port */
  origin: string;
  /** From now on calls whose address holds `part` fail so; null mends. */
  fail(part: string, fault: Fault | null): void;
  /** Pages come changed so. */
  rewrite(change: Rewrite): void;
  /** Nobody listens any more, or again. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** A server before the site that passes everything on as it is, until it is told to spoil calls. */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const faults = new Map<string, Fault>();
  const { host, hostname, port } = new URL(target);
  let change: Rewrite | null = null;

  function passOn(request: IncomingMessage, response: ServerResponse) {
    const headers = { ...request.headers, host, ...(change && { 'accept-encoding': 'identity' }) };
    const onward = ask({ hostname, port, method: request.method, path: request.url, headers }, (answer) => {
      if (change && answer.headers['content-type']?.startsWith('text/html')) return void sendChanged(answer, response);
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  async function sendChanged(answer: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const { 'content-length': _length, ...headers } = answer.headers;
    const html = change!(Buffer.concat(parts).toString(), headers);
    response.writeHead(answer.statusCode!, headers).end(html);
  }

  const server = createServer((request, response) => {
    const [, fault] = [...faults].find(([part]) => request.url!.includes(part)) ?? [];
    if (!fault) return passOn(request, response);
    request.resume();
    if (fault === 'hang up') return void request.socket.destroy();
    if (fault === 'never') return;
    const { status, body } = 'answer' in fault ? { status: 200, body: fault.answer } : fault;
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
  });
  const listen = (at: number) => new Promise<void>((ready) => server.listen(at, '127.0.0.1', ready));
  const refuse = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${own}`,
    fail: (part, fault) => void (fault ? faults.set(part, fault) : faults.delete(part)),
    rewrite: (given) => void (change = given),
    refuse,
    accept: () => listen(own),
    close: refuse,
  };
}
