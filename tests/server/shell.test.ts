import type { Change } from '#kinds/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoSettings } from '#demo/settings.ts';
import { textOf } from '../world/draw.tsx';
import { article, channel, smallWorld, startSite, type TestSite } from '../world/site.ts';

const fixed = (page: string, path: string, more: object = {}): Change => ({
  kind: 'page',
  id: page,
  document: {
    schemaVersion: 1,
    page,
    for: { path },
    layout: 'channel',
    title: page,
    blocks: [{ id: 'words', place: 'main', widget: 'rich-note', props: { paragraphs: ['正文'] } }],
    ...more,
  },
});

let site: TestSite;
beforeAll(async () => {
  const firm: Change = { kind: 'setting', id: 'site', document: demoSettings.site };
  site = await startSite({
    changes: [
      ...smallWorld().filter((change) => change.kind !== 'setting' || change.id !== 'site'),
      firm,
      fixed('bare-header', '/bareHeader', { header: 'minimal' }),
    ],
  });
});
afterAll(() => site.end());

const partOf = async (tag: string, path = '/swhysc/news/company') =>
  new RegExp(`<${tag}[ >].*?</${tag}>`, 's').exec((await site.get(path)).html)?.[0] ?? '';
const linksOf = (html: string) =>
  [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([tag, href = '', text = '']) => ({
    tag,
    href,
    text: textOf(text),
  }));
const groupOf = (footer: string, title: string) =>
  linksOf(new RegExp(`<nav aria-label="${title}">.*?</nav>`).exec(footer)![0]);

