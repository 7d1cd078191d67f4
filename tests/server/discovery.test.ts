import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import sax from 'sax';
import { gunzipSync } from 'node:zlib';
import { nameStored } from '../world/database.ts';
import { article, channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const NEWS = '00010002000100020001';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel('0001000200010009', 'aboutUs', '关于我们', { classOrder: 9 }),
      channel('0001001700060003', 'publicChannel/companyNews', '公司新闻', { sameAs: NEWS }),
      article(`${SECTION}0003`, '声明：<A & B> "作废"', {
        summary: '一句 <b>摘要</b>。',
        contentTime: new Date('2026-11-10T01:30:00Z').toISOString(),
      }),
      article(`${SECTION}0003`, '仅向合格投资者说明', {
        summary: '不该公开的摘要。',
        riskLevel: '0003',
        contentTime: new Date('2026-11-09T01:30:00Z').toISOString(),
      }),
    ],
  });
  // an article of an earlier version, stored with text that is refused today (VA1)
  await site.database.owner.query(`update article set title = title || chr(8) where title like '声明：%'`);
});
afterAll(() => site.end());

/** Texts of one element of an XML document. @throws where it is not well-formed */
function textsOf(xml: string, element: string): string[] {
  const parser = sax.parser(true);
  const texts: string[] = [];
  let inside = false;
  Object.assign(parser, {
    onopentag: ({ name }: { name: string }) => {
      inside = name === element;
      if (inside) texts.push('');
    },
    ontext: (text: string) => {
      if (inside) texts[texts.length - 1] += text;
    },
    onclosetag: () => {
      inside = false;
    },
  });
  parser.write(xml).close();
  return texts;
}

const pathOf = (address: string) => address.replace('http://site.test', '');

async function everyAddress(): Promise<string[]> {
  const index = await site.get('/sitemap.xml');
  const parts = await Promise.all(textsOf(index.html, 'loc').map((part) => site.get(pathOf(part))));
  return parts.flatMap(({ html }) => textsOf(html, 'loc'));
}

