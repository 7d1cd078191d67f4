import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALL_BASE } from '#wire/paths.ts';
import { startSite, type TestSite } from '../world/site.ts';

let plain: TestSite;
let secure: TestSite;
beforeAll(async () => {
  [plain, secure] = await Promise.all([startSite(), startSite({ siteUrl: 'https://site.test' })]);
  await Promise.all([plain, secure].map((site) => site.app.listen({ port: 0, host: '127.0.0.1' })));
});
// over a socket, because what stands before Fastify adds them
const portOf = ({ app }: TestSite): number => (app.server.address() as AddressInfo).port;
const ask = (site: TestSite, url: string, method: string) =>
  fetch(`http://127.0.0.1:${portOf(site)}${url}`, { method, redirect: 'manual' });
afterAll(() => Promise.all([plain.end(), secure.end()]));

const HSTS = 'max-age=31536000; includeSubDomains';

/** pages fresh and kept, pages by status, redirects, files, machine-readable ones, calls and their errors, operation, forms */
const ADDRESSES = [
  '/',
  '/swhysc/',
  '/swhysc/',
  '/swhysc/news/company',
  '/swhysc/news/company/',
  '/swhysc/nowhere',
  '/swhysc/%zz',
  '/nowhere',
  '/assets/site/nothing.js',
  '/static-file/2026/11/x.pdf',
  '/preview/2026/11/x.docx',
  '/register-file/ib-staff.csv',
  '/register-file/nothing.csv',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/manifest.webmanifest',
  '/favicon.ico',
  '/swhysc/news/company/rss.xml',
  '/view/elder',
  '/qr/page.svg?path=/',
  '/demo/login',
  '/login/confirm/nothing',
  `${CALL_BASE}/wscms/v1/cms/channellist?channelId=000100020001`,
  `${CALL_BASE}/nowhere`,
  `${CALL_BASE}/docs`,
  '/healthz',
  '/readyz',
  '/metrics',
];

describe('every answer', () => {
  test.each(ADDRESSES)(
    '%s says that its content is what it says it is, and under https that https is asked for',
    async (url) => {
      for (const method of ['GET', 'POST'] as const) {
        const [one, two] = await Promise.all(
          [plain, secure].map(async (site) => (await ask(site, url, method)).headers),
        );
        expect([method, one!.get('x-content-type-options'), one!.get('strict-transport-security')]).toEqual([
          method,
          'nosniff',
          null,
        ]);
        expect([method, two!.get('x-content-type-options'), two!.get('strict-transport-security')]).toEqual([
          method,
          'nosniff',
          HSTS,
        ]);
      }
    },
  );

  test('[PD14] bears the id of its request, another one each time, also where a kept page answers', async () => {
    const ids = new Set<string | null>();
    const hits = plain.cache.hits;
    const { headers } = await ask(plain, '/swhysc/news', 'GET');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    const page = '/swhysc/news/company';
    const etag = (await ask(plain, page, 'GET')).headers.get('etag')!;
    for (const [method, known, status] of [
      ['GET', '', 200],
      ['GET', '', 200],
      ['HEAD', '', 200],
      ['GET', etag, 304],
    ] as const) {
      const answer = await fetch(`http://127.0.0.1:${portOf(plain)}${page}`, {
        method,
        headers: { 'If-None-Match': known },
      });
      expect(answer.status).toBe(status);
      ids.add(answer.headers.get('x-request-id'));
    }
    expect(plain.cache.hits - hits).toBeGreaterThanOrEqual(4);
    expect([...ids]).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^[\da-f-]{36}$/)));
  });

  test('what is no HTTP and what names two hosts, too', async () => {
    const raw = (request: string) => {
      const socket = connect(portOf(secure), '127.0.0.1', () => socket.write(request));
      return text(socket);
    };
    for (const [request, status, words] of [
      ['no HTTP\r\n\r\n', 400, '请求格式不正确'],
      ['GET /swhysc/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'more than one Host'],
      [`GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, '网址过长'],
    ] as const) {
      const answer = await raw(request);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toContain('X-Content-Type-Options: nosniff\r\n');
      expect(answer).toContain(words);
      expect(answer).toContain(`Strict-Transport-Security: ${HSTS}\r\n`);
    }
  });
});

describe('another method than those that read', () => {
  test.each([
    '/',
    '/swhysc/',
    '/swhysc/news/company',
    '/swhysc/nowhere',
    '/robots.txt',
    '/sitemap.xml',
    '/register-file/ib-staff.csv',
    '/static-file/2026/11/x.pdf',
    '/healthz',
  ])('is not allowed for %s, and said so', async (url) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const { statusCode, headers, body } = await plain.app.inject({
        method,
        url,
        headers: { 'content-type': 'application/x-odd' },
        payload: 'x',
      });
      expect([method, statusCode, headers.allow, headers['cache-control']]).toEqual([
        method,
        405,
        'GET, HEAD, OPTIONS',
        'no-store',
      ]);
      expect(body).toContain('不支持这种请求方式');
    }
    const options = await plain.app.inject({ method: 'OPTIONS', url });
    expect([
      options.statusCode,
      options.headers.allow,
      options.body,
      options.headers['access-control-allow-origin'],
    ]).toEqual([204, 'GET, HEAD, OPTIONS', '', url.startsWith('/register-file/') ? '*' : undefined]);
  });

  test('is not allowed for a call, and said so by its code', async () => {
    const statusOf = async (method: 'PUT' | 'OPTIONS' | 'GET' | 'POST', path: string) => {
      const { statusCode, headers } = await plain.app.inject({ method, url: CALL_BASE + path });
      return [statusCode, headers.allow];
    };
    expect(await statusOf('PUT', '/wscms/v1/cms/channellist')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await statusOf('POST', '/wscms/v1/cms/channellist')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await statusOf('GET', '/user/v1/logout')).toEqual([405, 'POST, OPTIONS']);
    expect(await statusOf('OPTIONS', '/user/v1/logout')).toEqual([204, 'POST, OPTIONS']);
    expect(await statusOf('PUT', '/nowhere')).toEqual([404, undefined]);
  });
});
