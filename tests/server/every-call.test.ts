import { writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import { PUBLIC_CALLS } from '#tools/compare-site/public-calls.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { ALIAS_BASE, CALL_BASE } from '#wire/paths.ts';
import { DOMAIN_CHANNELS } from '#tests/world/domain-channels.ts';
import { article, channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

/** User calls are the browser's; of an article it is asked below. */
const CALLS = PUBLIC_CALLS.filter(({ method }) => method === 'GET').map(({ path, query }): [string, string] => [
  path,
  query,
]);

let site: TestSite;
beforeAll(async () => {
  const known = new Set(writtenOf(channelKind, smallWorld()).map(({ id }) => id));
  const urls = new Set<string>();
  // a channel that stands in two menus has its address once
  const isNew = ([id, , url]: (typeof DOMAIN_CHANNELS)[number]) =>
    !known.has(id) && (url === '' || urls.size !== urls.add(url).size);
  const channels = DOMAIN_CHANNELS.filter(isNew).map(([id, name, url]) =>
    channel(id, url, name, /^\d+$/.test(id) ? {} : { parentId: SECTION }),
  );
  site = await startSite({ changes: [...smallWorld(), ...channels, article('00010002000100040003', '研究一篇')] });
});
afterAll(() => site.end());

const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const open = (body: string) => parseEnvelope(suite.decrypt(body));

describe('[WR6] the calls of the site’s client', () => {
  test.each(CALLS)('%s is served below both bases, as an answer that the client can read', async (path, query) => {
    for (const base of [CALL_BASE, ALIAS_BASE]) {
      const { status, html } = await site.get(`${base}${path}?${query}`);
      const { code } = open(html);
      // nobody is logged in here, and there is no article 1 but in words
      const expected = ['/user/v1/info', '/business/v1/professional/investor/confirm/query'].includes(path)
        ? '-0801107'
        : '0';
      expect([status, code], base).toEqual([200, expected]);
    }
  });

  test('the confirmation is posted, and asks for its fields', async () => {
    const path = `${CALL_BASE}/business/v1/professional/investor/confirm`;
    expect(open((await site.get(path)).html).code).toBe('405');
    const answer = await site.app.inject({ method: 'POST', url: path, payload: {} });
    expect([answer.statusCode, open(answer.body).code]).toEqual([200, '1001']);
  });

  test('news/list and news/content are served as they are asked for', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: `${CALL_BASE}/wscms/v1/news/list`,
      payload: { columnId: 'gfwz-swyj', pageNum: 1, pageSize: 10 },
    });
    const { code, data } = open(answer.body);
    const [first] = (data as { list: { newsId: string }[] }).list;
    expect([code, first?.newsId]).toEqual(['0', expect.stringMatching(/^\d+$/)]);
    expect(open((await site.get(`${CALL_BASE}/wscms/v1/news/content?id=${first!.newsId}`)).html)).toMatchObject({
      code: '0',
      data: { title: '研究一篇' },
    });
  });

  test('each is made by the page that needs it', async () => {
    const spy = vi.spyOn(site.deps.gateway, 'answers');
    const missing: string[] = [];
    // a page is drawn once, and kept
    const byPage = Map.groupBy(PUBLIC_CALLS, ({ neededBy }) => neededBy);
    byPage.delete('');
    for (const [page, calls] of byPage) {
      spy.mockClear();
      const { status } = await site.get(`/swhysc${page}`);
      for (const { path } of calls)
        if (!spy.mock.calls.some(([one]) => one === path)) missing.push(`${page} (${status}) does not ask ${path}`);
    }
    expect(missing).toEqual([]);
  });
});
