import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crawlSite, type Crawled } from '#tools/crawl/crawl-site.ts';
import { pageProblems } from '#tools/crawl/page-problems.ts';
import { readHtml } from '#tools/walk/read-html.ts';
import { walk } from '#tools/walk/walk.ts';

const HEAD =
  '<html lang="zh-Hans"><head><title>页</title><meta name="description" content="说明"><link rel="canonical" href="http://www.site.test/a">';
const good = (body: string) => `<!doctype html>${HEAD}</head><body><h1>页</h1>${body}</body></html>`;
const problemsOf = (html: string) =>
  pageProblems(html, readHtml(html)).map(({ code, what }) => `${code} ${what}`.trim());

describe('what is wrong with a page by itself', () => {
  test.each([
    [
      'nothing',
      good('<h2>甲</h2><h3>乙</h3><h2>丙</h2><img src="/a.svg" alt=""><a href="/b"><img src="/c.svg" alt="图"></a>'),
      [],
    ],
    [
      'names by other means',
      good(
        '<button aria-label="关闭"></button><a href="/b" title="图"></a><a aria-hidden="true" href="/b"></a><svg><title>无关</title></svg>',
      ),
      [],
    ],
    [
      'text that looks like elements',
      good('<script type="application/json">{"a":"<h1>\\u003c"}</script><style>a>b{}</style><!-- <h1>x</h1> -->'),
      [],
    ],
    [
      'an empty head',
      '<html><head><title> </title></head><body><h1>页</h1></body></html>',
      ['no-title', 'no-description', 'no-canonical', 'no-lang'],
    ],
    [
      'a notice without canonical address',
      '<html lang="zh-Hant"><head><title>頁</title><meta name="description" content="x"><meta name="robots" content="noindex"></head><body><h1>頁</h1></body></html>',
      [],
    ],
    [
      'simplified words on a traditional page, names apart',
      good(
        '<p>關閉，关闭</p><a aria-label="党岩 的链接" title="党岩 的鏈接">頁</a><p translate="no">党岩<b>岩</b><i translate="yes">后来</i></p><p>皇后</p><input value="网" placeholder="網">',
      )
        .replace('zh-Hans', 'zh-Hant')
        .replaceAll('页', '頁')
        .replace('说明', '說明'),
      ['simplified 關閉，关闭', 'simplified 的链接', 'simplified 后来'],
    ],
    ['no h1', `${HEAD}</head><body><h2>甲</h2></body></html>`, ['no-h1']],
    ['two h1', good('<h1>又一</h1>'), ['many-h1 页, 又一']],
    ['a level left out', good('<h3>甲</h3>'), ['heading-order h1 → h3 甲']],
    ['a picture without alt', good('<img src="/a.svg">'), ['no-alt /a.svg']],
    [
      'a link and a button without name',
      good('<a href="/b"><svg></svg></a><button class="x"> </button>'),
      ['no-name a /b', 'no-name button x'],
    ],
    ['a doubled id', good('<p id="a"></p><p id="b"></p><p id="a"></p>'), ['doubled-id a']],
    ['a huge page', good('页'.repeat(500_001)), [expect.stringMatching(/^too-large/)]],
  ])('%s', (_what, html, expected) => {
    expect(problemsOf(html)).toEqual(expected);
  });

  test('entities in attributes and text are read as what they stand for', () => {
    const [link] = readHtml('<a href="/a?b=1&amp;c=&#x4e2d;" data-x=\'"\' hidden>1 &lt; 2&nbsp;&#20013;</a>');
    expect(link).toMatchObject({
      name: 'a',
      attributes: { href: '/a?b=1&c=中', 'data-x': '"', hidden: '' },
      text: '1 < 2\u00a0中',
    });
  });
});

