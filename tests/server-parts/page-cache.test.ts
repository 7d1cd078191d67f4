import { describe, expect, test } from 'vitest';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DocumentBytes } from '#server/pages/draw/document.ts';
import { PageCache, acceptedEncoding } from '#server/pages/keep/page-cache.ts';

const documentOf = (html: string | Buffer, css = '', cssHash = 'css'): DocumentBytes => ({
  head: Buffer.alloc(0),
  css: Buffer.from(css),
  cssHash,
  rest: Buffer.from(html),
  note: '',
});

function cacheAt(no: number) {
  const known = { no, away: false, seenAt: Date.now() };
  const cache = new PageCache(() => ['Content-Type', 'text/html'], {
    current: () => known.no,
    away: () => known.away,
    seenAt: () => known.seenAt,
  });
  return { known, cache };
}

/** Answer to a client without compression from a kept page. */
async function answerOf(
  cache: PageCache,
  html: DocumentBytes,
  page = cache.store('/a?', 1, html),
): Promise<{ body: string; etag: string | undefined; length: number }> {
  const server = createServer((request, response) => cache.send(page, request, response, 'one'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await new Promise((resolve, reject) => {
      get({ port: (server.address() as AddressInfo).port, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            body: Buffer.concat(chunks).toString(),
            etag: response.headers.etag,
            length: Number(response.headers['content-length']),
          }),
        );
      }).on('error', reject);
    });
  } finally {
    server.close();
  }
}

describe('the page cache', () => {
  test('a page older than the newest publication known is not found, also while the database is away', () => {
    const { known, cache } = cacheAt(1);
    cache.store('/a?', 1, documentOf('<p>a</p>'));
    known.away = true;
    expect(cache.find('/a?')).toBeDefined();
    known.seenAt = Date.now() - 25 * 3_600_000;
    expect(cache.find('/a?')).toBeUndefined();
    known.seenAt = Date.now();
    known.no = 2;
    expect(cache.find('/a?')).toBeUndefined();
    known.away = false;
    expect(cache.find('/a?')).toBeUndefined();
  });

  test('[PD8] while the database is away a page stays that no publication since it was drawn touched, and no other', () => {
    const { known, cache } = cacheAt(1);
    const page = documentOf('<p>a</p>');
    cache.store('/news?', 1, page, { madeOf: new Set(['articles 1', 'channel 1']) });
    cache.store('/staff?', 1, page, { madeOf: new Set(['rows staff']) });
    cache.store('/any?', 1, page);
    const there = () => ['/news?', '/staff?', '/any?'].filter((key) => cache.find(key) !== undefined);
    known.away = true;
    expect(there()).toEqual(['/news?', '/staff?', '/any?']);
    known.no = 2;
    // an unknown publication may have touched everything
    expect(there()).toEqual([]);
    cache.touch(1, { no: 2, all: false, things: new Set() });
    expect(there()).toEqual(['/news?', '/staff?', '/any?']);
    known.no = 4;
    cache.touch(2, { no: 4, all: false, things: new Set(['rows staff']) });
    expect(there()).toEqual(['/news?']);
    known.no = 5;
    // a page touched once does not come back with a publication that does not touch it
    cache.touch(4, { no: 5, all: false, things: new Set(['articles 2']) });
    expect(there()).toEqual(['/news?']);
    known.no = 6;
    cache.touch(5, { no: 6, all: true, things: new Set() });
    expect(there()).toEqual([]);
    known.away = false;
    expect(there()).toEqual([]);
  });

  test('[PD19] pages of the first level are drawn again whatever their hits, before those that are asked for most', () => {
    const { known, cache } = cacheAt(1);
    const mode = { elder: false, traditional: false };
    for (const path of ['/', '/news', '/staff', '/few', '/staff?pageNum=2']) {
      const [base = '', search = ''] = path.split('?');
      cache.store(path, 1, documentOf('<p>a</p>'), {
        origin: { address: { path: base, query: {}, search: search && `?${search}` }, mode },
      });
    }
    for (const key of ['/news', '/news', '/few']) cache.find(key);
    known.no = 2;
    expect(cache.old(3, new Set(['/', '/staff'])).map(({ key }) => key)).toEqual(['/', '/staff', '/news']);
    expect([cache.isCurrent('/'), cache.isCurrent('/nowhere')]).toEqual([false, false]);
    cache.store('/', 2, documentOf('<p>b</p>'));
    expect(cache.isCurrent('/')).toBe(true);
  });

  test('a long raw address is not remembered, so junk queries cannot fill the memory', () => {
    const { cache } = cacheAt(1);
    cache.store('/a?', 1, documentOf('<p>a</p>'));
    cache.remember('/a?short', '/a?');
    cache.remember(`/a?${'x'.repeat(600)}`, '/a?');
    expect(cache.findByAddress('/a?short')).toBeDefined();
    expect(cache.findByAddress(`/a?${'x'.repeat(600)}`)).toBeUndefined();
  });

  test('the least recently used pages leave above 12 MB, of which the stylesheet that all share is no part', () => {
    const { cache } = cacheAt(1);
    const page = documentOf(Buffer.alloc(3 * 1024 * 1024), 'x'.repeat(1024 * 1024));
    for (let at = 0; at < 4; at += 1) cache.store(`/${at}?`, 1, page);
    cache.find('/0?');
    cache.store('/4?', 1, page);
    expect(cache.find('/0?')).toBeDefined();
    expect(cache.find('/1?')).toBeUndefined();
    expect(cache.find('/2?')).toBeDefined();
    expect(cache.find('/4?')).toBeDefined();
  });

  test('while the database is away a kept page says of when it is, before everything that comes alive', async () => {
    const { known, cache } = cacheAt(1);
    const html = { ...documentOf('</head><body><div id="root">中文</div></body>'), note: '<p>数据截至</p>' };
    const page = cache.store('/a?', 1, html);
    const before = await answerOf(cache, html, page);
    known.away = true;
    const during = await answerOf(cache, html, page);
    known.away = false;
    expect(during.body).toBe('</head><body><p>数据截至</p><div id="root">中文</div></body>');
    expect([during.length, during.etag !== before.etag]).toEqual([Buffer.byteLength(during.body), true]);
    expect(await answerOf(cache, html, page)).toEqual(before);
    // OP1: operators see how many were sent
    expect(cache.stale).toBe(1);
  });

  test('a page of several parts arrives whole, with its length, and another stylesheet makes another ETag', async () => {
    const { cache } = cacheAt(1);
    const { body, etag, length } = await answerOf(cache, {
      ...documentOf('b{}</style><p>中文</p>', 'a{}'),
      head: Buffer.from('<style>'),
    });
    expect(body).toBe('<style>a{}b{}</style><p>中文</p>');
    expect(length).toBe(Buffer.byteLength(body));
    const other = await answerOf(cache, {
      ...documentOf('b{}</style><p>中文</p>', 'c{}', 'other'),
      head: Buffer.from('<style>'),
    });
    expect(other.etag).not.toBe(etag);
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', 'identity'],
    ['', 'identity'],
    ['BR ; Q=0, GZIP', 'gzip'],
    ['x-br', 'identity'],
    ['gzip;q=0.5,BR;q=1', 'br'],
    [undefined, 'identity'],
  ])('Accept-Encoding %j is answered with %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});
