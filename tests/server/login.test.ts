import type { Change } from '#kinds/index.ts';
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { demoCustomers } from '#demo/customers.ts';
import { findCustomer, issueToken, storeCustomers, withdrawToken } from '#server/people/customers/tokens.ts';
import { article, channel, staffRegister, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';
import { proved } from '../world/proof.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  await storeCustomers(site.database.db, demoCustomers('2026-11-20'));
});
afterAll(() => site.end());

const HOME = '/swhysc/';
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const tokenFor = (customer = 'demo-04') => issueToken(site.database.db, customer);
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie'] ?? '');

const QUESTION = /^\/login\/confirm\/[\w-]{43}$/;

/** The question that an address with a key leads to: its address, the cookie in which the key waits, and its page. */
async function question(of: TestSite, path: string, headers: Record<string, string> = {}) {
  const sent = await of.get(path, headers);
  expect([sent.status, sent.headers.location], path).toEqual([303, expect.stringMatching(QUESTION)]);
  const [waiting, ...others] = [sent.headers['set-cookie']].flat() as string[];
  expect(others).toEqual([]);
  const address = String(sent.headers.location);
  const cookie = [headers.cookie, waiting!.split(';')[0]].filter(Boolean).join('; ');
  return { address, waiting: waiting!, cookie, page: await of.get(address, { ...headers, cookie }) };
}

const answerTo = (of: TestSite, address: string, cookie: string, origin = 'http://site.test') =>
  of.app.inject({
    method: 'POST',
    url: address,
    payload: 'confirmed=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'site.test', origin, cookie },
  });

async function call(path: string, token?: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await site.app.inject({
    method,
    url: CALL_BASE + path,
    headers: token === undefined ? {} : { access_token: token },
  });
  return JSON.parse(suite.decrypt(answer.body)) as { code: string; data: unknown };
}

