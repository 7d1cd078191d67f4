import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstreamFiles } from '#server/http/upstream-files.ts';
import { openService, type Service } from '#tests/wire/open-service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService(({ url }, response) => {
    if (url === '/files/slow.pdf') return;
    response.writeHead(url === '/files/a.csv' ? 200 : url === '/files/closed' ? 403 : 410).end('甲,乙\n');
  });
});
afterAll(() => service.close());

const asked = { method: 'GET', headers: {} } as const;

test('[US3] more files at once than may be passed on are refused, and room is given back', async () => {
  const files = openUpstreamFiles(`${service.origin}/files`);
  const gone = new AbortController();
  const open = Array.from({ length: 64 }, () => files.open('slow.pdf', { ...asked, gone: gone.signal }));
  expect(await files.open('a.csv', asked)).toBe('busy');
  gone.abort();
  expect(new Set(await Promise.all(open))).toEqual(new Set(['away']));
  const file = await files.open('a.csv', asked);
  if (typeof file === 'string') return expect.fail(file);
  const parts: Uint8Array[] = [];
  for await (const part of file.body!) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('甲,乙\n');
});

test('[US3] what a system says of a file, and which headers it is asked with', async () => {
  const files = openUpstreamFiles(`${service.origin}/files`);
  expect(await files.open('closed', asked)).toBe('refused');
  expect(await files.open('none', asked)).toBe('missing');
  const headers = { range: 'bytes=0-1', cookie: 'accessToken=abc', 'if-none-match': 'a\r\nb: c' };
  await files.open('none', { method: 'HEAD', headers, token: 'abc' });
  const last = service.requests.at(-1)!;
  expect([last.method, last.headers.range, last.headers.access_token]).toEqual(['HEAD', 'bytes=0-1', 'abc']);
  expect([last.headers.cookie, last.headers['if-none-match']]).toEqual([undefined, undefined]);
  expect(await openUpstreamFiles('http://127.0.0.1:9').open('a', asked)).toBe('away');
});
