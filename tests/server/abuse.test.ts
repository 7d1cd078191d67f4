import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { issueToken, storeCustomers } from '#server/people/customers/tokens.ts';
import { readDraft } from '#server/editions/draft/draft-changes.ts';
import { cleaningThread } from '#server/store/articles/clean-html.ts';
import { tokenOf } from '#wire/token-text.ts';
import { demoCustomers } from '#demo/customers.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { tries } from '../world/proof.ts';
import { article, channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

/** Markup that runs in a browser that takes it for such; in a page it is text. */
const MARKUP = `"'><img src=x onerror=alert(1)>`;
const ARTICLES = `${SECTION}0003`;
const corpora = process.env.CORPORA_DIR;
if (!corpora)
  console.log('skipped: naughty strings of the public corpora, because CORPORA_DIR does not name their folder');

let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel('fundSaleStaff', 'publicChannel/fundSaleStaff', '基金销售资格人员公示', { type: 2, parentId: SECTION }),
      channel('advisoryStaff', 'publicChannel/advisoryStaff', '基金投资顾问人员公示', { type: 2, parentId: SECTION }),
    ],
  });
});
afterAll(() => site.end());

const opened = (body: string) => parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(body));

describe('an address that would lead to another site', () => {
  const hostile = [
    'https://evil.example/',
    '//evil.example/',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    'https:evil.example',
    'http:/evil.example',
    ' //evil.example',
    '\t//evil.example',
    '/%09/evil.example',
    'javascript:alert(1)//evil.example',
    'data:text/html,evil.example',
    '/swhysc/../../evil.example',
    '/swhysc//evil.example/..//evil.example',
    'http://site.test@evil.example/',
    'http://site.test.evil.example/',
    'http://evil.example#site.test',
    'http://evil.example\\@site.test/',
    '/swhysc/\r\nLocation: https://evil.example',
  ];

  test.each(['/view/elder?back=', '/view/traditional?back=', '/view/simplified?back='])(
    '%s leads back to this site only',
    async (door) => {
      for (const address of hostile) {
        const { status, headers } = await site.get(door + encodeURIComponent(address), { host: 'site.test' });
        expect([status, new URL(String(headers.location), 'http://site.test').host], address).toEqual([
          303,
          'site.test',
        ]);
        expect(String(headers.location)).toMatch(/^\/swhysc\//);
      }
    },
  );

  test('[LS6] the login keeps none of them, in its form and in its way back', async () => {
    for (const address of hostile) {
      const { html } = await site.get(`/demo/login?url=${encodeURIComponent(address)}`, { host: 'site.test' });
      const formValue = /name="url" value="([^"]*)"/.exec(html)?.[1] ?? /value="([^"]*)" name="url"/.exec(html)?.[1];
      expect(new URL(formValue!).host, address).toBe('site.test');
      expect(html, address).not.toMatch(/href="[^"]*evil/);
    }
  });

  test('slashes too many are taken out, never to the front of an address', async () => {
    for (const path of [
      '/swhysc//evil.example',
      '/swhysc///evil.example/',
      String.raw`/swhysc/\evil.example/`,
      '/swhysc/%5cevil.example/',
    ]) {
      const { status, headers } = await site.get(path);
      if (status !== 404) expect(String(headers.location), path).toMatch(/^\/swhysc\/[^/\\]/);
    }
  });
});

test('a line break in an address starts no header of an answer', async () => {
  const breaks = [
    '%0d%0aX-Injected:%201',
    '%0aX-Injected:%201',
    '%E5%98%8D%E5%98%8AX-Injected:%201',
    '%0d%0a%0d%0a<html>',
  ];
  const doors = [
    '/swhysc/',
    '/swhysc/news/company/',
    '/swhysc/search?q=',
    '/swhysc/news/company?key=',
    '/view/elder?back=/swhysc/',
    '/demo/login?url=http://site.test/swhysc/',
    '/static-file/2026/11/',
    '/register-file/fund-sale-staff.csv?fuzzyItem=',
    '/qr/page.svg?path=/',
    '/swhysc/rss.xml?x=',
    '/preview/2026/11/',
  ];
  for (const door of doors)
    for (const text of breaks) {
      const { status, headers } = await site.get(door + text, { host: 'site.test' });
      expect(status, door + text).toBeLessThan(500);
      expect(Object.keys(headers), door + text).not.toContain('x-injected');
      for (const value of Object.values(headers).flat()) expect(String(value)).not.toMatch(/[\r\n]/);
    }
});

/** Through the socket: pages that are kept are answered before the routes. */
async function front({ app }: TestSite) {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; etag: string | undefined; body: string }>((answered, failed) => {
      request({ port, host: '127.0.0.1', path, headers, agent: false }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        answered({ status: answer.statusCode!, etag: answer.headers.etag, body: Buffer.concat(parts).toString() });
      })
        .on('error', failed)
        .end();
    });
}

