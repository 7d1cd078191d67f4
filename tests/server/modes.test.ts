import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

const HOME = '/swhysc/';
const NEWS = '/swhysc/news/company';
const ELDER = { cookie: 'zh_choose=s; elder=1' };

const rootOf = (html: string) => /<html[^>]*>/.exec(html)?.[0];

describe('grey mode', () => {
  test('[GR1] the home page is grey while the web parameter is the string true, and no other page ever is', async () => {
    expect(rootOf((await site.get(HOME)).html)).toBe('<html lang="zh-Hans">');
    await site.publish('灰度', [{ kind: 'setting', name: 'webparam.sys.skin_zq', value: 'true' }]);
    expect(rootOf((await site.get(HOME)).html)).toBe('<html lang="zh-Hans" class="grey">');
    expect(rootOf((await site.get(`${HOME}?from=app`)).html)).toContain('grey');
    for (const path of [NEWS, '/swhysc/home', '/swhysc/nowhere']) expect(rootOf((await site.get(path)).html), path).toBe('<html lang="zh-Hans">');
    expect(rootOf((await site.get(HOME, ELDER)).html)).toBe('<html lang="zh-Hans" class="grey elder">');
    await site.publish('恢复', [{ kind: 'setting', name: 'webparam.sys.skin_zq', value: 'false' }]);
    expect(rootOf((await site.get(HOME)).html)).toBe('<html lang="zh-Hans">');
  });

  test.each([['TRUE'], ['1'], ['']])('[GR1] the value %j is not the string true', async (value) => {
    await site.publish('灰度', [{ kind: 'setting', name: 'webparam.sys.skin_zq', value }]);
    expect(rootOf((await site.get(HOME)).html)).toBe('<html lang="zh-Hans">');
  });
});

describe('the elder-friendly version', () => {
  test('is in the first response of whoever has its cookie, on pages and notices alike, and says how to leave it', async () => {
    for (const [path, status] of [[HOME, 200], [`${NEWS}?pageNum=2`, 200], ['/swhysc/nowhere', 404]] as const) {
      const answer = await site.get(path, ELDER);
      expect(answer.status).toBe(status);
      expect(rootOf(answer.html), path).toBe('<html lang="zh-Hans" class="elder">');
      expect(answer.html).toMatch(status === 200 ? /href="\/view\/standard\?back=[^"]+" rel="nofollow">返回标准版/ : /href="\/view\/standard" rel="nofollow">返回标准版/);
      expect(answer.html.match(/<link rel="stylesheet" href="\/assets\/site\/elder\.css">/g)).toHaveLength(1);
    }
    const { html } = await site.get(`${NEWS}?pageNum=2`);
    expect(rootOf(html)).toBe('<html lang="zh-Hans">');
    expect(html).toContain('href="/view/elder?back=%2Fswhysc%2Fnews%2Fcompany%3FpageNum%3D2"');
    expect(html).not.toMatch(/\/view\/standard|elder\.css/);
  });

  test.each(['elder=0', 'elder=', 'elders=1', 'xelder=1', 'a="elder=1"', ''])('the cookie header %j does not ask for it', async (cookie) => {
    expect(rootOf((await site.get(NEWS, { cookie })).html)).toBe('<html lang="zh-Hans">');
  });

  test('kept pages of the two versions are never mixed, whoever came first and however the address is spelt', async () => {
    const address = `${NEWS}?junk=1&pageNum=3`;
    const etags = new Set<unknown>();
    for (let round = 0; round < 3; round += 1) {
      for (const headers of [ELDER, {}]) {
        const before = site.cache.hits;
        const answer = await site.get(address, headers);
        expect(answer.html.includes('class="elder"')).toBe('cookie' in headers);
        expect(answer.headers.vary).toBe('Accept-Encoding, Cookie');
        expect(site.cache.hits - before, 'from the cache').toBe(round === 0 ? 0 : 1);
        etags.add(answer.headers.etag);
      }
    }
    expect(etags.size).toBe(2);
    const [standard] = [(await site.get(address)).headers.etag as string];
    const changed = await site.app.inject({ url: address, headers: { ...ELDER, 'if-none-match': standard } });
    expect(changed.statusCode, 'a browser that has the other version asks anew').toBe(200);
  });

  test('is chosen and left by a link that remembers it and leads back', async () => {
    const chosen = await site.app.inject({ url: `/view/elder?back=${encodeURIComponent(`${NEWS}?pageNum=2`)}` });
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, `${NEWS}?pageNum=2`]);
    expect(chosen.headers['set-cookie']).toBe('elder=1; Max-Age=31536000; Path=/; SameSite=Lax; HttpOnly');
    expect(chosen.headers['cache-control']).toBe('no-store');
    const left = await site.app.inject({ url: `/view/standard?back=${NEWS}` });
    expect([left.statusCode, left.headers.location, left.headers['set-cookie']]).toEqual([303, NEWS, 'elder=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly']);
  });

  test('one link serves both versions, and leads back to the page that the browser comes from', async () => {
    const change = async (headers: Record<string, string>) => {
      const { headers: answered } = await site.app.inject({ url: '/view/other', headers });
      return [(answered['set-cookie'] as string).split(';', 1)[0], answered.location];
    };
    expect(await change({ referer: `http://site.test${NEWS}?pageNum=2` })).toEqual(['elder=1', `${NEWS}?pageNum=2`]);
    expect(await change({ ...ELDER, referer: `http://site.test${NEWS}` })).toEqual(['elder=', NEWS]);
    expect(await change({ referer: 'https://elsewhere.example/x' })).toEqual(['elder=1', HOME]);
    expect(await change({})).toEqual(['elder=1', HOME]);
  });

  test.each([
    ['nothing', ''],
    ['another host', '?back=https://evil.example/swhysc/'],
    ['a host without a scheme', '?back=//evil.example/swhysc/'],
    ['backslashes', `?back=${encodeURIComponent('/\\evil.example/swhysc/')}`],
    ['a way out of the base', '?back=/swhysc/../view/elder'],
    ['a line break', `?back=${encodeURIComponent('/swhysc/\r\nSet-Cookie: a=b')}`.replace('Set-Cookie', '%0aSet-Cookie')],
    ['two of them', '?back=/swhysc/a&back=https://evil.example/'],
    ['no text without end', `?back=/swhysc/${'a'.repeat(3000)}`],
  ])('never leads out of the site: %s', async (_what, query) => {
    const { headers } = await site.app.inject({ url: `/view/elder${query}` });
    expect(headers.location).toMatch(/^\/swhysc\/[^\r\n]*$/);
    expect(headers['set-cookie']).toContain('elder=1');
  });
});
