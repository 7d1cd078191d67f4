import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { issueToken, storeCustomers } from '#server/people/customers/tokens.ts';
import { demoCustomers } from '#demo/customers.ts';
import { makePdf } from '#demo/files/pdf.ts';
import { storeFile } from '#server/files/store.ts';
import { modePrefix } from '#server/pages/address/modes.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { article, channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const RESEARCH = '0001000200010004';
const PICKS = `${RESEARCH}0003`;
const NOTICES = `${SECTION}0018`;
const SYPZ = `${SECTION}0021`;
const LEVEL = '0002';
/** one of a kind in the whole store, found by any spelling a door may have */
const MARKS = {
  summary: '绝密摘要一七',
  text: '绝密正文二八',
  attachment: '绝密附件三九',
  filename: '绝密文件名四十',
  tag: '绝密标签五一',
  rate: '7.89%',
  underlying: '绝密标的六二',
  wealth: '绝密年化七三',
};
const anyMark = new RegExp(
  Object.values(MARKS)
    .map((mark) => mark.replace('.', '\\.'))
    .join('|'),
);

let site: TestSite;
let pick: number;
let notice: number;
let file: string;
let image: string;
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
const register = JSON.parse(
  readFileSync(new URL('../../page-schemas/registers/income-certificate.json', import.meta.url), 'utf8'),
) as RegisterDefinition;
/** visitors who must not read it; undefined: nobody */
const strangers: Record<string, string | undefined> = { nobody: undefined, 'an unknown token': 'nobody' };
let reader: string;

beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel(RESEARCH, 'research', '研究观点', { classOrder: 4 }),
      channel(`${RESEARCH}0001`, 'research/gfwz-rd', '热点聚焦'),
      channel(PICKS, 'research/gfwz-swyj', '研究精选', { classOrder: 3 }),
      channel(`${RESEARCH}000600010001`, 'research/tags', '标签专题', { type: 2, parentId: RESEARCH, classOrder: 6 }),
      channel(SYPZ, 'publicChannel/sypz', '收益凭证', { classOrder: 21 }),
      { kind: 'setting', id: 'research.topics', document: [{ code: 'macro', name: '宏观经济' }] },
      {
        kind: 'setting',
        id: 'research.tags',
        document: [
          { id: 'secret', name: '只有受限文章的标签' },
          { id: 'open', name: '公开标签' },
        ],
      },
    ],
  });
  const store = async (bytes: Buffer, extension: string) =>
    (await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes, extension })).filepath;
  file = await store(
    makePdf({ title: MARKS.attachment, paragraphs: [MARKS.attachment.repeat(3)], signature: ['示例证券'] }),
    'pdf',
  );
  image = await store(Buffer.from(`\x89PNG\r\n\x1a\n${MARKS.attachment}`, 'latin1'), 'png');
  const restricted = {
    riskLevel: LEVEL,
    summary: MARKS.summary,
    content: `<p>${MARKS.text}</p><p><img src="/static-file/${image}" alt=""></p>`,
    image,
    attachments: [{ filename: `${MARKS.filename}.pdf`, filepath: file }],
  };
  const published = await site.publish('受限', [
    article(PICKS, '受限的报告', { ...restricted, tags: ['secret'], topic: 'macro' }),
    article(NOTICES, '受限的公告', restricted),
    article(NOTICES, '公开的公告'),
    article(PICKS, '公开的报告', { tags: ['open'] }),
    article(`${RESEARCH}0001`, '公开的热点', { tags: ['open'], topic: 'macro' }),
    {
      kind: 'rows',
      document: {
        definition: register,
        dataDate: '2026-11-20',
        department: '甲部',
        rows: [
          {
            prodCode: 'SZZ901',
            prodName: '示例稳盈一号',
            type: '固定',
            riskCode: LEVEL,
            termDays: 90,
            rate: MARKS.rate,
            underlying: MARKS.underlying,
            status: '存续',
          },
          {
            prodCode: 'SZZ902',
            prodName: '示例稳盈二号',
            type: '固定',
            riskCode: '9999',
            termDays: 90,
            rate: '1.23%',
            underlying: '公开给最低等级',
            status: '存续',
          },
        ],
      },
    },
  ]);
  [pick, notice] = published.articleIds as [number, number];
  await storeCustomers(site.database.db, demoCustomers('2026-11-20'));
  strangers['a lower level'] = await issueToken(site.database.db, 'demo-03');
  strangers['an evaluation that is past'] = await issueToken(site.database.db, 'demo-07');
  strangers['a customer who never was evaluated'] = await issueToken(site.database.db, 'demo-08');
  reader = await issueToken(site.database.db, 'demo-04');
  await site.get('/swhysc/search');
  await site.run('attachment texts');
});
afterAll(() => site.end());

