import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptCookie } from '#server/pages/address/modes.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

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
    await site.publish('灰度', [{ kind: 'setting', id: 'webparam.sys.skin_zq', document: 'true' }]);
    expect(rootOf((await site.get(HOME)).html)).toBe('<html lang="zh-Hans" class="grey">');
    expect(rootOf((await site.get(`${HOME}?from=app`)).html)).toContain('grey');
    for (const path of [NEWS, '/swhysc/home', '/swhysc/nowhere'])
      expect(rootOf((await site.get(path)).html), path).toBe('<html lang="zh-Hans">');
    expect(rootOf((await site.get(HOME, ELDER)).html)).toBe('<html lang="zh-Hans" class="grey elder">');
    await site.publish('恢复', [{ kind: 'setting', id: 'webparam.sys.skin_zq', document: 'false' }]);
    expect(rootOf((await site.get(HOME)).html)).toBe('<html lang="zh-Hans">');
  });

  test.each([['TRUE'], ['1'], ['']])('[GR1] the value %j is not the string true', async (value) => {
    await site.publish('灰度', [{ kind: 'setting', id: 'webparam.sys.skin_zq', document: value }]);
    expect(rootOf((await site.get(HOME)).html)).toBe('<html lang="zh-Hans">');
  });
});

describe('the script', () => {
  const TAIWAN = { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' };
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const { html, status } = await site.get(path, headers);
    return { status, lang: /<html lang="([^"]*)"/.exec(html)?.[1], title: /<title>([^<]*)/.exec(html)?.[1], html };
  };

  test.each([
    ['of the browser’s first language', TAIWAN],
    ['of the cookie', { cookie: 'zh_choose=t' }],
    ['of the cookie before the language', { cookie: 'a=b; zh_choose=t', 'accept-language': 'zh-CN' }],
    ['of both versions', { cookie: 'elder=1; zh_choose=t' }],
    ['of the language where the cookie says nothing', { ...TAIWAN, cookie: 'zh_choose=xyz' }],
    ['of the language where the cookie says two things', { ...TAIWAN, cookie: 'zh_choose=s; zh_choose=t' }],
  ])(
    '[LG1] [LG3] [LG6] the first response is traditional by the choice %s, on pages and notices alike',
    async (_by, headers) => {
      const page = await read(NEWS, headers);
      expect([page.lang, page.title]).toEqual(['zh-Hant', '公司新聞 - 示例證券']);
      expect(page.html).toContain('<h1 class="title">公司新聞</h1>');
      expect(page.html).toMatch(/data-app="[^"]*\/assets\/site\/traditional\.js/);
      const notice = await read('/swhysc/nowhere', headers);
      expect([notice.status, notice.lang, notice.title]).toEqual([404, 'zh-Hant', '沒有找到這個頁面 - 示例證券']);
      expect(notice.html).toContain('網址可能輸入有誤，或頁面已經移動。');
    },
  );

  test.each([
    ['nothing is said', {}],
    ['the language comes second', { 'accept-language': 'en, zh-TW' }],
    ['the cookie says so', { ...TAIWAN, cookie: 'zh_choose=s' }],
    ['the cookie says nothing', { cookie: 'zh_choose=e' }],
  ])('[LG1] [LG6] the first response is simplified where %s', async (_where, headers: Record<string, string>) => {
    const page = await read(NEWS, headers);
    expect([page.lang, page.title]).toEqual(['zh-Hans', '公司新闻 - 示例证券']);
    expect(page.html).not.toContain('traditional.js');
  });

  test('[LG3] kept pages of the two scripts are never mixed, whoever came first and whatever else the headers hold', async () => {
    for (const [address, order] of [
      [`${NEWS}?pageNum=2`, [TAIWAN, {}]],
      [`${NEWS}?pageSize=20&x=1`, [{}, TAIWAN]],
    ] as const) {
      const etags = new Set<unknown>();
      for (let round = 0; round < 3; round += 1) {
        for (const [at, headers] of order.entries()) {
          const hits = site.cache.hits;
          const answer = await site.get(address, { ...headers, cookie: `other=${round}` });
          expect(answer.html.includes('<html lang="zh-Hant"'), `${address} ${round}.${at}`).toBe(
            'accept-language' in headers,
          );
          expect(site.cache.hits - hits, 'from the cache').toBe(round === 0 ? 0 : 1);
          etags.add(answer.headers.etag);
        }
      }
      expect(etags.size).toBe(2);
      expect(etags.has(undefined)).toBe(false);
    }
    // a made-up value is no key of its own: the page is there already
    const hits = site.cache.hits;
    await site.get(`${NEWS}?pageNum=2`, { cookie: 'zh_choose=xyz', 'accept-language': 'x-made-up' });
    expect(site.cache.hits - hits).toBe(1);
  });

  test('[LG3] two visitors at once each get their own script', async () => {
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        read(`${NEWS}?pageSize=${[10, 20, 50][at % 3]}&at=${at}`, at % 2 ? TAIWAN : {}),
      ),
    );
    expect(all.map(({ lang, title }) => `${lang} ${title}`)).toEqual(
      all.map((_, at) => (at % 2 ? 'zh-Hant 公司新聞 - 示例證券' : 'zh-Hans 公司新闻 - 示例证券')),
    );
    expect(
      all.filter(({ html }, at) => at % 2 === 0 && html.includes('聞')).length,
      'no traditional word in a simplified page',
    ).toBe(0);
  });

  test('[LG3] what is no page stays as it is written: feeds, the map of the site, calls', async () => {
    for (const path of [`${NEWS}/rss.xml`, '/sitemap.xml', '/robots.txt']) {
      const plain = await site.app.inject({ url: path });
      const traditional = await site.app.inject({ url: path, headers: TAIWAN });
      expect(plain.statusCode, path).toBe(200);
      expect(traditional.body, path).toBe(plain.body);
    }
    const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
    const call = async (headers: Record<string, string>) =>
      suite.decrypt((await site.app.inject({ url: `${CALL_BASE}${paths.sitePage}?path=/news/company`, headers })).body);
    expect(await call(TAIWAN)).toContain('公司新闻');
    expect(await call(TAIWAN)).toBe(await call({}));
  });

  test.each([
    ['/?lang=t', 't'],
    ['/?lang=s', 's'],
    ['/home?lang=t', 't'],
    ['/?lang=x&lang=s&utm=1', 's'],
  ])('[LS5] the address %s changes the script and returns to the home page', async (path, script) => {
    for (let round = 0; round < 2; round += 1) {
      const { statusCode, headers } = await site.app.inject({
        url: `/swhysc${path}`,
        headers: { cookie: 'zh_choose=s' },
      });
      expect([statusCode, headers.location, headers['set-cookie'], headers['cache-control']]).toEqual([
        303,
        HOME,
        `zh_choose=${script}; Max-Age=31536000; Path=/; SameSite=Lax`,
        'no-store',
      ]);
    }
  });

  test.each(['/?lang=e', '/?lang=', '/?lang=T', '/?lang=t&lang=x', '/news/company?lang=t'])(
    '[LS5] the address %s changes nothing',
    async (path) => {
      const { statusCode, headers } = await site.app.inject({ url: `/swhysc${path}` });
      expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
    },
  );

  test('[LG2] [HD5] is chosen by a link that remembers it for a year and leads back', async () => {
    for (const [way, letter] of [
      ['traditional', 't'],
      ['simplified', 's'],
    ]) {
      const { statusCode, headers } = await site.app.inject({
        url: `/view/${way}?back=${encodeURIComponent(`${NEWS}?pageNum=2`)}`,
      });
      expect([statusCode, headers.location]).toEqual([303, `${NEWS}?pageNum=2`]);
      expect(headers['set-cookie']).toBe(`zh_choose=${letter}; Max-Age=31536000; Path=/; SameSite=Lax`);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(scriptCookie('t', 'https://www.shili.example')).toBe(
      'zh_choose=t; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    );
    const away = await site.app.inject({ url: '/view/traditional?back=https://evil.example/swhysc/' });
    expect(away.headers.location).toBe(HOME);
  });
});