describe('the footer', () => {
  test('[FT1][FT2] shows 9 friendly links and 12 member companies, each in a new window that cannot reach back', async () => {
    const footer = await partOf('footer');
    expect(footer).not.toContain('class="logo"');
    const [friendly, members] = [groupOf(footer, '友情链接'), groupOf(footer, '成员公司')];
    expect([friendly.length, members.length]).toEqual([9, 12]);
    expect(friendly[0]).toMatchObject({ href: 'http://www.csrc.gov.cn/', text: '中国证监会' });
    expect(
      [...friendly, ...members].filter(({ tag }) => !tag.includes('target="_blank" rel="noopener external"')),
    ).toEqual([]);
  });

  test('[FT3] says address, hotline, postal code, fax and e-mail', async () => {
    const footer = await partOf('footer');
    expect(textOf(footer)).toMatch(
      /地址：上海市新城区滨江大道1号.*客服热线： 400-555-0000.*邮政编码：200120 传真：021-55500100 邮箱： service@shili\.example/,
    );
    expect(footer).toContain('href="tel:400-555-0000"');
    expect(footer).toContain('href="mailto:service@shili.example"');
  });

  test('[FT4] shows the app’s QR code, drawn by the server from what is published', async () => {
    const src = /<img[^>]*src="(\/qr\/[^"]*)"/.exec(await partOf('footer'))?.[1];
    const { status, html, headers } = await site.get(src!);
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(html).toMatch(/^<svg [^>]*viewBox="0 0 37 37"/);
    expect((await site.get(src!, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  test('[FT4] a page has a code, too; what is no page of the site has none', async () => {
    expect((await site.get('/qr/page.svg?path=/news/company')).status).toBe(200);
    for (const path of ['/nowhere', 'https://evil.example/', '//evil.example', ''])
      expect((await site.get(`/qr/page.svg?path=${encodeURIComponent(path)}`)).status, path).toBe(404);
    expect((await site.get('/qr/page.svg')).status).toBe(404);
  });

  test('[FT5] shows the filing numbers with their registers', async () => {
    const links = linksOf(await partOf('footer')).map(({ href, text }) => `${text} ${href}`);
    expect(links).toContain('示例ICP备00000000号 https://beian.miit.gov.cn/');
    expect(links).toContain('示例公网安备 00000000000000号 https://beian.mps.gov.cn/');
    expect(textOf(await partOf('footer'))).toContain('本网站支持IPv6');
  });

  test('[FT6] links privacy policy, user agreement and legal notice as soon as there are such pages, never to nowhere', async () => {
    const small = async () =>
      linksOf(/<div class="footer__legal">.*/s.exec(await partOf('footer'))![0]).flatMap(({ href, text }) =>
        href.includes('/legal/') ? [`${text} ${href}`] : [],
      );
    expect(await small()).toEqual([]);
    await site.publish('法律文本', [
      fixed('privacy', '/legal/privacy'),
      fixed('agreement', '/legal/agreement'),
      fixed('legal-notice', '/legal/notice'),
    ]);
    expect(await small()).toEqual([
      '隐私政策 /swhysc/legal/privacy',
      '用户协议 /swhysc/legal/agreement',
      '法律声明 /swhysc/legal/notice',
    ]);
  });

  test('[RT9] stands under a page that is not found, as the header does', async () => {
    const { html } = await site.get('/swhysc/nowhere');
    expect(html).toContain('示例融资租赁');
  });

  test('is in the HTML only: the state of a page holds none of it', async () => {
    const { html } = await site.get('/swhysc/news/company');
    expect(html.slice(html.indexOf('id="state"'))).not.toContain('示例融资租赁');
  });
});

describe('the floating side bar', () => {
  test.each([
    [
      'the wealth app, with its code',
      /<summary>.*?财富APP<\/summary><a[^>]*href="https:\/\/app\.shili\.example\/download"[^>]*><img[^>]*src="\/qr\/wealth-app\.svg"/,
    ],
    [
      'customer service, in a new window',
      /<a href="https:\/\/service\.shili\.example\/chat" target="_blank" rel="noopener external">.*?在线客服/,
    ],
    [
      'the group’s site, in a new window',
      /<a href="https:\/\/group\.shili\.example\/" target="_blank" rel="noopener external">.*?集团官网/,
    ],
    ['back to the top, without scripts, too', /<a href="#top">.*?回到顶部/],
  ])('[SB4][SB5][SB6][SB7] offers %s', async (_what, pattern) => {
    expect(await partOf('aside')).toMatch(pattern);
  });

  test('has an item twice only because a narrow window folds it; what is not published is no dead control', async () => {
    const { html } = await site.get('/swhysc/news/company');
    expect(html.match(/>在线客服</g)).toHaveLength(2);
    const other = await startSite();
    const bare = (await other.get('/swhysc/')).html;
    await other.end();
    expect(bare).toContain('回到顶部');
    expect(bare).not.toMatch(/在线客服|集团官网|财富APP|English/);
  });
});

describe('a page with the minimal header', () => {
  test('[RT2] has a home link and the hotline in it, nothing else', async () => {
    const header = await partOf('header', '/swhysc/bareHeader');
    expect(linksOf(header).map(({ href }) => href)).toEqual(['/swhysc/', 'tel:400-555-0000']);
    expect(header).not.toMatch(/<(nav|form|details|button)/);
  });

  test('[RT2][SB1] has no floating side bar; other pages have one', async () => {
    expect((await site.get('/swhysc/bareHeader')).html).toMatch(/<aside class="side"[^>]* hidden=""/);
    expect((await site.get('/swhysc/news/company')).html).not.toMatch(/<aside class="side"[^>]* hidden/);
  });

  test('[RT2] a misspelt header is refused, and the page before it stays', async () => {
    await site.publish('改页眉', [fixed('bare-header', '/bareHeader', { header: 'minimum' })]);
    expect(linksOf(await partOf('header', '/swhysc/bareHeader'))).toHaveLength(2);
  });
});

describe('the language menu', () => {
  const listOf = (html: string, at: number) => [...html.matchAll(/<ul class="lang">.*?<\/ul>/g)][at]?.[0] ?? '';

  test('[HD5] offers both scripts and the English site in header and drawer, says which one is read, and leads back to the page', async () => {
    const back = '?back=%2Fswhysc%2Fnews%2Fcompany';
    for (const [headers, traditional] of [
      [{}, false],
      [{ cookie: 'zh_choose=t' }, true],
    ] as const) {
      const { html } = await site.get('/swhysc/news/company', headers);
      const name = traditional ? '<span translate="no">繁體</span>' : '简体';
      expect(html).toContain(
        traditional
          ? `<summary aria-label="語言：繁體">${name}</summary>`
          : `<summary aria-label="语言：简体">${name}</summary>`,
      );
      const expected =
        `<ul class="lang"><li><a href="/view/simplified${back}" lang="zh-Hans"${traditional ? '' : ' aria-current="true"'} rel="nofollow">${traditional ? '<span translate="no">简体</span>' : '简体'}</a></li>` +
        `<li><a href="/view/traditional${back}" lang="zh-Hant"${traditional ? ' aria-current="true"' : ''} rel="nofollow">${traditional ? '<span translate="no">繁體</span>' : '繁體'}</a></li>` +
        '<li><a href="https://en.shili.example/" lang="en" target="_blank" rel="noopener external">English</a></li></ul>';
      expect([listOf(html, 0), listOf(html, 1)]).toEqual([expected, expected]);
    }
  });

  test('[HD5] a notice, which knows no address of its own, leads back by where the browser comes from', async () => {
    expect(listOf((await site.get('/swhysc/nowhere')).html, 0)).toContain('<a href="/view/traditional" lang="zh-Hant"');
    const chosen = await site.app.inject({
      url: '/view/traditional',
      headers: { referer: 'http://site.test/swhysc/nowhere?x=1' },
    });
    expect(chosen.headers.location).toBe('/swhysc/nowhere?x=1');
  });
});

test('the drawer searches without scripts', async () => {
  const drawer = /<details class="drawer.*?<\/details>/s.exec((await site.get('/swhysc/')).html)![0];
  expect(drawer).toMatch(
    /<form role="search" class="site-search" action="\/swhysc\/search"><input type="search"[^>]* name="q"\/>/,
  );
});

test('a long list of links makes no page heavier for scripts', async () => {
  const many = {
    ...(demoSettings.site as object),
    memberCompanies: Array.from({ length: 30 }, (_, at) => ({
      title: `成员${at}`,
      url: `https://member${at}.example/`,
    })),
  };
  await site.publish('成员公司', [
    { kind: 'setting', id: 'site', document: many },
    channel('0001000200010099', 'more', '更多'),
    article('0001000200010099', '一篇'),
  ]);
  const { html } = await site.get('/swhysc/more');
  expect(html).toContain('成员29');
  expect(html.slice(html.indexOf('id="state"'))).not.toContain('成员29');
});