describe('a cache in between', () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-port': '666',
    'x-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
    'x-original-url': '/swhysc/evil',
    'x-rewrite-url': '/swhysc/evil',
    'x-forwarded-prefix': '/evil',
    'accept-language': 'evil',
  };

  test('gets the same page whatever host and forwarding headers it was first asked for with', async () => {
    const ask = await front(site);
    for (const [path, formValue] of [
      ['/swhysc/news/company', true],
      ['/swhysc/publicChannel/fundSaleStaff', true],
      ['/swhysc/nowhere', false],
    ] as const) {
      const first = await ask(path, headers);
      expect(first.body, path).not.toContain('evil');
      const hits = site.cache.hits;
      const second = await ask(path, { host: 'site.test' });
      expect([second.status, second.etag], path).toEqual([first.status, first.etag]);
      expect(site.cache.hits - hits, path).toBe(formValue ? 1 : 0);
    }
  });

  test('and none at all for another host, where the site has a fixed address', async () => {
    const fixed = await startSite({ fixedHost: true });
    try {
      const ask = await front(fixed);
      expect(await ask('/swhysc/', headers)).toMatchObject({
        status: 421,
        body: 'This server does not answer for that host.',
      });
      const statusOf = async (host: string) => (await ask('/healthz', { host })).status;
      for (const host of ['127.0.0.1:8081', 'localhost', 'LOCALHOST:8082', '[::1]:8081'])
        expect(await statusOf(host), host).toBe(200);
      for (const host of [
        'localhost.evil.example:8081',
        '127.0.0.1.evil.example',
        'evil.example:8081',
        'localhost:8081@evil',
      ])
        expect(await statusOf(host), host).toBe(421);
      expect((await ask('/swhysc/', { ...headers, host: 'site.test' })).body).not.toContain('evil');
    } finally {
      await fixed.end();
    }
  });
});

describe('limits by client', () => {
  // the clock stands still: on a busy machine the time of a limit ends before it is reached
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterAll(() => void vi.useRealTimers());

  const ask = async (from: TestSite, forwarded: string) =>
    (await from.get('/swhy/service/wscms/v1/search?words=%E5%AE%A2', { 'x-forwarded-for': forwarded })).status;

  test('count the socket, not what a header says of it', async () => {
    let status = 200;
    for (let at = 0; at < 130 && status === 200; at += 1) status = await ask(site, `10.1.${at}.1`);
    expect(status).toBe(429);
  });

  test('[OL1] count all addresses of one IPv6 network as one, by calls and by pages', async () => {
    const behind = await startSite({ trustedProxies: ['127.0.0.1'] });
    const page = async (from: string) =>
      (await behind.get('/swhysc/search?q=%E5%AE%A2', { 'x-forwarded-for': from })).status;
    try {
      let status = 200;
      for (let at = 0; at < 130 && status === 200; at += 1) status = await ask(behind, `2001:db8:0:1::${at + 1}`);
      expect([status, await page('2001:db8:0:1:ffff::1'), await page('2001:db8:0:2::1')]).toEqual([429, 429, 200]);
    } finally {
      await behind.end();
    }
  });

  test('count behind a trusted proxy who it says asks, and nothing that the client has put before it', async () => {
    const behind = await startSite({ trustedProxies: ['127.0.0.1'] });
    try {
      let status = 200;
      for (let at = 0; at < 130 && status === 200; at += 1) status = await ask(behind, `10.1.${at}.1, 10.9.9.9`);
      expect(status).toBe(429);
      expect(await ask(behind, '10.8.8.8')).toBe(200);
    } finally {
      await behind.end();
    }
  });
});

describe('cookies that another host has put beside ours', () => {
  test('two tokens that differ are none, the same one twice is one', async () => {
    expect([
      tokenOf('accessToken=a'),
      tokenOf('x=1; accessToken=a; accessToken=a'),
      tokenOf('accessToken=a; accessToken=b'),
      tokenOf('accessToken=; accessToken=b'),
      tokenOf('accessToken=a b'),
    ]).toEqual(['a', 'a', undefined, undefined, undefined]);
  });

  test('a login of a domain ends the cookie of the host alone', async () => {
    const wide = await startSite({ siteUrl: 'http://www.site.test', cookieDomain: 'site.test' });
    try {
      await storeCustomers(wide.database.db, demoCustomers('2026-11-20'));
      const token = await issueToken(wide.database.db, 'demo-04');
      const { headers } = await wide.get(`/swhysc/?key=${token}`, { host: 'www.site.test' });
      expect(headers['set-cookie']).toEqual([
        'accessToken=; Max-Age=0; Path=/; SameSite=Lax',
        expect.stringMatching(/^accessToken=.+; Domain=site\.test$/),
      ]);
    } finally {
      await wide.end();
    }
  });

  test('modes that differ or are nonsense show a page that there is, and no third one', async () => {
    const plain = await site.get('/swhysc/news/company');
    for (const cookie of [
      'elder=<script>',
      'zh_choose=x',
      'zh_choose="><script>',
      'elder=0; zh_choose=',
      '=; ;;elder',
      `zh_choose=${'t'.repeat(4000)}`,
    ]) {
      const { status, html, headers } = await site.get('/swhysc/news/company', { cookie });
      expect([status, html.includes('<script>'), headers.etag], cookie.slice(0, 40)).toEqual([
        200,
        false,
        plain.headers.etag,
      ]);
    }
  });
});

