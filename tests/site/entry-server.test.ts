import { describe, expect, test } from 'vitest';
import { toTraditional } from '#page/to-traditional.ts';
import { render, renderFilePage, renderLogin, renderNotice } from '../../src/entry-server.tsx';
import article from '#widgets/article-body/example.json';
import { textOf } from '../world/draw.tsx';
import { buildBlock, buildPage, buildState } from '../world/site-state.ts';

const list = { name: 'info-list', params: { pageNum: { address: 'pageNum', type: 'integer' as const, default: 1 } } };
const titles = (html: string) =>
  [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, title]) => title!.replace(/<[^>]+>/g, ''));

describe('a page drawn by the server', () => {
  test('has one h1, the page’s title, and no style attribute', async () => {
    const { html } = await render(buildState(buildPage({ blocks: [buildBlock('a')] })));
    expect(titles(html)).toEqual(['遗失声明']);
    expect(html).not.toMatch(/\sstyle=/);
    expect(textOf(html)).toContain('text of a');
  });

  test('names the widgets that it drew, so that their chunks can be fetched early', async () => {
    const page = buildPage({ blocks: [buildBlock('a'), buildBlock('b'), buildBlock('c', { widget: 'entry-grid' })] });
    const state = buildState(page);
    state.blocks.c = { ok: true, data: { items: [], total: 0, pageNum: 1, pageSize: 10 } };
    expect((await render(state)).views).toEqual(['rich-note', 'entry-grid']);
  });

  test('of a detail page the h1 is the article’s title; where the article is not to be had, the page’s', async () => {
    const page = buildPage({
      layout: 'detail',
      blocks: [buildBlock('article', { widget: 'article-body', props: article.props })],
    });
    const state = buildState(page, { blocks: { article: { ok: true, data: article.data } } });
    expect(titles((await render(state)).html)).toEqual([article.data.title]);
    const failed = buildState(page, { blocks: { article: { ok: false, code: '1004', message: '文章不存在' } } });
    expect(titles((await render(failed)).html)).toEqual(['遗失声明']);
  });

  test('[WG3] an unknown widget spoils only its own frame and is reported', async () => {
    const { html, failed, views } = await render(
      buildState(buildPage({ blocks: [buildBlock('a', { widget: 'no-such' }), buildBlock('b')] })),
    );
    expect(failed).toEqual(['a']);
    expect(views).toEqual(['rich-note']);
    expect(textOf(html)).toMatch(/内容暂时无法显示.*text of b/);
  });

  test('[WG3] a widget that throws spoils only its own frame; the state says so for the browser to hydrate the same', async () => {
    const page = buildPage({
      blocks: [buildBlock('a'), buildBlock('b', { widget: 'article-list', props: {}, source: list }), buildBlock('c')],
    });
    const state = buildState(page, {
      blocks: {
        a: { ok: true, data: null },
        b: { ok: true, data: { nothing: 'of use' } },
        c: { ok: true, data: null },
      },
    });
    const { html, failed } = await render(state);
    expect(failed).toEqual(['b']);
    expect(state.blocks.b).toMatchObject({ ok: false, code: 'render' });
    expect(textOf(html)).toMatch(/text of a.*内容暂时无法显示.*text of c/);
  });

  test('[WG5] a view that hydrates on use waits for its script where its data is good; one that throws is no exception', async () => {
    const page = buildPage({
      blocks: [buildBlock('a'), buildBlock('b', { widget: 'channel-content', props: {}, source: list })],
    });
    const good = { kind: 'downList', article: { ...article.data, files: [] } };
    const state = buildState(page, { blocks: { a: { ok: true, data: null }, b: { ok: true, data: good } } });
    expect(await render(state)).toMatchObject({ failed: [], onUse: ['rich-note', 'channel-content'] });
    expect(state.onUse).toEqual(['a', 'b']);

    state.blocks.b = { ok: true, data: { kind: 'list', articles: 'of no use' } };
    const broken = await render(state);
    expect(broken).toMatchObject({ failed: ['b'], onUse: ['rich-note'] });
    expect(state.onUse).toEqual(['a']);
    expect(textOf(broken.html)).toMatch(/text of a.*内容暂时无法显示/);
  });

  test('a block whose call was refused says why and offers to try again; nothing else of the page changes', async () => {
    const state = buildState(buildPage({ blocks: [buildBlock('a'), buildBlock('b')] }), {
      blocks: { a: { ok: false, code: '1', message: '系统维护中' }, b: { ok: true, data: null } },
    });
    const { html, failed } = await render(state);
    expect(failed).toEqual([]);
    expect(textOf(html)).toMatch(/内容暂时无法显示 系统维护中 重试 .*text of b/);
  });

  test('of several tabs only the open one is drawn; the others are links to their own addresses', async () => {
    const page = buildPage({ blocks: [buildBlock('a', { tab: '甲' }), buildBlock('b', { tab: '乙' })] });
    const { html } = await render(buildState(page, { query: { tab: 'b' } }));
    expect(textOf(html)).not.toContain('text of a');
    expect(html).toContain('<a aria-current="page" href="/swhysc/publicChannel/lossStatement?tab=b">乙</a>');
    expect(html).toContain('<a href="/swhysc/publicChannel/lossStatement">甲</a>');
  });
});