describe('a walk', () => {
  test('visits each once, what visits find after those before them, and so many at one time', async () => {
    const visited: number[] = [];
    let [busy, most] = [0, 0];
    await walk(
      [1, 2, 3, 2],
      async (one, find) => {
        most = Math.max(most, (busy += 1));
        await setImmediate();
        visited.push(one);
        if (one < 3) for (const more of [one * 10, 3, one * 10]) find(more);
        busy -= 1;
      },
      { atOnce: 2 },
    );
    expect(visited).toEqual([1, 2, 3, 10, 20]);
    expect(most).toBe(2);
  });

  test('takes tasks of one key for one, begins none when it is stopped, and fails with a visit', async () => {
    const stop = new AbortController();
    const visited: string[] = [];
    const visit = async (one: string) => {
      visited.push(one);
      if (one === 'c') stop.abort();
      if (one === 'x') throw new Error('no page');
    };
    const way = { atOnce: 1, keyOf: (one: string) => one.toLowerCase(), stopped: stop.signal };
    await expect(walk(['x', 'a'], visit, way)).rejects.toThrow('no page');
    await walk(['a', 'A', 'b', 'c', 'd'], visit, way);
    expect(visited).toEqual(['x', 'a', 'b', 'c']);
  });
});

describe('a crawl', () => {
  const requests: string[] = [];
  const pages: Record<string, string> = {
    '/swhysc/': good(
      '<a href="/swhysc/list">一</a><a href="gone?pageNum=2#x">二</a><a href="/view/elder?back=/" rel="nofollow">三</a><a href="https://elsewhere.example/">四</a><a href="/static-file/a.pdf">五</a><a href="/static-file/b.pdf">六</a><a href="/swhysc/list?sort=name">七</a><a href="/register-file/a.csv">八</a>',
    ),
    '/swhysc/list': good(
      '<p id="here"></p><a href="#here">一</a><a href="#nowhere">二</a><form action="/swhysc/moved"></form><img src="/static-file/p.png" alt="图">',
    ),
    '/a': good(''),
    '/swhysc/only-in-map': good('<h3>甲</h3>'),
  };
  let server: Server;
  let origin = '';
  let crawled: Crawled;

  beforeAll(async () => {
    let busy = 0;
    server = createServer((request, response) => {
      const url = request.url!;
      requests.push(`${request.method} ${url}`);
      if (url === '/sitemap.xml')
        return void response.end('<sitemapindex><loc>http://www.site.test/sitemap-pages.xml</loc></sitemapindex>');
      if (url === '/sitemap-pages.xml')
        return void response.end('<urlset><loc>http://www.site.test/swhysc/only-in-map</loc></urlset>');
      if (url === '/swhysc/moved') return void response.writeHead(302, { location: '/swhysc/list' }).end();
      if (url === '/static-file/a.pdf' && (busy += 1) < 2)
        return void response.writeHead(503, { 'retry-after': '0' }).end();
      if (/^\/(static|register)-file\/[ap]\./.test(url))
        return void response.writeHead(200, { 'content-type': 'application/pdf' }).end();
      const html = pages[url];
      response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    crawled = await crawlSite({ origin, start: '/swhysc/' });
  });
  afterAll(() => void server.close());

  test('finds dead links with the page that has them, dead anchors, and what is wrong with each page', () => {
    const problems = crawled.problems.map(({ page, code, what }) => `${page} ${code} ${what}`.replaceAll(origin, ''));
    expect(problems.toSorted()).toEqual([
      '/swhysc/ dead-link /static-file/b.pdf answers 404',
      '/swhysc/ dead-link /swhysc/gone?pageNum=2 answers 404',
      '/swhysc/list dead-anchor /swhysc/list#nowhere',
      '/swhysc/only-in-map heading-order h1 → h3 甲',
    ]);
  });

  test('reads each page once, asks for files without fetching them, and follows neither views, other sites nor changes of mode', () => {
    const paths = requests.filter((one) => !one.includes('sitemap'));
    expect(paths.toSorted()).toEqual([
      'GET /a',
      'GET /swhysc/',
      'GET /swhysc/gone?pageNum=2',
      'GET /swhysc/list',
      'GET /swhysc/moved',
      'GET /swhysc/only-in-map',
      'HEAD /register-file/a.csv',
      'HEAD /static-file/a.pdf',
      'HEAD /static-file/a.pdf',
      'HEAD /static-file/b.pdf',
      'HEAD /static-file/p.png',
    ]);
  });

  test('a site that does not answer is one problem, not a crash', async () => {
    const closed = await crawlSite({ origin: 'http://127.0.0.1:9', start: '/swhysc/' }).catch(
      (error: unknown) => error,
    );
    expect(closed).toBeInstanceOf(Error);
  });
});