describe('a body that is posted', () => {
  const post = (payload: string, type = 'application/json') =>
    site.app.inject({
      method: 'POST',
      url: '/swhy/service/wscms/v1/news/list',
      payload,
      headers: { 'content-type': type },
    });

  test('reaches no prototype', async () => {
    for (const body of [
      '{"__proto__":{"polluted":1},"pageNum":1}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"pageNum":{"__proto__":{"polluted":1}}}',
      '{"a":{"constructor":{"prototype":{"polluted":1}}}}',
    ]) {
      const answer = await post(body);
      expect(answer.statusCode, body).toBeLessThan(500);
      expect(opened(answer.body).code, body).toMatch(/^\d+$/);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    }
  });

  test('is refused in words when it is no JSON, of another type, or too large', async () => {
    for (const [body, type] of [
      ['{"pageNum":', 'application/json'],
      ['<a/>', 'text/xml'],
      ['pageNum=%zz', 'application/x-www-form-urlencoded'],
      [JSON.stringify({ columnId: 'x'.repeat(2 * 1024 * 1024) }), 'application/json'],
      ['\u0000', 'application/json'],
    ] as const) {
      const answer = await post(body, type);
      expect([400, 413, 415], `${type} ${body.slice(0, 20)}`).toContain(answer.statusCode);
      const { code, msg } = opened(answer.body);
      expect(code).not.toBe('0');
      expect(msg).toMatch(/\p{Script=Han}/u);
    }
  });
});