describe('the shell', () => {
  const shellOf = async (change: Parameters<typeof buildState>[1] = {}) =>
    (await render(buildState(buildPage({ blocks: [buildBlock('a')] }), change))).html;

  test('[CH4] a second level of the menu has a button that shows it, and an item without one has none', async () => {
    const html = await shellOf();
    expect(html).toContain('aria-label="新闻资讯的下级栏目"');
    expect(html).not.toContain('aria-label="信息公告的下级栏目"');
  });

  test('[CH6] an external channel opens a new window', async () => {
    expect(await shellOf()).toMatch(/<a[^>]*href="https:\/\/adviser\.example\/" target="_blank" rel="noopener">/);
  });

  test('marks the section that is open', async () => {
    expect(await shellOf()).toMatch(/class="menu__item" aria-current="true" href="\/swhysc\/publicChannel"/);
  });

  test('[CH7] without a channel tree the fixed menu of home, search and hotline stands in', () => {
    const shell = { ...buildState(buildPage()).shell, menu: null };
    const html = renderNotice(
      { status: 503, title: '', text: '', links: [] },
      { base: '/swhysc', shell, surround: null },
    );
    expect(textOf(/<nav class="menu".*?<\/nav>/.exec(html)![0])).toBe('首页 搜索 客服热线 400-555-0000');
    expect(html).toContain('href="tel:400-555-0000"');
  });

  test('says that demonstration data is invented, and only then', async () => {
    expect(await shellOf()).toContain('演示数据，均为虚构');
    expect(await shellOf({ shell: { ...buildState(buildPage()).shell, demo: false } })).not.toContain('演示数据');
  });

  test('[TA2] the year at the foot is Shanghai’s', async () => {
    expect(textOf(await shellOf())).toMatch(/版权所有 © 2027/);
  });
});

describe('in traditional script', () => {
  const surround = { firm: { name: '示例证券', englishName: '', department: '', hotline: '400-555-0000' }, links: [] };
  const drawn = async (convert: typeof toTraditional | null) =>
    (await render(buildState(buildPage({ blocks: [buildBlock('a')] })), surround, convert)).html;

  test('[LG3] everything is drawn so, what stands around all pages included, and nothing of it stays for the next visitor', async () => {
    const [before, traditional, after] = [await drawn(null), await drawn(toTraditional), await drawn(null)];
    expect(titles(traditional)).toEqual(['遺失聲明']);
    expect(traditional).toMatch(/<footer.*聯繫我們.*版權所有/);
    expect(traditional).toMatch(/<aside.*回到頂部/);
    expect(before).toMatch(/<footer.*联系我们.*版权所有/);
    expect(after).toBe(before);
  });

  test('[LG3] a notice and a login are drawn so; the name in a question is not, nor is a file that is shown', () => {
    const around = { base: '/swhysc', shell: null, surround, traditional: true, convert: toTraditional };
    expect(titles(renderNotice({ status: 404, title: '没有找到这个页面', text: '', links: [] }, around))).toEqual([
      '沒有找到這個頁面',
    ]);
    const form = {
      title: '以 {who} 的身份登录？',
      names: { who: '党岩', now: '余岩' },
      text: '您现在是 {now}，请选择',
      action: '/',
      hidden: {},
      name: 'x',
      choices: [{ value: '1', label: '余秀华', note: '测评', isName: true as const }],
      cancel: { title: '返回', href: '/' },
    };
    const login = renderLogin(form, around);
    expect(textOf(login)).toContain('以 党岩 的身份登錄？ 您現在是 余岩 ，請選擇 余秀华 測評');
    const file = renderFilePage(
      { filename: '年报.xlsx', download: '/static-file/a.xlsx', size: 1, body: '<td>党岩</td>', from: null },
      around,
    );
    expect(textOf(file)).toContain('年報');
    expect(file).toContain('download="年报.xlsx"');
    expect(file).toContain('lang="zh-Hans" translate="no"><td>党岩</td>');
  });
});

