import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Admission } from '#server/http/admission.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

let site: TestSite;
let port: number;
beforeAll(async () => {
  site = await startSite();
  // kept from here on
  await site.get('/swhysc/news/company');
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
});
afterAll(() => site.end());

const releases: (() => void)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0)) release();
  await vi.waitFor(() => {
    for (const admission of Object.values(site.admissions) as Admission[])
      expect(admission.load).toMatchObject({ running: 0, queued: 0 });
  });
});

/** Takes all turns, and with `queue` all places of those who wait, until they are released. */
function fill(admission: Admission, { queue = true } = {}): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = admission.load;
  while (admission.load.queued === before.queued) admission.run(1, () => promise).catch(() => {});
  if (queue) while (admission.load.shed === before.shed) admission.run(1, () => promise).catch(() => {});
  releases.push(resolve);
  return resolve;
}

const SEARCH = '/swhysc/search?q=%E5%AE%A2';
const CALL = `${CALL_BASE}/wscms/v1/search?words=%E5%AE%A2`;
const opened = (body: string) => parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(body));

describe('when all turns are taken and the queue is full', () => {
  test('[OL2] a search gets the designed 503 page with Retry-After, in the visitor’s script', async () => {
    fill(site.admissions.questions);
    for (const [cookie, words] of [
      ['', '访问的人较多'],
      ['zh_choose=t', '訪問的人較多'],
    ] as const) {
      const { status, html, headers } = await site.get(SEARCH, { cookie });
      expect([status, html.includes(words), html.includes('示例证券') || html.includes('示例證券')]).toEqual([
        503,
        true,
        true,
      ]);
      expect([headers['retry-after'], headers['cache-control']]).toEqual(['5', 'no-store']);
      expect(html).toContain('noindex');
    }
  });

  test('[OL2] a call gets its code with Retry-After', async () => {
    fill(site.admissions.questions);
    const { status, html, headers } = await site.get(CALL);
    expect([status, opened(html).code, headers['retry-after']]).toEqual([503, '1509', '5']);
  });

  test('[OL2] questions by words never take the room of pages that will be kept', async () => {
    fill(site.admissions.questions);
    expect((await site.get('/swhysc/socialDuty/ESG')).status).toBe(200);
    expect((await site.get(SEARCH)).status).toBe(503);
    fill(site.admissions.pages);
    expect((await site.get('/swhysc/publicChannel/complaint')).status).toBe(503);
    expect((await site.get('/swhysc/?key=abcdefabcdef')).status).toBe(503);
  });

  test('[OL2] kept pages, files, health, metrics and the console’s sign-in go on', async () => {
    await mkdir(join(site.filesDir, '2026/11'), { recursive: true });
    await writeFile(join(site.filesDir, '2026/11/none.txt'), 'x');
    fill(site.admissions.questions);
    fill(site.admissions.pages);
    const hits = site.cache.hits;
    const status = async (path: string) => (await site.get(path)).status;
    expect(await status('/swhysc/news/company')).toBe(200);
    expect(site.cache.hits).toBe(hits + 1);
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(200);
    expect(await status('/robots.txt')).toBe(200);
    // the store was asked whether it is public
    expect(await status('/static-file/2026/11/none.txt')).toBe(404);
    const { statusCode, body } = await site.app.inject({
      method: 'POST',
      url: '/console/api/session',
      headers: { origin: 'http://site.test', host: 'localhost' },
      payload: { account: 'nobody', password: 'nothing' },
    });
    expect([statusCode, body.includes('1509')]).toEqual([expect.not.stringMatching('503'), false]);
    const { html: metrics } = await site.get('/metrics');
    expect(metrics).toMatch(/site_requests_in_flight\{of="questions"\} [1-9]/);
    expect(metrics).toMatch(/site_requests_queued\{of="pages"\} [1-9]/);
    expect(metrics).toMatch(/site_requests_shed_total\{of="pages"\} [1-9]/);
  });

  test('[OL2] what failed or was shed before is answered afterwards', async () => {
    const release = fill(site.admissions.questions);
    expect((await site.get(SEARCH)).status).toBe(503);
    release();
    await vi.waitFor(async () => expect((await site.get(SEARCH)).status).toBe(200));
  });
});

test('[OL3] /readyz says yes while all connections of the pool are taken', async () => {
  // an earlier answer is kept for two seconds
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  const { pool } = site.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const { status, html } = await site.get('/readyz');
    expect([status, (JSON.parse(html) as { status: string }).status]).toEqual([200, 'ready']);
    expect(pool.waitingCount).toBe(0);
  } finally {
    for (const client of taken) client.release();
    vi.useRealTimers();
  }
});

test('[OL4] what is sent once is compressed cheaply, what is kept well', async () => {
  const bytes = async (url: string, encoding: 'br' | 'gzip') =>
    (await site.app.inject({ url, headers: { 'accept-encoding': encoding } })).rawPayload;
  const brotli = (plain: Buffer, quality: number) =>
    brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: 17,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    });
  for (const [url, quality, level] of [
    ['/swhysc/news/company', 7, 6],
    [SEARCH, 3, 1],
  ] as const) {
    const [br, gzip] = [await bytes(url, 'br'), await bytes(url, 'gzip')];
    expect(br.equals(brotli(brotliDecompressSync(br), quality)), url).toBe(true);
    expect(gzip.equals(gzipSync(gunzipSync(gzip), { level })), url).toBe(true);
  }
});

describe('a client that leaves', () => {
  const begin = (path: string) => {
    const request = get({ port, host: '127.0.0.1', path, agent: false });
    request.on('error', () => {});
    return request;
  };

  test('[OL2] gives up its place: of a search at once, of a page when the last who waits for it has gone', async () => {
    const { pages, questions } = site.admissions;
    fill(pages, { queue: false });
    fill(questions, { queue: false });
    const before = [pages.load.queued, questions.load.queued];
    const queued = () => [pages.load.queued - before[0]!, questions.load.queued - before[1]!];
    const path = '/swhysc/publicChannel/antiFraud';
    const requests = [begin(SEARCH), begin(path), begin(path)];
    await vi.waitFor(() => expect(queued()).toEqual([1, 2]));
    const answered = site.get(path);
    requests[0]!.destroy();
    await vi.waitFor(() => expect(queued()).toEqual([1, 0]));
    requests[1]!.destroy();
    requests[2]!.destroy();
    for (const release of releases.splice(0)) release();
    // somebody still waited for the page
    expect((await answered).status).toBe(200);
  });

  test('[OL2] a page that nobody waits for any more is not drawn, and is drawn for the next who asks', async () => {
    const { pages } = site.admissions;
    fill(pages, { queue: false });
    const before = pages.load.queued;
    const path = '/swhysc/publicChannel/lossStatement';
    const requests = begin(path);
    await vi.waitFor(() => expect(pages.load.queued).toBe(before + 1));
    requests.destroy();
    await vi.waitFor(() => expect(pages.load.queued).toBe(before));
    const next = begin(path);
    const answer = once(next, 'response');
    for (const release of releases.splice(0)) release();
    const [response] = (await answer) as [{ statusCode: number; resume: () => void }];
    response.resume();
    expect(response.statusCode).toBe(200);
  });
});