describe('the site map', () => {
  test('[RT10] names every canonical page and every public article once, and each answers 200 under its canonical address', async () => {
    const addresses = await everyAddress();
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses).toEqual(
      expect.arrayContaining(
        ['/', '/news/company', '/publicList', '/publicChannel/lossStatement', '/sitemap'].map(
          (path) => `http://site.test/swhysc${path}`,
        ),
      ),
    );
    expect(addresses.filter((address) => address.includes('/news/company/detail/'))).toHaveLength(23);
    for (const address of addresses) {
      const { status, html } = await site.get(pathOf(address));
      expect([address, status, html.includes(`<link rel="canonical" href="${address}">`)]).toEqual([
        address,
        200,
        true,
      ]);
    }
  });

  test('[RT10] leaves out redirects, second names of a page, restricted articles and the second address of a channel’s only article', async () => {
    const paths = (await everyAddress()).map((address) => address.replace('http://site.test/swhysc', ''));
    expect(
      paths.filter(
        (path) =>
          ['/news', '/home', '/publicChannel/companyNews', '/allBranches'].includes(path) ||
          path.includes('complaint/detail'),
      ),
    ).toEqual([]);
    expect(paths.filter((path) => path.startsWith('/publicChannel/lossStatement/detail/'))).toHaveLength(3);
  });

  test('[RT10] says when a page last changed, follows a publication, and answers 304 while nothing is published', async () => {
    const { html, headers } = await site.get('/sitemap-articles-1.xml');
    expect(textsOf(html, 'lastmod')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const again = await site.get('/sitemap-articles-1.xml', {
      'if-none-match': String(headers.etag),
      'accept-encoding': 'gzip',
    });
    expect(again.status).toBe(304);
    const before = textsOf(html, 'loc').length;
    await site.publish('又一条', [article(NEWS, '第24条新闻')]);
    const later = await site.get('/sitemap-articles-1.xml', { 'if-none-match': String(headers.etag) });
    expect([later.status, textsOf(later.html, 'loc').length]).toEqual([200, before + 1]);
    expect(textsOf((await site.get('/sitemap.xml')).html, 'lastmod').length).toBe(2);
  });

  test.each([
    '/sitemap-articles-2.xml',
    '/sitemap-articles-0.xml',
    '/sitemap-articles-x.xml',
    '/sitemap-articles-999999999.xml',
  ])('[RT10] %s is no part of it', async (path) => {
    expect((await site.get(path)).status).toBe(404);
  });

  test('[RT10] is sent compressed to whoever takes it', async () => {
    const answer = await site.app.inject({ url: '/sitemap-pages.xml', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toBe((await site.get('/sitemap-pages.xml')).html);
  });
});

test('[RT10] /sitemap shows readers the channels of both trees, each a link that opens', async () => {
  const { status, html } = await site.get('/swhysc/sitemap');
  expect([status, html.match(/<h1[^>]*>([^<]*)/)?.[1]]).toEqual([200, '网站地图']);
  const main = /<main[\s\S]*<\/main>/.exec(html)![0];
  const links = [...main.matchAll(/href="(\/swhysc\/[^"?]*)"/g)].map(([, href]) => href!);
  expect(links).toEqual(
    expect.arrayContaining(['/news/company', '/publicChannel/complaint', '/aboutUs'].map((path) => `/swhysc${path}`)),
  );
  for (const link of new Set(links)) expect([link, (await site.get(link)).status < 400]).toEqual([link, true]);
});

describe('a feed', () => {
  test('[RT10] of a list holds its newest articles as well-formed RSS, whatever stands in a title', async () => {
    const { status, html, headers } = await site.get('/swhysc/publicChannel/lossStatement/rss.xml');
    expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
    expect(textsOf(html, 'title').slice(0, 2)).toEqual(['遗失声明 - 示例证券', '声明：<A & B> "作废"']);
    expect(textsOf(html, 'pubDate')[0]).toBe('Tue, 10 Nov 2026 01:30:00 GMT');
    for (const link of textsOf(html, 'link').slice(0, 2)) expect((await site.get(pathOf(link))).status).toBe(200);
  });

  test('[RT10] tells title and date of a restricted article, and nothing more', async () => {
    const { html } = await site.get('/swhysc/publicChannel/lossStatement/rss.xml');
    expect(html).toContain('仅向合格投资者说明');
    expect(html).not.toContain('不该公开的摘要');
  });

  test('[RT10] of a list of several channels, of the home page, and of a list under its second name', async () => {
    expect(textsOf((await site.get('/swhysc/publicList/rss.xml')).html, 'item')).toHaveLength(4);
    expect(textsOf((await site.get('/swhysc/rss.xml')).html, 'item').length).toBeGreaterThan(10);
    const second = await site.get('/swhysc/publicChannel/companyNews/rss.xml');
    expect([second.status, second.headers.location]).toEqual([301, '/swhysc/news/company/rss.xml']);
  });

  test('[RT10] is all that is sent: nothing is drawn behind it', async () => {
    const warned = vi.spyOn(site.app.log, 'warn');
    for (const list of ['publicList', 'publicChannel/companyNews']) await site.get(`/swhysc/${list}/rss.xml`);
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
  });

  test.each([
    '/swhysc/publicChannel/complaint/rss.xml',
    '/swhysc/nowhere/rss.xml',
    '/swhysc/verify/rss.xml',
    '/swhysc/publicChannel/rss.xml',
    '/swhysc/news/rss.xml',
  ])('[RT10] %s does not exist', async (path) => {
    expect((await site.get(path)).status).toBe(404);
  });
});

describe('what a page tells of itself', () => {
  const meta = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const linked = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as Record<string, any>,
    );

  test('[RT10] a list: share image and address, its feed, the way from home', async () => {
    const { html } = await site.get('/swhysc/news/company?pageNum=2');
    expect(meta(html, 'og:title')).toBe('公司新闻');
    expect(meta(html, 'og:url')).toBe('http://site.test/swhysc/news/company?pageNum=2');
    expect(meta(html, 'og:image')).toBe('http://site.test/assets/site/share.png');
    expect(meta(html, 'og:type')).toBe('website');
    expect(meta(html, 'twitter:card')).toBe('summary_large_image');
    expect(html).toContain('<link rel="alternate" type="application/rss+xml" href="/swhysc/news/company/rss.xml">');
    const [trail, ...rest] = linked(html);
    expect(rest).toEqual([]);
    expect(trail!.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['首页', '新闻资讯', '公司新闻']);
  });

  test('[RT10] an article: headline, moment, source, its own picture; no text ends the script it stands in', async () => {
    const address = (await everyAddress()).filter((one) => one.includes('/lossStatement/detail/'));
    const pages = await Promise.all(address.map((one) => site.get(pathOf(one))));
    const { html } = pages.find((page) => page.html.includes('A &amp; B'))!;
    const [labelled, trail] = linked(html);
    expect(labelled).toMatchObject({
      '@type': 'Article',
      headline: '声明：<A & B> "作废"\u0008',
      datePublished: '2026-11-10T09:30:00+08:00',
      author: { name: '办公室' },
      publisher: { name: '示例证券' },
    });
    expect(trail!.itemListElement.at(-1).name).toBe(labelled!.headline);
    expect(html.slice(html.indexOf('ld+json">') + 9).split('</script>')[0]).not.toContain('<');
    const image = `2026/11/${'a'.repeat(64)}.png`;
    await nameStored(site.database, image);
    const { articleIds } = await site.publish('带图的新闻', [article(NEWS, '带图的新闻', { image })]);
    const news = (await site.get(`/swhysc/news/company/detail/${articleIds[0]}`)).html;
    expect(meta(news, 'og:image')).toBe(`http://site.test/static-file/${image}`);
    expect([meta(news, 'og:type'), linked(news)[0]!['@type']]).toEqual(['article', 'NewsArticle']);
  });

  test('[RT10] the home page: the firm and its hotline; a notice tells nothing', async () => {
    const [firm, web] = linked((await site.get('/swhysc/')).html);
    expect(firm).toMatchObject({
      '@type': 'Organization',
      name: '示例证券',
      contactPoint: { telephone: '400-555-0000' },
    });
    expect(web).toMatchObject({ '@type': 'WebSite' });
    const { html } = await site.get('/swhysc/nowhere');
    expect([meta(html, 'og:title'), linked(html)]).toEqual([undefined, []]);
  });
});

describe('what machines ask for first', () => {
  test('[RT10][RG42] robots.txt closes calls, previews and parts of register files, not the files, and names the site map', async () => {
    const { html, headers } = await site.get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(html).toContain('Disallow: /swhy/\n');
    expect(html).toContain('Disallow: /preview/\n');
    expect(html).toContain('Disallow: /register-file/*?\n');
    expect(html).toContain('\nSitemap: http://site.test/sitemap.xml\n');
  });

  test('[RT10] the manifest carries the site’s name; icons under guessed names lead to the real ones', async () => {
    const { html, headers } = await site.get('/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(JSON.parse(html)).toMatchObject({
      name: '示例证券',
      start_url: '/swhysc/',
      icons: [{ sizes: '192x192' }, { sizes: '512x512' }],
    });
    for (const name of ['/favicon.ico', '/apple-touch-icon.png'])
      expect((await site.get(name)).headers.location).toMatch(/^\/assets\/site\/icon-\d+\.png$/);
  });
});