describe('a page that stands for another', () => {
  const notice = { status: 503, title: '网站暂时无法提供服务', text: '我们正在恢复。', links: [] };
  const around = { base: '/swhysc', shell: null, surround: null };

  test('[RT9] is drawn without a channel tree, with a way on', () => {
    const html = renderNotice(notice, around);
    expect(titles(html)).toEqual(['网站暂时无法提供服务']);
    expect(html).toContain('href="/swhysc/"');
    expect(textOf(html)).toContain('重新加载');
  });

  test('[RT9] offers the links it is given before the home page', () => {
    const html = renderNotice(
      { ...notice, status: 410, links: [{ title: '查看替代内容', path: '/news' }] },
      { ...around, shell: buildState(buildPage()).shell },
    );
    expect(html.indexOf('查看替代内容')).toBeLessThan(html.indexOf('返回首页'));
    expect(textOf(html)).not.toContain('重新加载');
    expect(html).toContain('notice__status');
    expect(textOf(html)).toMatch(/您也可以前往 新闻资讯 公司新闻 公司公告 信息公告 .*客服热线 400-555-0000/);
  });

  test('[RT9] of what was withdrawn it says since when, in Shanghai, and no number', () => {
    const html = renderNotice({ ...notice, status: 410, since: '2026-11-19T17:30:00.000Z' }, around);
    expect(textOf(html)).toMatch(/我们正在恢复。 自 2026-11-20 01:30 起不再公示/);
    expect(html).not.toContain('notice__status');
  });
});

describe('a stored file in our own viewer', () => {
  const file = { filename: '<年报>.xlsx', download: '/static-file/2026/11/x.xlsx', size: 2048, body: '<h2>表一</h2>' };
  const around = { base: '/swhysc', shell: null, surround: null };

  test('[FO2] has the site around it: name as h1, size, download, the way back to where it is published', () => {
    const html = renderFilePage(
      { ...file, from: { title: '业务资料下载', path: '/publicChannel/formDownload' } },
      { ...around, shell: buildState(buildPage()).shell },
    );
    expect(html).toContain('<h1 class="title">&lt;年报&gt;</h1>');
    expect(html).toContain('href="/static-file/2026/11/x.xlsx" download="&lt;年报&gt;.xlsx"');
    expect(textOf(html)).toContain('下载原文件（ 2 KB ）');
    expect(html).toContain('href="/swhysc/publicChannel/formDownload"');
    expect(html).toContain('<h2>表一</h2>');
    expect(html).not.toContain('style=');
  });

  test('[FO2] is drawn where nothing is known of the site', () => {
    expect(textOf(renderFilePage({ ...file, from: null }, around))).toContain('返回首页');
  });
});

describe('a channel page', () => {
  const register = {
    register: 'staff',
    title: '从业人员',
    endpoint: '',
    when: {},
    answer: { list: 'list', total: 'total', bare: false },
    key: [],
    columns: [],
    filters: [],
    countWord: '人',
    onDemand: false,
    sortable: [],
    history: false,
  };
  const drawn = async (place: string) => {
    const page = buildPage({
      blocks: [buildBlock('notes', { place }), buildBlock('staff', { register: 'staff' })],
      registers: { staff: register },
    });
    return (await render(buildState(page))).html;
  };

  test('leads past what stands above its register', async () => {
    expect(await drawn('top')).toMatch(/<a class="jump" href="#place-main">.*id="place-main"/);
    expect(await drawn('bottom')).not.toContain('class="jump"');
  });
});
