import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noCipher } from '#wire/cipher-node.ts';
import type { CipherSuite } from '#wire/cipher.ts';
import { answerDemo, type DemoEnvelope, type Received } from './answers.ts';
import { demoFiles, readDemoData, type DemoData } from './read-data.ts';

/**
 * Wrong answer to a call. `code` is a refusal, and `as` another envelope made of the good answer. `ended`: a caller
 * with a token gets a code or a status that it has ended, and anybody else a good answer.
 */
export type Fault =
  | { status: number }
  | 'html'
  | 'redirect'
  | 'cut'
  | 'never'
  | 'null'
  | 'wrong types'
  | 'other id'
  | 'large'
  | { slow: number }
  | { code: string; data?: unknown }
  | { ended: 'code' | 'status' }
  | { as: (envelope: DemoEnvelope, call: Received) => DemoEnvelope | Promise<DemoEnvelope> };

export interface DemoServer {
  /** http://host:port, without a path */
  origin: string;
  data: DemoData;
  files: Map<string, { type: string; bytes: Buffer }>;
  /** every call and file so far, oldest first */
  received: Received[];
  /** Breaks a path, or each (`*`), until it is mended. */
  break: (path: string, fault: Fault) => void;
  mend: () => void;
  close: () => Promise<void>;
}

/**
 * The CMS of a firm, for trying and for tests: the calls of section 7 of the specification, from the JSON files of `data/`.
 * @param suite how answers are encrypted; absent: bare JSON
 * @param base below which the calls are, as /swhy/service
 */
export async function startDemoServer({
  port = 0,
  suite = noCipher,
  base = '',
}: { port?: number; suite?: CipherSuite; base?: string } = {}): Promise<DemoServer> {
  const data = await readDemoData();
  const files = new Map(demoFiles);
  const received: Received[] = [];
  const faults = new Map<string, Fault>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readRequest(request, base);
    received.push(call);
    const fault = faults.get(call.path) ?? faults.get('*');
    if (fault !== undefined && !(await passes(fault, call, response))) return;
    if (call.path.startsWith('/static-file/')) return sendFile(files, request, response, call.path);
    if (call.path === '/page-schemas') return sendViews(data, request, response);
    const envelope = answerDemo(data, call);
    if (!envelope) return void response.writeHead(404).end('no such call');
    const text = JSON.stringify(fault === undefined ? envelope : await bent(envelope, fault, call));
    response.setHeader('content-type', suite === noCipher ? 'application/json; charset=utf-8' : 'text/plain');
    response.end(suite.encrypt(text));
  }

  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    data,
    files,
    received,
    break: (path, fault) => void faults.set(path, fault),
    mend: () => faults.clear(),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(request: IncomingMessage, base: string): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://demo');
  const type = request.headers['content-type'] ?? '';
  const form = (['json', 'multipart', 'urlencoded'] as const).find((one) => type.includes(one)) ?? '';
  const posted =
    form === 'json'
      ? Object.entries(JSON.parse(body || '{}') as object).map(([name, value]) => [name, String(value)])
      : form === 'urlencoded'
        ? [...new URLSearchParams(body)]
        : [];
  return {
    method: request.method ?? 'GET',
    path: base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname,
    params: { ...Object.fromEntries(searchParams), ...Object.fromEntries(posted) },
    headers: request.headers,
    form,
    body,
    at: performance.now(),
  };
}

/** Faults of the line and of the status. @returns whether the call is answered after it */
async function passes(fault: Fault, call: Received, response: ServerResponse): Promise<boolean> {
  if (fault === 'never') return false;
  if (fault === 'html') response.end('<!doctype html><title>maintenance</title><h1>maintenance</h1>');
  else if (fault === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end();
  else if (fault === 'cut') response.writeHead(200, { 'content-length': '4096' }).end('{"code":"0","data":');
  else if (fault === 'large') response.end(`{"code":"0","data":"${'x'.repeat(19 * 1024 * 1024)}"}`);
  else if (hasEnded(fault, call) && fault.ended === 'status') response.writeHead(401).end('{}');
  else if (typeof fault === 'object' && 'status' in fault) response.writeHead(fault.status).end('{}');
  else if (typeof fault === 'object' && 'slow' in fault)
    return new Promise((done) => setTimeout(() => done(true), fault.slow));
  else return true;
  return false;
}

const hasEnded = (fault: Fault, { headers }: Received): fault is { ended: 'code' | 'status' } =>
  typeof fault === 'object' && 'ended' in fault && headers.access_token !== undefined;

/** Faults of what is said. */
async function bent(envelope: DemoEnvelope, fault: Fault, call: Received): Promise<DemoEnvelope> {
  if (fault === 'null') return { ...envelope, data: null };
  if (fault === 'wrong types') return { ...envelope, data: wrongTypes(envelope.data) };
  if (fault === 'other id') return { ...envelope, data: { ...(envelope.data as object), id: '999999' } };
  if (hasEnded(fault, call)) return { code: '-0801107', msg: '登录已过期' };
  if (typeof fault === 'object' && 'code' in fault) return { code: fault.code, msg: '演示的拒绝', data: fault.data };
  if (typeof fault === 'object' && 'as' in fault) return fault.as(envelope, call);
  return envelope;
}

/** Objects where texts are meant, and texts where lists are. */
function wrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return 'no list';
  if (typeof value !== 'object' || value === null) return { wrong: true };
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wrongTypes(part)]));
}

function sendViews({ views }: DemoData, request: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify(views);
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { etag, 'content-type': 'application/json' }).end(text);
}

function sendFile(files: DemoServer['files'], request: IncomingMessage, response: ServerResponse, path: string): void {
  const file = files.get(decodeURIComponent(path.slice('/static-file/'.length)));
  if (!file) return void response.writeHead(404).end('no such file');
  const { length } = file.bytes;
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const headers = { 'content-type': file.type, 'accept-ranges': 'bytes', etag: `"${length}-${path.length}"` };
  if (from === undefined)
    return void response
      .writeHead(200, { ...headers, 'content-length': length })
      .end(request.method === 'HEAD' ? '' : file.bytes);
  const end = to === '' || to === undefined ? length - 1 : Math.min(Number(to), length - 1);
  if (Number(from) > end) return void response.writeHead(416, { 'content-range': `bytes */${length}` }).end();
  response
    .writeHead(206, {
      ...headers,
      'content-range': `bytes ${from}-${end}/${length}`,
      'content-length': end - Number(from) + 1,
    })
    .end(request.method === 'HEAD' ? '' : file.bytes.subarray(Number(from), end + 1));
}
