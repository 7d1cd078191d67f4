import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCustomers } from '#demo/customers.ts';
import { issueToken, storeCustomers } from '#server/people/customers/tokens.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { proved, tries } from '../world/proof.ts';
import { startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';

const CONFIRM = `${CALL_BASE}/business/v1/professional/investor/confirm`;

let site: TestSite;
let port: number;
let token: string;
beforeAll(async () => {
  // each comes from a network of its own, so that no limit hides what it would do
  site = await startSite({ trustedProxies: ['127.0.0.1'] });
  port = Number(new URL(await site.app.listen({ port: 0, host: '127.0.0.1' })).port);
  await storeCustomers(site.database.db, demoCustomers('2026-11-20'));
  token = await issueToken(site.database.db, 'demo-04');
});
afterAll(() => site.end());

/** A connection that has sent this and nothing more. */
async function begun(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** The status of the answer to these bytes, or 'closed' where the server ended the connection without one. */
async function answerTo(text: string | Buffer): Promise<number | 'closed'> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.end(text);
  const parts: Buffer[] = [];
  socket.on('data', (chunk) => parts.push(chunk));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(parts).toString())?.[1] ?? NaN) || 'closed';
}

/** Number of as many visitors that get their page, one after the other on connections of their own. */
async function pagesOf(visitors: number): Promise<number> {
  let served = 0;
  for (let at = 0; at < visitors; at += 1)
    if ((await fetch(`http://127.0.0.1:${port}/swhysc/news/company?pageSize=${at % 9}`)).status === 200) served += 1;
  return served;
}

let clients = 0;
const HEAD = 'Host: site.test\r\n';
const from = () => `X-Forwarded-For: 10.${(clients += 1) >> 8}.${clients & 255}.1\r\n`;

const SLOW: Record<string, string> = {
  'connections that say nothing': '',
  'headers that never end': `GET /swhysc/ HTTP/1.1\r\n${HEAD}X-Slow: `,
  'bodies that never end': `POST ${CONFIRM} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
};

test.each(Object.entries(SLOW))('others do not notice %s', { timeout: 240_000 }, async (fault, text) => {
  const many = tries(100, 1_000);
  const sockets = await Promise.all(Array.from({ length: many }, () => begun(text)));
  const visitors = tries(20, 200);
  expect(await pagesOf(visitors)).toBe(visitors);
  // the server's own patience is 15 s for headers and 30 s for bodies: too long for npm test
  const ended = () => sockets.filter((socket) => socket.destroyed || socket.readableEnded).length;
  if (process.env.PROOF_FILE !== undefined) {
    sockets.forEach((socket) => socket.resume());
    if (text !== '') await until('the server ends them', () => ended() === many, 60_000);
  }
  const outcome = `${visitors} of ${visitors} visitors served meanwhile, ${ended()} ended by the server`;
  sockets.forEach((socket) => socket.destroy());
  proved({ fault, tries: many, outcome });
});

const post = (headers: string, body = '') => `POST ${CONFIRM} HTTP/1.1\r\n${HEAD}${from()}${headers}\r\n${body}`;
const PARTS = Array.from(
  { length: 10_000 },
  (_, at) => `--b\r\nContent-Disposition: form-data; name="n${at}"\r\n\r\n1\r\n`,
);

const HOSTILE: Record<string, () => string> = {
  'a repeated Host': () => `GET /swhysc/ HTTP/1.1\r\n${HEAD}Host: other.test\r\n\r\n`,
  'no Host': () => 'GET /swhysc/ HTTP/1.1\r\n\r\n',
  'headers of a megabyte': () => `GET /swhysc/ HTTP/1.1\r\n${HEAD}X-Long: ${'a'.repeat(1_000_000)}\r\n\r\n`,
  'ten thousand headers': () => `GET /swhysc/ HTTP/1.1\r\n${HEAD}${'A: b\r\n'.repeat(10_000)}\r\n`,
  'a body of ten gigabytes': () => post('Content-Type: application/json\r\nContent-Length: 10000000000\r\n', '{'),
  'two lengths': () => post('Content-Length: 1\r\nContent-Length: 2\r\n', 'a'),
  'a length and chunks': () => post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
  'chunks of no size': () => post('Transfer-Encoding: chunked\r\n', 'zz\r\n'),
  'a part without an end': () =>
    post(
      `Access_Token: ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 40\r\n`,
      '--b\r\nContent-Disposition: form-data; name="',
    ),
  'ten thousand parts': () => {
    const body = `${PARTS.join('')}--b--\r\n`;
    const type = 'Content-Type: multipart/form-data; boundary=b';
    return post(`Access_Token: ${token}\r\n${type}\r\nContent-Length: ${body.length}\r\n`, body);
  },
  'a method that there is not': () => `STEAL /swhysc/ HTTP/1.1\r\n${HEAD}\r\n`,
  'no HTTP at all': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
};

test.each(Object.entries(HOSTILE))('%s is refused, and the server goes on', async (fault, text) => {
  const again = tries(3, 200);
  const seen = new Set<number | 'closed'>();
  for (let at = 0; at < again; at += 1) seen.add(await answerTo(text()));
  for (const answer of seen) expect(answer === 'closed' || (answer >= 400 && answer < 500), `${answer}`).toBe(true);
  expect(await pagesOf(1)).toBe(1);
  proved({ fault, tries: again, outcome: `${[...seen].join(', ')}; the next visitor is served` });
});
