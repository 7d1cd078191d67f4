import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openUpstreamFiles } from '#server/http/upstream-files.ts';
import { openService, type Service } from '#tests/wire/open-service.ts';

let service: Service;
/** Answers of `/files/parts`, whose parts a test sends. */
const begun: ServerResponse[] = [];
beforeAll(async () => {
  service = await openService(({ url }, response) => {
    if (url === '/files/slow.pdf') return;
    if (url === '/files/parts') {
      response.writeHead(200).flushHeaders();
      begun.push(response);
      return;
    }
    response.writeHead(url === '/files/a.csv' ? 200 : url === '/files/closed' ? 403 : 410).end('甲,乙\n');
  });
});
afterAll(() => service.close());

const request = { method: 'GET', headers: {} } as const;

test('[US3] more files at once than may be passed on are refused, and room is given back', async () => {
  const files = openUpstreamFiles(`${service.origin}/files`);
  const gone = new AbortController();
  const open = Array.from({ length: 64 }, () => files.open('slow.pdf', { ...request, gone: gone.signal }));
  expect(await files.open('a.csv', request)).toBe('busy');
  gone.abort();
  expect(new Set(await Promise.all(open))).toEqual(new Set(['away']));
  const file = await files.open('a.csv', request);
  if (typeof file === 'string') return expect.fail(file);
  const parts: Uint8Array[] = [];
  for await (const part of file.body!) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('甲,乙\n');
});

test('[US3] what a system says of a file, and which headers it is asked with', async () => {
  const files = openUpstreamFiles(`${service.origin}/files`);
  expect(await files.open('closed', request)).toBe('refused');
  expect(await files.open('none', request)).toBe('missing');
  const headers = { range: 'bytes=0-1', cookie: 'accessToken=abc', 'if-none-match': 'a\r\nb: c' };
  await files.open('none', { method: 'HEAD', headers, token: 'abc' });
  const last = service.requests.at(-1)!;
  expect([last.method, last.headers.range, last.headers.access_token]).toEqual(['HEAD', 'bytes=0-1', 'abc']);
  expect([last.headers.cookie, last.headers['if-none-match']]).toEqual([undefined, undefined]);
  expect(await openUpstreamFiles('http://127.0.0.1:9').open('a', request)).toBe('away');
});

describe('[US12] a file that comes slowly', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterAll(() => void vi.useRealTimers());

  /** A file under way: `next` gives what is read after so many bytes were sent, and the clock moved before they were. */
  async function under(more: { gone?: AbortSignal; within?: number } = {}) {
    const files = openUpstreamFiles(`${service.origin}/files`);
    const file = await files.open('parts', { ...request, ...more });
    if (typeof file === 'string') throw new Error(file);
    const response = begun.at(-1)!;
    const parts = file.body![Symbol.asyncIterator]();
    const next = async (bytes: number, pause: number): Promise<number | 'ended'> => {
      const read = parts.next().then(
        ({ value }) => (value as Uint8Array).length,
        () => 'ended' as const,
      );
      vi.advanceTimersByTime(pause);
      response.write('x'.repeat(bytes));
      return read;
    };
    return { next, closed: once(response, 'close'), parts };
  }

  test('ends where it only trickles, and its connection is closed', async () => {
    const { next, closed } = await under();
    let seconds = 0;
    while ((await next(1, 1_000)) !== 'ended') seconds += 1;
    expect(seconds).toBe(15);
    await closed;
  });

  test('ends where nothing comes for fifteen seconds', async () => {
    const { next, closed } = await under();
    expect(await next(50_000, 14_000)).not.toBe('ended');
    expect(await next(1, 15_000)).toBe('ended');
    await closed;
  });

  test('goes on for hours where it keeps coming, and while its reader takes none of it', async () => {
    const { next, parts, closed } = await under();
    for (let minute = 0; minute < 100; minute += 1) {
      expect(await next(16_000, 14_000)).toBe(16_000);
      vi.advanceTimersByTime(60_000);
    }
    await parts.return!();
    await closed;
  });

  test('ends at the time that there is for all of it', async () => {
    const { next, closed } = await under({ within: 60_000 });
    for (let quarter = 0; quarter < 5; quarter += 1) expect(await next(16_000, 10_000)).toBe(16_000);
    expect(await next(16_000, 10_000)).toBe('ended');
    await closed;
  });

  test('is let go of when its reader leaves, also one who has left before it is asked for', async () => {
    const gone = new AbortController();
    const { next, closed } = await under({ gone: gone.signal });
    expect(await next(10, 0)).toBe(10);
    gone.abort();
    await closed;
    const { length } = service.requests;
    const files = openUpstreamFiles(`${service.origin}/files`);
    expect(await files.open('parts', { ...request, gone: gone.signal })).toBe('away');
    expect(service.requests).toHaveLength(length);
  });
});