const cookieOf = (token: string | undefined): Record<string, string> => ({
  host: 'site.test',
  ...(token !== undefined && { cookie: `accessToken=${token}` }),
});

async function call(path: string, token?: string, body?: object) {
  const answer = await site.app.inject({
    url: CALL_BASE + path,
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token !== undefined && { access_token: token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return suite.decrypt(answer.body);
}

/** every address of the site that could say something of them */
const addresses = (): string[] => [
  '/swhysc/', '/swhysc/publicChannel/antiFraud', '/swhysc/publicChannel', `/swhysc/publicChannel/antiFraud/detail/${notice}`, `/swhysc/publicList/detail/${notice}`, '/swhysc/publicList',
  '/swhysc/research/gfwz-swyj', '/swhysc/research/gfwz-rd', '/swhysc/research/gfwz-rd?code=macro', `/swhysc/research/gfwz-swyj/detail/${pick}`, `/swhysc/research/relatedArticles/detail/${pick}`, '/swhysc/research/tags', '/swhysc/research/tags/detail/secret',
  '/swhysc/publicChannel/sypz?tab=certificates', '/swhysc/publicChannel/sypz?tab=certificates&certificates.row=SZZ901', '/swhysc/publicChannel/sypz?tab=certificates&certificates.sort=-rate',
  ...Object.values(MARKS).flatMap((mark) => [`/swhysc/search?q=${encodeURIComponent(mark)}`, `/swhysc/verify?kind=product&words=${encodeURIComponent(mark)}`]),
  '/swhysc/search?q=%E5%8F%97%E9%99%90%E7%9A%84', '/swhysc/verify?kind=product&words=SZZ901',
  '/swhysc/publicChannel/antiFraud/rss.xml', '/swhysc/research/gfwz-swyj/rss.xml', '/swhysc/rss.xml', '/sitemap.xml', '/swhysc/sitemap', '/robots.txt',
  `/static-file/${file}`, `/preview/${file}`, `/static-file/${image}`, `/preview/${image}`, '/register-file/income-certificate.csv',
]; // prettier-ignore

const calls = (): [path: string, body?: object][] => [
  [`${paths.infoContent}?id=${notice}`], [`${paths.infoContent}?id=${pick}`], [`${paths.infoContent}?channelId=${NOTICES}`], [`${paths.newsContent}?id=${pick}`],
  [`${paths.infoList}?channelId=${NOTICES}`], [`${paths.latestInfo}?channelIds=${NOTICES},${PICKS}`], [paths.newsList, { columnId: 'gfwz-swyj' }], [paths.newsList, { tagId: 'secret' }], [paths.newsList, { articleId: pick }], [paths.newsList, { code: 'macro' }],
  [`${paths.newsColumns}?type=2`], [`${paths.newsColumns}?type=3`], [`${paths.catalogue}?channelId=${NOTICES}`], [`${paths.sectionOverview}?channelId=${SECTION}`],
  [`${paths.sitePage}?path=/research/gfwz-swyj/detail/${pick}`], ...Object.values(MARKS).flatMap((mark): [string][] => [[`${paths.search}?words=${encodeURIComponent(mark)}`], [`${paths.catalogue}?channelId=${NOTICES}&words=${encodeURIComponent(mark)}`]]),
  [`${paths.register}/income-certificate`], [`${paths.register}/income-certificate?sort=-rate`], [`${paths.register}/income-certificate?fuzzyItem=SZZ901`], [`${paths.register}/income-certificate/series`], [`${paths.verify}?kind=product&words=SZZ901`],
]; // prettier-ignore

/** without what the asker has typed */
const unasked = (text: string, question: string): string => {
  const typed = Object.values(MARKS).find((mark) => decodeURIComponent(question).includes(mark));
  return typed === undefined ? text : text.replaceAll(typed, '').replaceAll(encodeURIComponent(typed), '');
};

describe('[RK6] what is restricted leaves by no door', () => {
  test('the marks are there to be found: a customer who may read gets each of them by the calls', async () => {
    const answers = await Promise.all(
      [
        `${paths.newsContent}?id=${pick}`,
        `${paths.infoContent}?id=${notice}`,
        `${paths.register}/income-certificate`,
      ].map((path) => call(path, reader)),
    );
    for (const [name, mark] of Object.entries(MARKS))
      if (!['attachment', 'tag', 'wealth'].includes(name)) expect(answers.join(), name).toContain(mark);
    const opened = await site.app.inject({ url: `/static-file/${file}`, headers: cookieOf(reader) });
    expect([opened.statusCode, opened.headers['cache-control'], opened.rawPayload.length > 500]).toEqual([
      200,
      'private, no-store',
      true,
    ]);
  });

  test.each(Object.keys(strangers))('to %s: pages, files, feeds, downloads', async (who) => {
    let pages = 0;
    for (const address of addresses()) {
      // twice: the second answer may come from a cache
      for (let time = 1; time <= 2; time += 1) {
        const { status, html, headers } = await site.get(address, cookieOf(strangers[who]));
        expect(unasked(html + JSON.stringify(headers), address), `${who} ${address}`).not.toMatch(anyMark);
        if (address.includes(file) || address.includes(image)) expect([302, 403], address).toContain(status);
        if (status === 200) pages += 1;
      }
    }
    expect(pages).toBeGreaterThan(40);
  });

  test.each(Object.keys(strangers))('to %s: calls', async (who) => {
    for (const [path, body] of calls())
      expect(
        unasked(await call(path, strangers[who], body), path),
        `${who} ${path} ${JSON.stringify(body)}`,
      ).not.toMatch(anyMark);
  });

  test('not even to a customer who may read: pages are drawn for all, files of tables and search hold none of it', async () => {
    const doors = addresses().filter((address) => !address.includes(file) && !address.includes(image));
    for (const address of doors)
      expect(unasked((await site.get(address, cookieOf(reader))).html, address), address).not.toMatch(anyMark);
    const workbook = await site.app.inject({
      url: '/register-file/income-certificate.xlsx',
      headers: cookieOf(reader),
    });
    const { batches } = await readSheet(workbook.rawPayload, 'x.xlsx');
    const cells: string[] = [];
    for await (const batch of batches) cells.push(...batch.flatMap((row) => row.cells.map(({ text }) => text)));
    expect(cells).toContain('示例稳盈一号');
    expect(cells.join()).not.toMatch(anyMark);
  });

  test('no page about it is kept, whoever asked for it', async () => {
    for (const token of [undefined, reader, 'nobody'])
      for (const address of [
        `/swhysc/research/gfwz-swyj/detail/${pick}`,
        `/swhysc/publicChannel/antiFraud/detail/${notice}`,
        '/swhysc/research/gfwz-swyj',
      ])
        await site.get(address, cookieOf(token));
    const isPrivate = (address: string) =>
      site.cache.findByAddress(modePrefix({ elder: false, traditional: false }) + address) !== undefined;
    expect([
      isPrivate('/swhysc/research/gfwz-swyj'),
      isPrivate(`/swhysc/research/gfwz-swyj/detail/${pick}`),
      isPrivate(`/swhysc/publicChannel/antiFraud/detail/${notice}`),
    ]).toEqual([true, false, false]);
  });

  test('a yield is told row by row: absent where the reader’s level does not reach, and the rest is as it was', async () => {
    const rows = async (token?: string) =>
      (
        JSON.parse(await call(`${paths.register}/income-certificate?sort=prodCode`, token)) as {
          data: { list: Record<string, unknown>[] };
        }
      ).data.list;
    const open = await rows();
    expect(open.map((row) => ['rate' in row, 'underlying' in row])).toEqual([
      [false, false],
      [false, false],
    ]);
    expect((await rows(strangers['a lower level'])).map(({ rate }) => rate)).toEqual([undefined, '1.23%']);
    expect((await rows(reader)).map(({ rate, underlying }) => [rate, underlying])).toEqual([
      [MARKS.rate, MARKS.underlying],
      ['1.23%', '公开给最低等级'],
    ]);
    expect((await rows(reader)).map(({ rate: _rate, underlying: _underlying, ...rest }) => rest)).toEqual(open);
  });
});

test('[RK6] an answer says why its rows hold something back, and nothing where they do not', async () => {
  const reason = async (token?: string) =>
    (JSON.parse(await call(`${paths.register}/income-certificate`, token)) as { data: { withheld?: string } }).data
      .withheld;
  expect([
    await reason(),
    await reason('nobody'),
    await reason(strangers['a lower level']),
    await reason(strangers['an evaluation that is past']),
  ]).toEqual(['login', 'login', 'level', 'evaluation']);
});

describe('a restricted article’s page', () => {
  const page = () => `/swhysc/research/gfwz-swyj/detail/${pick}`;

  test('[RK4] [RK6] without a token leads to the login and back to this address, and is kept nowhere', async () => {
    for (const address of [
      page(),
      `${page()}?from=a%20b&x=${encodeURIComponent('中')}`,
      `/swhysc/publicChannel/antiFraud/detail/${notice}`,
    ]) {
      const { status, headers, html } = await site.get(address, { host: 'site.test' });
      const to = new URL(String(headers.location), 'http://site.test');
      expect([status, headers['cache-control'], to.pathname, to.searchParams.get('url')]).toEqual([
        302,
        'private, no-store',
        '/demo/login',
        `http://site.test${address}`,
      ]);
      expect(html).not.toContain('受限');
    }
  });

  test('[RK4] whoever does not log in is led to its list, from there to the page they came from, and never to another login', async () => {
    const wayOut = async (path: string, headers: Record<string, string> = {}) => {
      const { html, status } = await site.get(`/demo/login?url=${encodeURIComponent(`http://site.test${path}`)}`, {
        host: 'site.test',
        ...headers,
      });
      return status === 200
        ? /<a href="([^"]*)">不登录，返回([^<]*)</.exec(html.replaceAll('<!-- -->', ''))!.slice(1)
        : status;
    };
    expect(await wayOut(page())).toEqual(['/swhysc/research/gfwz-swyj', '研究精选']);
    expect(await wayOut('/swhysc/research/gfwz-swyj?pageNum=2')).toEqual([
      '/swhysc/research/gfwz-swyj?pageNum=2',
      '原页面',
    ]);
    for (const path of [
      page(),
      `/swhysc/publicChannel/antiFraud/detail/${notice}`,
      '/swhysc/publicChannel/antiFraud',
      `/static-file/${file}`,
    ]) {
      const [out] = (await wayOut(path)) as string[];
      expect((await site.get(out!, { host: 'site.test' })).status, path).toBe(200);
    }
    // Back after a login
    expect(await wayOut(page(), cookieOf(reader))).toBe(303);
    expect(await wayOut(page(), cookieOf('nobody'))).toHaveLength(2);
  });

  test('[RK4] leads to the login address of the environment where there is no demonstration, and says so where there is none', async () => {
    const real = await startSite({ demo: false, siteUrl: 'https://www.shili.example', siteEnv: 'production' });
    const [id] = (
      await real.publish('受限', [
        article(NOTICES, '受限', { riskLevel: LEVEL }),
        article(NOTICES, '另一则'),
        { kind: 'setting', id: 'demo', document: false },
      ])
    ).articleIds;
    const address = `/swhysc/publicChannel/antiFraud/detail/${id}`;
    const none = await real.get(address, { host: 'www.shili.example' });
    expect([none.status, none.headers['cache-control']]).toEqual([403, 'private, no-store']);
    expect(none.html).toContain('只向符合条件的投资者开放');
    await real.publish('登录地址', [
      {
        kind: 'setting',
        id: 'site',
        document: {
          name: '示例证券',
          englishName: 'SHILI',
          hotline: '400-555-0000',
          email: 'a@b.example',
          department: '办公室',
          login: { production: 'https://login.shili.example/in?app=www' },
        },
      },
    ]);
    const { headers, status } = await real.get(address, { host: 'www.shili.example' });
    expect([status, headers.location]).toEqual([
      302,
      `https://login.shili.example/in?app=www&url=${encodeURIComponent(`https://www.shili.example${address}`)}`,
    ]);
    await real.end();
  });

  test('[RK6] with a token answers the frame alone: title, date, source and level, what is needed in words, never kept', async () => {
    for (const token of [reader, 'whatever']) {
      const { status, headers, html: drawn } = await site.get(page(), cookieOf(token));
      const html = drawn.replaceAll('<!-- -->', '');
      expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'private, no-store', undefined]);
      expect(html).toMatch(/受限的报告<\/h1>/);
      for (const secret of [
        '2026-11-01',
        '来源：办公室',
        'R3中',
        'C3（稳健型）及以上',
        '<noscript>',
        '本文须核对阅读权限',
        '返回研究精选',
      ])
        expect(html, secret).toContain(secret);
      expect(html).not.toMatch(anyMark);
      expect(html).not.toContain(token);
    }
  });

  test('[RK6] is in no sitemap, feeds tell its title alone, lists its level', async () => {
    expect((await site.get('/sitemap.xml')).html).not.toContain(`detail/${pick}`);
    expect((await site.get('/swhysc/publicChannel/antiFraud')).html).toMatch(/受限的公告[^]*R3中(<!-- -->)?级可读/);
    expect((await site.get('/swhysc/research/gfwz-swyj')).html).toMatch(/受限的报告[^]*R3中(<!-- -->)?级可读/);
  });
});