describe('the elder-friendly version', () => {
  test('is in the first response of whoever has its cookie, on pages and notices alike, and says how to leave it', async () => {
    for (const [path, status] of [
      [HOME, 200],
      [`${NEWS}?pageNum=2`, 200],
      ['/swhysc/nowhere', 404],
    ] as const) {
      const answer = await site.get(path, ELDER);
      expect(answer.status).toBe(status);
      expect(rootOf(answer.html), path).toBe('<html lang="zh-Hans" class="elder">');
      expect(answer.html).toMatch(
        status === 200
          ? /href="\/view\/standard\?back=[^"]+" rel="nofollow">返回标准版/
          : /href="\/view\/standard" rel="nofollow">返回标准版/,
      );
      expect(answer.html.match(/<link rel="stylesheet" href="\/assets\/site\/elder\.css">/g)).toHaveLength(1);
    }
    const { html } = await site.get(`${NEWS}?pageNum=2`);
    expect(rootOf(html)).toBe('<html lang="zh-Hans">');
    expect(html).toContain('href="/view/elder?back=%2Fswhysc%2Fnews%2Fcompany%3FpageNum%3D2"');
    expect(html).not.toMatch(/\/view\/standard|elder\.css/);
  });

  test.each(['elder=0', 'elder=', 'elders=1', 'xelder=1', 'a="elder=1"', ''])(
    'the cookie header %j does not ask for it',
    async (cookie) => {
      expect(rootOf((await site.get(NEWS, { cookie })).html)).toBe('<html lang="zh-Hans">');
    },
  );

  test('kept pages of the two versions are never mixed, whoever came first and however the address is spelt', async () => {
    const address = `${NEWS}?junk=1&pageNum=3`;
    const etags = new Set<unknown>();
    for (let round = 0; round < 3; round += 1) {
      for (const headers of [ELDER, {}]) {
        const before = site.cache.hits;
        const answer = await site.get(address, headers);
        expect(answer.html.includes('class="elder"')).toBe('cookie' in headers);
        expect(answer.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
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
    expect([left.statusCode, left.headers.location, left.headers['set-cookie']]).toEqual([
      303,
      NEWS,
      'elder=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly',
    ]);
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
    [
      'a line break',
      `?back=${encodeURIComponent('/swhysc/\r\nSet-Cookie: a=b')}`.replace('Set-Cookie', '%0aSet-Cookie'),
    ],
    ['two of them', '?back=/swhysc/a&back=https://evil.example/'],
    ['no text without end', `?back=/swhysc/${'a'.repeat(3000)}`],
  ])('never leads out of the site: %s', async (_what, query) => {
    const { headers } = await site.app.inject({ url: `/view/elder${query}` });
    expect(headers.location).toMatch(/^\/swhysc\/[^\r\n]*$/);
    expect(headers['set-cookie']).toContain('elder=1');
  });
});