describe('an address with a key', () => {
  test('[LS1] a known key becomes a cookie of four hours and leaves the address, which is drawn only then', async () => {
    const key = await tokenFor();
    const { status, headers, html } = await site.get(`/swhysc/news/company?pageNum=2&key=${key}&x=1`);
    expect(status).toBe(303);
    expect(headers.location).toBe('/swhysc/news/company?pageNum=2&x=1');
    expect(cookieOf(headers)).toBe(`accessToken=${key}; Max-Age=14400; Path=/; SameSite=Lax`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
    expect(html).not.toContain(key);
  });

  test('[LS1] on the home page, on an unknown address and on one that is kept, too', async () => {
    const key = await tokenFor();
    await site.get('/swhysc/news/company');
    for (const path of [HOME, '/swhysc/nowhere', '/swhysc/news/company']) {
      const { status, headers } = await site.get(`${path}?key=${key}`);
      expect([status, headers.location], path).toEqual([303, path]);
    }
  });

  test('[LS1] on an address that is not written as it should be, and on the root: nothing that may be kept names it', async () => {
    const key = await tokenFor();
    for (const [path, back] of [
      ['/swhysc/news/company/', '/swhysc/news/company/'],
      ['/swhysc', HOME],
      ['/swhysc//news', '/swhysc//news'],
      ['/', HOME],
    ] as const) {
      const { status, headers } = await site.get(`${path}?key=${key}`);
      expect([status, headers.location, headers['cache-control'], cookieOf(headers).includes(key)], path).toEqual([
        303,
        back,
        'no-store',
        true,
      ]);
    }
  });

  test('[LS1] an unknown key, one of another alphabet and one that has ended are dropped, and nobody is logged out', async () => {
    const ended = await tokenFor();
    await site.database.db
      .updateTable('customer_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    for (const key of ['nobody', ended, 'a%0d%0aSet-Cookie:x=1', '%22%3E%3Cscript%3E', 'x'.repeat(600)]) {
      const { status, headers } = await site.get(`/swhysc/news/company?key=${key}`, { cookie: 'accessToken=mine' });
      expect([status, headers.location, headers['set-cookie']], key).toEqual([302, HOME, undefined]);
    }
  });

  test('[LS1] the cookie is for the parent domain and for https alone where the settings say so', async () => {
    const other = await startSite({ siteUrl: 'https://www.shili.example', cookieDomain: 'shili.example' });
    await storeCustomers(other.database.db, demoCustomers('2026-11-20'));
    const { headers } = await other.get(`/swhysc/?key=${await issueToken(other.database.db, 'demo-01')}`);
    await other.end();
    expect(cookieOf(headers)).toMatch(/; Path=\/; SameSite=Lax; Secure; Domain=shili\.example$/);
  });

  test('[LS1] a key is kept when the user service gives no answer in time, and dropped when it knows none', async () => {
    let answer = (_response: ServerResponse): void => {};
    const service = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => service.once('listening', resolve));
    const { port } = service.address() as AddressInfo;
    const behind = await startSite({
      upstreams: JSON.stringify({ user: { address: `http://127.0.0.1:${port}`, suite: 'none' } }),
    });
    const late = await behind.get('/swhysc/?key=abc');
    expect([late.status, cookieOf(late.headers)]).toEqual([303, expect.stringContaining('accessToken=abc')]);
    answer = (response) => response.end('garbage');
    expect((await behind.get('/swhysc/?key=abc')).status).toBe(303);
    answer = (response) => response.end('{"code":"-0801107","msg":"","data":null}');
    expect((await behind.get('/swhysc/?key=abc')).status).toBe(302);
    service.closeAllConnections();
    service.close();
    await behind.end();
  });

  const HTTPS_PICTURE = {
    'sec-fetch-dest': 'image',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'no-cors',
    accept: 'image/avif,image/webp,*/*;q=0.8',
  };

  test('[LS8] a picture, a frame or a script with a key logs nobody in: it gets the address without the key', async () => {
    const key = await tokenFor();
    const part = (destination: string) => ({ 'sec-fetch-dest': destination });
    // plain http and old browsers say of a picture only what it accepts
    const askings = [
      HTTPS_PICTURE,
      ...['iframe', 'frame', 'embed', 'object', 'script', 'style', 'empty', 'video', ''].map(part),
      { accept: 'image/webp,image/png,image/*;q=0.8,*/*;q=0.5' },
      { accept: 'text/css,*/*;q=0.1' },
    ];
    for (const asking of askings) {
      for (const [path, back] of [
        [HOME, HOME],
        ['/', HOME],
        ['/swhysc/news/company', '/swhysc/news/company'],
        ['/swhysc/nowhere', '/swhysc/nowhere'],
      ] as const) {
        const { status, headers } = await site.get(`${path}?key=${key}`, { cookie: 'accessToken=mine', ...asking });
        expect(
          [status, headers.location, headers['set-cookie'], headers['cache-control']],
          `${path} ${JSON.stringify(asking)}`,
        ).toEqual([302, back, undefined, 'no-store']);
      }
    }
    for (const door of ['/static-file', '/preview']) {
      const path = `${door}/2026/01/${'a'.repeat(64)}.pdf`;
      const { status, headers } = await site.get(`${path}?key=${key}`, HTTPS_PICTURE);
      expect([status, headers.location, headers['set-cookie']], door).toEqual([302, path, undefined]);
    }
    // and the same address logs in whoever opens it
    const opened = await site.get(`${HOME}?key=${key}`, {
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    });
    expect([opened.status, cookieOf(opened.headers)]).toEqual([303, expect.stringContaining(key)]);
  });

  test('[LS8] what is fetched ahead logs nobody in, and is nothing that a browser would keep for the visit', async () => {
    const key = await tokenFor();
    const askings: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-dest': 'document' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ];
    for (const ahead of askings) {
      const { status, headers } = await site.get(`${HOME}?key=${key}`, ahead);
      expect(
        [status, headers['set-cookie'], headers.location, headers['cache-control']],
        JSON.stringify(ahead),
      ).toEqual([503, undefined, undefined, 'no-store']);
    }
  });

  test('[LS8] a link with a key that stands in a page of this site asks first, also where it was stored before; a login page does not', async () => {
    const key = await tokenFor('demo-05');
    const opened = {
      host: 'site.test',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'same-origin',
    };
    const plain = { host: 'site.test', accept: 'text/html' };
    for (const asking of [
      { ...opened, referer: 'http://site.test/swhysc/news/company' },
      { ...opened, referer: 'http://site.test/former/1/2' },
      opened,
      { ...plain, referer: 'http://site.test/swhysc/' },
    ]) {
      const { waiting, page } = await question(site, `/swhysc/news/company?key=${key}`, asking);
      expect(
        [waiting.includes('accessToken='), page.status, page.html.includes('以 演示客户戊 的身份登录？')],
        JSON.stringify(asking),
      ).toEqual([false, 200, true]);
    }
    for (const asking of [
      { ...opened, referer: 'http://site.test/demo/login?url=x' },
      { ...opened, 'sec-fetch-site': 'cross-site' },
      { ...opened, 'sec-fetch-site': 'same-site', referer: 'http://login.site.test/' },
      { ...plain, referer: 'http://site.test/demo/login' },
      plain,
    ]) {
      const { status, headers } = await site.get(`/swhysc/news/company?key=${key}`, asking);
      expect([status, headers.location], JSON.stringify(asking)).toEqual([303, '/swhysc/news/company']);
    }
  });

  /** A foreign page that leads here. */
  const FOREIGN = {
    host: 'site.test',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
  };

  test('[LS11] who is logged in as somebody else is asked first, and nothing that is kept or sent on names the key', async () => {
    const [own, key] = [await tokenFor('demo-04'), await tokenFor('demo-05')];
    const asking = { ...FOREIGN, cookie: `accessToken=${own}` };
    const { address, waiting, cookie, page } = await question(
      site,
      `/swhysc/news/company?pageNum=2&key=${key}`,
      asking,
    );
    expect(waiting.slice(waiting.indexOf(';'))).toBe(`; Max-Age=300; Path=${address}; HttpOnly; SameSite=Lax`);
    expect(page.html).toContain('以 演示客户戊 的身份登录？');
    expect(page.html).toContain('您现在以 演示客户丁 的身份登录');
    expect(page.html).toContain('<a href="/swhysc/news/company?pageNum=2">取消，保持现在的登录</a>');
    expect([page.headers['set-cookie'], page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
      undefined,
      'no-store',
      'same-origin',
    ]);
    for (const token of [own, key]) expect([address, page.html].join()).not.toContain(token);
    const confirmed = await answerTo(site, address, cookie);
    expect([confirmed.statusCode, confirmed.headers.location, confirmed.headers['set-cookie']]).toEqual([
      303,
      '/swhysc/news/company?pageNum=2',
      [
        `loginQuestion=; Max-Age=0; Path=${address}; HttpOnly; SameSite=Lax`,
        `accessToken=${key}; Max-Age=14400; Path=/; SameSite=Lax`,
      ],
    ]);
    const traditional = await site.get(address, { ...asking, cookie: `${cookie}; zh_choose=t` });
    expect(traditional.html).toContain('以 演示客户戊 的身份登錄？');
    expect(traditional.html).toContain('您現在以 演示客户丁 的身份登錄');
  });

  test('[LS11] the same customer, one whose session has ended and whoever has none are not asked', async () => {
    const [own, key] = [await tokenFor('demo-04'), await tokenFor('demo-04')];
    for (const cookie of [`accessToken=${own}`, `accessToken=${key}`, 'accessToken=ended', 'zh_choose=s']) {
      const { headers } = await site.get(`/swhysc/news/company?key=${key}`, { ...FOREIGN, cookie });
      expect([headers.location, cookieOf(headers).includes(key)], cookie).toEqual(['/swhysc/news/company', true]);
    }
  });

  test('[LS11] at a file, on the root and on an unknown page, too', async () => {
    const [own, key] = [await tokenFor('demo-04'), await tokenFor('demo-05')];
    for (const path of [`/static-file/2026/01/${'a'.repeat(64)}.pdf`, '/', '/swhysc', '/swhysc/nowhere/']) {
      const { page } = await question(site, `${path}?key=${key}`, { ...FOREIGN, cookie: `accessToken=${own}` });
      expect(page.html, path).toContain('以 演示客户戊 的身份登录？');
    }
  });

  test('[LS11] an answer is taken from its own page alone, for its own question, while its key is good', async () => {
    const own = `accessToken=${await tokenFor('demo-04')}`;
    const keys = [await tokenFor('demo-05'), await tokenFor('demo-09')];
    const ask = (key: string) => question(site, `/swhysc/news/company?key=${key}`, { ...FOREIGN, cookie: own });
    const [first, second] = [await ask(keys[0]!), await ask(keys[1]!)];
    expect((await answerTo(site, first.address, first.cookie, 'https://evil.example')).statusCode).toBe(403);
    // two tabs: the question of one is not answered by the key of the other, nor without one
    for (const cookie of [second.cookie, own]) {
      const answer = await answerTo(site, first.address, cookie);
      expect([answer.statusCode, answer.headers['set-cookie'], answer.body.includes('登录请求已过期')]).toEqual([
        410,
        undefined,
        true,
      ]);
      expect((await site.get(first.address, { cookie })).status).toBe(410);
    }
    expect(cookieOf((await answerTo(site, first.address, `${second.cookie}; ${first.cookie}`)).headers)).toContain(
      `accessToken=${keys[0]};`,
    );
    // a host beside ours puts there what it wants
    const planted = ['', keys[1]!, 'https://evil.example/']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    const digest = createHash('sha256').update(planted).digest('base64url');
    const cookie = `${own}; loginQuestion=${planted}`;
    expect((await site.get(`/login/confirm/${digest}`, { cookie })).html).not.toContain('evil.example');
    // a login whose key ends before the answer
    await withdrawToken(site.database.db, keys[1]!);
    const late = await answerTo(site, second.address, second.cookie);
    expect([late.statusCode, late.headers.location, late.headers['set-cookie']]).toEqual([303, HOME, undefined]);
  });

  test('[LS11] a session that nobody could be asked about is not given up unasked', async () => {
    const service = createServer((_request, response) => response.end('garbage')).listen(0, '127.0.0.1');
    await new Promise((resolve) => service.once('listening', resolve));
    const { port } = service.address() as AddressInfo;
    const behind = await startSite({
      upstreams: JSON.stringify({ user: { address: `http://127.0.0.1:${port}`, suite: 'none' } }),
    });
    const { page } = await question(behind, '/swhysc/?key=abc', { ...FOREIGN, cookie: 'accessToken=mine' });
    expect(page.html).toContain('继续登录？');
    expect(page.html).toContain('取消，保持现在的登录');
    service.close();
    await behind.end();
  });

  test('[LS8] HEAD logs nobody in, and of several keys the last that is not empty counts', async () => {
    const key = await tokenFor();
    const file = `/static-file/2026/01/${'a'.repeat(64)}.pdf`;
    for (const path of [HOME, '/', '/swhysc/news/company', file]) {
      const { statusCode, headers } = await site.app.inject({ method: 'HEAD', url: `${path}?key=${key}` });
      expect([statusCode, headers['set-cookie']], path).toEqual([302, undefined]);
    }
    for (const query of [`key=nobody&key=${key}`, `key=${key}&key=`, `%6bey=${key}`, `key=&key=${key}&x`]) {
      const { headers } = await site.get(`/swhysc/news/company?${query}`);
      expect([String(headers.location).includes('key'), cookieOf(headers).includes(key)], query).toEqual([false, true]);
    }
  });

  test('[LS9] addresses in settings, pages, channels and rows with a key are refused in words', async () => {
    const refused = (change: Change) =>
      site.publish('带钥匙', [change]).then(
        () => 'published',
        (error: Error) => error.message,
      );
    const banner = (path: string): Change => ({
      kind: 'setting',
      id: 'banners',
      document: [{ title: '甲', seed: 1, links: [{ title: '去', path }] }],
    });
    expect(await refused(banner('/?key=T'))).toContain('设置“banners” /0/links/0/path：网址不能带参数 key');
    expect(await refused(banner('https://www.shili.example/swhysc/news?a=1&%6BEY=T'))).toContain('不能带参数 key');
    expect(
      await refused({
        kind: 'page',
        id: 'keyed',
        document: { top: [{ props: { entries: [{ path: '/news?key=T' }] } }] },
      }),
    ).toContain('页面“keyed” /top/0/props/entries/0/path：网址不能带参数 key');
    expect(await refused(channel('0001000200010099', 'https://www.shili.example/?key=T', '外链'))).toContain(
      '地址不能带参数 key',
    );
    const definition = {
      ...staffRegister,
      register: 'keyed',
      endpoints: [{ path: '/keyed' }],
      key: ['no'],
      fields: { no: { title: '编号', type: 'text' as const }, url: { title: '网址', type: 'url' as const } },
    };
    expect(
      await refused({
        kind: 'rows',
        document: {
          definition,
          rows: [{ no: '1', url: 'https://www.shili.example/swhysc/?key=T' }],
          dataDate: '2026-11-20',
          department: '部',
        },
      }),
    ).toContain('第1行“网址”格式不正确');
    expect(await refused(banner('https://maps.example.com/api?key=T'))).toBe('published');
  });

  test('[LS9] a successor with a key is refused in words, and one that was stored before loses it where it is used', async () => {
    const retire = (successor: string) =>
      site.publish('停用', [{ kind: 'channel', id: '0001000200010098', withdraw: { reason: '合并', successor } }]);
    const { articleIds } = await site.publish('旧栏目', [
      channel('0001000200010098', 'news/formerly', '旧栏目'),
      article('0001000200010002', '有误的新闻'),
    ]);
    const articleId = articleIds[1]!;
    for (const successor of ['/news/company?key=T', '/news/company?a=1&%4BEY=T', '/?KeY=T#x']) {
      await expect(retire(successor)).rejects.toThrow(`替代内容“${successor}”不能带参数 key`);
      await expect(
        site.publish('撤稿', [{ kind: 'article', id: String(articleId), withdraw: { reason: '更正', successor } }]),
      ).rejects.toThrow('不能带参数 key');
    }
    await retire('/news/company?pageNum=2');
    await site.publish('撤稿', [
      { kind: 'article', id: String(articleId), withdraw: { reason: '更正', successor: '/news/company' } },
    ]);
    for (const table of ['channel', 'article'])
      await site.database.owner.query(
        `update ${table} set closed_successor = '/news/company?key=T&pageNum=2' where closed_successor is not null`,
      );
    const moved = await site.get('/swhysc/news/formerly');
    expect([moved.status, moved.headers.location]).toEqual([301, '/swhysc/news/company?pageNum=2']);
    const { status, html } = await site.get(`/swhysc/news/company/detail/${articleId}`);
    expect([status, html.includes('/swhysc/news/company?pageNum=2'), html.includes('key=T')]).toEqual([
      410,
      true,
      false,
    ]);
  });

  test('[LS9] settings and articles that were stored with a key are shown without it', async () => {
    const before = await startSite();
    const firm = {
      name: '示例证券',
      englishName: 'SHILI',
      hotline: '400-555-0000',
      department: '办公室',
      wealthApp: { name: 'APP', download: 'https://www.shili.example/' },
    };
    const { articleIds } = await before.publish('旧内容', [
      { kind: 'setting', id: 'site', document: { ...firm, groupSite: 'https://group.shili.example/' } },
      article('0001000200010002', '旧新闻', { content: '<p><a href="/swhysc/">甲</a></p>' }),
    ]);
    const { owner } = before.database;
    const path = `/swhysc/news/detail/${articleIds[1]!}`;
    const code = (await before.get('/qr/wealth-app.svg')).html;
    await owner.query(
      `update setting set value = replace(value::text, '.example/"', '.example/?key=T"')::jsonb where name = 'site'`,
    );
    await owner.query(`update article set content = replace(content, '/swhysc/', '/swhysc/?a=1&amp;KEY=T')`);
    await before.publish('更新', [article('0001000200010002', '新新闻')]);
    const { html } = await before.get(path);
    expect(html).toContain('href="https://www.shili.example/"');
    expect(html).toContain('href="https://group.shili.example/"');
    expect(html).toContain('href="/swhysc/?a=1"');
    expect((await before.get('/qr/wealth-app.svg')).html).toBe(code);
    await before.end();
  });

  test('[LS9] a link that leads back after a choice of script or after a login brings no key along', async () => {
    const back = encodeURIComponent('/swhysc/news/company?pageNum=2&key=T');
    const { headers } = await site.get(`/view/traditional?back=${back}`, { referer: 'http://site.test/swhysc/' });
    expect(headers.location).toBe('/swhysc/news/company?pageNum=2');
    const known = await site.get(`/demo/login?url=${encodeURIComponent('http://site.test/swhysc/?key=T')}`, {
      host: 'site.test',
      cookie: `accessToken=${await tokenFor()}`,
    });
    expect([known.status, known.headers.location]).toEqual([303, 'http://site.test/swhysc/']);
  });

  test('LOGIN_CONFIRM asks first, and takes the answer only from its own page, and only so often', async () => {
    const asking = await startSite({ loginConfirm: true });
    await storeCustomers(asking.database.db, demoCustomers('2026-11-20'));
    const key = await issueToken(asking.database.db, 'demo-05');
    const { address, cookie, page } = await question(asking, `/swhysc/news/company?key=${key}`);
    expect(page.html).toContain('以 演示客户戊 的身份登录？');
    expect(page.html).toContain('取消，不登录');
    const again = await question(asking, `/swhysc/?key=${key}`, {
      cookie: `accessToken=${await issueToken(asking.database.db, 'demo-05')}`,
    });
    expect(again.page.html).toContain('取消，保持现在的登录');
    expect(again.page.html).not.toContain('您现在以');
    const post = (origin: string) => answerTo(asking, address, cookie, origin);
    expect((await post('https://evil.example')).statusCode).toBe(403);
    const confirmed = await post('http://site.test');
    expect([confirmed.statusCode, confirmed.headers.location, cookieOf(confirmed.headers)]).toEqual([
      303,
      '/swhysc/news/company',
      expect.stringContaining(`accessToken=${key};`),
    ]);
    let last = confirmed;
    for (let tries = 0; tries < 25 && last.statusCode !== 429; tries += 1) last = await post('http://site.test');
    expect([
      last.statusCode,
      Number(last.headers['retry-after']) > 0,
      last.body.includes('登录过于频繁'),
      last.headers['set-cookie'],
    ]).toEqual([429, true, true, undefined]);
    await asking.end();
  });
});