describe('text that would be markup', () => {
  const paths = [
    '/',
    '/search?q=1',
    '/verify',
    '/verify?words=1',
    '/publicChannel',
    '/publicChannel/lossStatement',
    '/publicChannel/fundSaleStaff',
    '/publicList',
    '/news/company',
    '/sitemap',
    '/socialDuty/ESG',
  ];

  test('in any parameter of an address stays text', async () => {
    const names = [
      'q',
      'words',
      'kind',
      'section',
      'since',
      'pageNum',
      'pageSize',
      'sort',
      'row',
      'tab',
      'code',
      'category',
      'lang',
      'fuzzyItem',
      'orgName',
      'asOf',
      'channelId',
      'back',
      'url',
      'notes.pageNum',
      MARKUP,
    ];
    for (const path of paths) {
      const query = new URLSearchParams(names.map((name) => [name, MARKUP]));
      const { status, html } = await site.get(`/swhysc${path.split('?')[0]}?${query}`);
      expect(status, path).toBeLessThan(500);
      expect(html.includes('<img src=x'), path).toBe(false);
    }
  });

  test('in any field that is stored stays text, wherever it is shown', async () => {
    const title = `甲${MARKUP}乙`;
    await site.publish('标记', [
      channel(`${SECTION}0030`, 'publicChannel/markup', title, { type: 2, classOrder: 30 }),
      article(ARTICLES, title, { summary: title, source: title, content: `<p>${title}</p>` }),
      {
        kind: 'setting',
        id: 'site',
        document: {
          name: `示例${MARKUP}`.slice(0, 20),
          fullName: title,
          englishName: MARKUP,
          hotline: '400-555-0000',
          department: title,
          addresses: [{ title: '总部', text: title }],
          friendlyLinks: [{ title, url: 'https://links.example/?q="><script>'.replace(/[<>"]/g, '') }],
        },
      },
    ]);
    for (const path of [
      ...paths,
      '/publicChannel/markup',
      `/search?q=${encodeURIComponent('甲')}`,
      '/publicChannel/lossStatement/rss.xml',
    ]) {
      const { html } = await site.get(`/swhysc${path}`);
      expect(html.includes('<img src=x'), path).toBe(false);
    }
    const { html } = await site.get('/swhysc/publicChannel/lossStatement');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

/** Every line of the corpora, as it is. */
function naughtyStrings(): string[] {
  const read = (name: string) => readFileSync(join(corpora!, 'naughty-strings', name), 'utf8');
  const lists = [
    'corrupted',
    'crlf-injection',
    'format-strings',
    'integer-overflows',
    'JSON_Fuzzing',
    'naughty-unicode',
    'NullByteRepresentations',
    'right-to-left',
    'invalid-filenames-linux',
    'invalid-filenames-microsoft',
  ];
  return [
    ...(JSON.parse(read('blns.json')) as string[]),
    ...lists.flatMap((name) => read(`fuzzdb-${name}.txt`).split('\n')),
  ];
}

test.skipIf(!corpora)(
  'no naughty string of the public corpora fails the server, wherever it stands',
  async () => {
    const all = naughtyStrings();
    expect(all.length).toBeGreaterThan(700);
    const each = tries(6, 1);
    const strings = all.filter((_, at) => at % each === 0);
    const doors: ((text: string) => string)[] = [
      (text) => `/swhysc/publicChannel/fundSaleStaff?fuzzyItem=${text}&orgName=${text}`,
      (text) => `/swhysc/${text}`,
      (text) => `/swhy/service/market/v1/front/announcement/info?infoId=fundSaleStaff&fuzzyItem=${text}&sort=${text}`,
      (text) => `/static-file/${text}`,
    ];
    const failed: string[] = [];
    for (const text of strings)
      for (const door of doors) {
        const url = door(encodeURIComponent(text.toWellFormed()));
        const { status } = await site.get(url.slice(0, 15_000));
        if (status >= 500) failed.push(`${status} ${url}`);
      }
    expect(failed).toEqual([]);
  },
  120_000,
);

describe('[OL5] JSON is counted before anything is made of it', () => {
  const wide = (values: number) =>
    JSON.stringify({ changes: Object.fromEntries(Array.from({ length: values }, (_, at) => [`k${at}`, at])) });
  const send = (url: string, payload: string) =>
    site.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', origin: 'http://site.test', host: 'localhost' },
    });

  test('of a call of the console with a large body: 200,000 keys are refused, before anybody is asked for', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const { statusCode, body } = await send('/console/api/editions', wide(200_000));
      expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
      expect([statusCode, JSON.parse(body)]).toEqual([
        413,
        { code: '1416', msg: '请求内容超过 6 万项，请减少内容或分几次提交', data: null },
      ]);
    } finally {
      parse.mockRestore();
    }
    // a body below the limit gets to the next check
    expect((await send('/console/api/editions', wide(50_000))).json()).toMatchObject({ code: '2009' });
  });

  test('of a call of the site: bytes, values and depth', async () => {
    const call = '/swhy/service/wscms/v1/news/list';
    const codeOf = async (payload: string) => opened((await send(call, payload)).body).code;
    expect(await codeOf(wide(200_000))).toBe('1414');
    expect(await codeOf(`{"a":[${'0,'.repeat(100_000)}0]}`)).toBe('1416');
    expect(await codeOf(`{"a":"${','.repeat(100_000)}"}`)).toBe('0');
    expect(await codeOf(`${'{"a":'.repeat(40)}0${'}'.repeat(40)}`)).toBe('1415');
  });

  test('a draft of nothing but unknown fields tells 200 of them, and does not look for what each of them means', async () => {
    const document = JSON.parse(wide(50_000)) as { changes: Record<string, number> };
    const refused = (await readDraft({
      title: '稿件',
      changes: [{ kind: 'article', document: document.changes }],
    }).catch((error: unknown) => error)) as { code: string; data: { problems: unknown[] } };
    expect([refused.code, refused.data.problems.length]).toEqual(['2015', 200]);
  });
});

test('[OL5] HTML that takes long is refused with place and remedy before it is cleaned, or cleaned in the thread', async () => {
  const draft = (content: string) =>
    readDraft({
      title: '稿件',
      changes: [article(ARTICLES, '长篇', { content })],
    }).then(
      ({ changes }) => (changes[0] as { document: { content: string } }).document.content,
      (error: unknown) => (error as { data: { problems: { pointer: string; message: string }[] } }).data.problems,
    );
  const before = cleaningThread.taken;
  for (const html of ['<ul><li>'.repeat(60_000), '&'.repeat(490_000)])
    expect(await draft(html)).toEqual([
      {
        pointer: '/changes/0/document/content',
        message: expect.stringMatching(/^第1项的正文的标签和符号.*个字符起超过10万个；请清除多余的格式/) as string,
      },
    ]);
  expect(cleaningThread.taken).toBe(before);
  expect(await draft(`<p>${'字'.repeat(30_000)}</p><script>1</script>`)).toBe(`<p>${'字'.repeat(30_000)}</p>`);
  expect(cleaningThread.taken).toBe(before + 1);
});