describe('the user service', () => {
  test('[LS2] [RK6] tells who a token is of, and nothing without one', async () => {
    expect(await call('/user/v1/info?queryType=1', await tokenFor('demo-04'))).toMatchObject({
      code: '0',
      data: { custName: '演示客户丁', riskLevel: '04', riskValidDate: '20291120', isProInvestor: '0' },
    });
    for (const token of [undefined, '', 'nobody', `' or 1=1 --`])
      expect((await call('/user/v1/info', token)).code).toBe('-0801107');
  });

  test('[LS6] a logout ends the token on the server', async () => {
    const token = await tokenFor();
    expect((await call('/user/v1/logout', token, 'POST')).code).toBe('0');
    expect((await call('/user/v1/info', token)).code).toBe('-0801107');
    proved({ fault: 'a customer’s logout', tries: 1, outcome: 'the next call with the token is refused' });
  });

  test('the store keeps no token, and drops those that have ended', async () => {
    const { db } = site.database;
    const token = await tokenFor();
    expect(JSON.stringify(await db.selectFrom('customer_token').selectAll().execute())).not.toContain(token);
    await db
      .updateTable('customer_token')
      .set({ expires_at: new Date(0) })
      .execute();
    const fresh = await tokenFor();
    expect(await db.selectFrom('customer_token').selectAll().execute()).toHaveLength(1);
    expect((await findCustomer(db, fresh))?.cust_name).toBe('演示客户丁');
    await withdrawToken(db, fresh);
    expect(await findCustomer(db, fresh)).toBeUndefined();
  });
});

describe('the identity page of the demonstration', () => {
  const post = (fields: Record<string, string>, headers: Record<string, string> = { origin: 'http://site.test' }) =>
    site.app.inject({
      method: 'POST',
      url: '/demo/login',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'site.test', ...headers },
    });

  test('[LS6] shows the invented customers and sends the chosen one back with a key that works', async () => {
    const { status, html, headers } = await site.get(
      '/demo/login?url=http%3A%2F%2Fsite.test%2Fswhysc%2Fnews%2Fcompany%3FpageNum%3D2',
      { host: 'site.test' },
    );
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    for (const { cust_name } of demoCustomers('2026-11-20')) expect(html).toContain(cust_name);
    const answer = await post({ customer: 'demo-09', url: 'http://site.test/swhysc/news/company?pageNum=2' });
    const back = new URL(String(answer.headers.location));
    expect([answer.statusCode, back.origin, back.pathname, back.searchParams.get('pageNum')]).toEqual([
      303,
      'http://site.test',
      '/swhysc/news/company',
      '2',
    ]);
    expect((await call('/user/v1/info', back.searchParams.get('key')!)).data).toMatchObject({ isProInvestor: '1' });
  });

  test('leads to no other site, whatever the return address says', async () => {
    for (const url of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      'http://site.test@evil.example/',
      'http://user:x@site.test/',
      'ftp://site.test/',
      `http://site.test/${'x'.repeat(3000)}`,
      'http://site.test/search',
      'http://site.test/demo/login?url=http://evil.example',
      'http://site.test/swhysc/../../x',
      'http://site.test/\\evil.example',
      '',
    ]) {
      const location = String((await post({ customer: 'demo-01', url })).headers.location);
      expect(location.startsWith('http://site.test/swhysc/?key='), url).toBe(true);
    }
  });

  test('[RK4] leads back to a file, and on a site of https never to http, nor takes a form from there', async () => {
    expect(
      String((await post({ customer: 'demo-01', url: 'http://site.test/static-file/2026/11/a.pdf' })).headers.location),
    ).toMatch(/^http:\/\/site\.test\/static-file\/2026\/11\/a\.pdf\?key=/);
    const safe = await startSite({ siteUrl: 'https://www.shili.example' });
    await storeCustomers(safe.database.db, demoCustomers('2026-11-20'));
    const from = (origin: string) =>
      safe.app.inject({
        method: 'POST',
        url: '/demo/login',
        payload: new URLSearchParams({ customer: 'demo-01', url: 'http://www.shili.example/swhysc/news' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'www.shili.example', origin },
      });
    expect(String((await from('https://www.shili.example')).headers.location)).toMatch(
      /^https:\/\/www\.shili\.example\/swhysc\/news\?key=/,
    );
    expect((await from('http://www.shili.example')).statusCode).toBe(403);
    await safe.end();
  });

  test('logs nobody in from a page of another site, nor a customer that there is none of', async () => {
    expect((await post({ customer: 'demo-01', url: '' }, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await post({ customer: 'demo-01', url: '' }, {})).statusCode).toBe(403);
    expect((await post({ customer: 'demo-99', url: '' })).statusCode).toBe(404);
  });

  test('asks for patience when one client logs in again and again', async () => {
    let last = await post({ customer: 'demo-01', url: '' });
    for (let tries = 0; tries < 25 && last.statusCode !== 429; tries += 1)
      last = await post({ customer: 'demo-01', url: '' });
    expect(last.statusCode).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.body).toContain('登录过于频繁');
  });

  test('does not exist outside the demonstration', async () => {
    const real = await startSite({ demo: false });
    expect((await real.get('/demo/login')).status).toBe(404);
    await real.end();
  });
});
