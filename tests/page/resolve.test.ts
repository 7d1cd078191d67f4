import { describe, expect, test } from 'vitest';
import { explainPath } from '#page/explain-path.ts';
import type { ResolvedPage, SectionItem } from '#page/page-schema.ts';
import { resolve } from '#page/resolve.ts';
import { menuOf } from '#page/site-map.ts';
import { buildChannel, buildPage, buildSite } from './world.ts';

const root = '000100020001';
const channels = [
  buildChannel(root, 'start', { parentId: '', name: '官网首页', contentKind: 'empty' }),
  buildChannel('000100170006', 'aboutUs/company', { parentId: '', name: '公司信息', contentKind: 'empty' }),
  buildChannel(`${root}0001`, '', { name: '首页', type: 2, contentKind: 'empty' }),
  buildChannel(`${root}0002`, 'news', { name: '新闻资讯', contentKind: 'empty' }),
  buildChannel(`${root}00020001`, 'news/company', { name: '公司新闻' }),
  buildChannel(`${root}00020002`, 'news/medium', { name: '媒体报道' }),
  buildChannel(`${root}0003`, 'businessSector', { name: '业务板块', contentKind: 'empty' }),
  buildChannel(`${root}00030001`, 'https://elsewhere.example', { name: '外部', contentKind: 'empty' }),
  buildChannel(`${root}00030002`, 'businessSector/inst', { name: '机构', contentKind: 'empty' }),
  buildChannel(`${root}000300020001`, 'businessSector/inst/prime', { name: '主经纪商', contentKind: 'html' }),
  buildChannel(`${root}0008`, 'publicChannel', { name: '信息公告', contentKind: 'empty' }),
  buildChannel(`${root}00080005`, 'publicChannel/bond', { name: '债券人员', type: 2, contentKind: 'empty' }),
  buildChannel(`${root}00080015`, 'publicChannel/fund', { name: '私募公示', type: 2, sameAs: `${root}00090001` }),
  buildChannel('fundSaleStaff', 'publicChannel/fundSaleStaff', {
    parentId: `${root}0008`,
    classOrder: 99,
    name: '基金销售人员',
    type: 2,
  }),
  buildChannel(`${root}0009`, 'serve', { name: '客户服务', contentKind: 'html' }),
  buildChannel(`${root}00090001`, 'serve/fund', { name: '私募基金', contentKind: 'empty' }),
  buildChannel(`${root}00090002`, 'branch', { name: '营业网点', contentKind: 'html' }),
  buildChannel(`${root}0010`, 'aboutUs', { name: '关于我们', contentKind: 'html' }),
  buildChannel(`${root}00100001`, 'aboutUs/board', { name: '董事会', contentKind: 'html' }),
  buildChannel('0001001700060003', 'publicChannel/companyNews', { name: '公司新闻', sameAs: `${root}00020001` }),
  buildChannel('0001001700060005', 'branch', { name: '营业网点', sameAs: `${root}00090002` }),
  buildChannel('orphan', 'orphan', { parentId: 'gone' }),
];
const rows = (more: object = {}) => ({
  id: 'rows',
  place: 'main',
  widget: 'table-view',
  source: { name: 'register', params: { register: 'staff', ...more } },
});
const pages = [
  buildPage('home', [{ path: '/' }, { path: '/home' }], { title: '首页', layout: 'home' }),
  buildPage('default', { default: true }),
  buildPage(
    'detail',
    { contentKind: 'detail' },
    {
      layout: 'detail',
      blocks: [{ id: 'a', place: 'main', widget: 'article-view', source: { name: 'info-content' } }],
    },
  ),
  buildPage('overview', { url: 'publicChannel' }, { layout: 'overview' }),
  buildPage(
    'bond',
    { idEnds: '080005' },
    {
      blocks: [
        rows(),
        { id: 'notes', place: 'bottom', widget: 'content-view', address: 'notes', source: { name: 'channel-content' } },
      ],
    },
  ),
  buildPage('fund', { url: 'serve/fund' }, { blocks: [rows({ level: '1' })] }),
  buildPage(
    'public-detail',
    { path: '/publicList/detail/{id}' },
    {
      layout: 'detail',
      title: '公告',
      blocks: [{ id: 'a', place: 'main', widget: 'article-view', source: { name: 'info-content' } }],
    },
  ),
];
const site = buildSite(channels, pages);
const page = (path: string) => resolve(site, path) as ResolvedPage;

test('[CH1] a channel’s url is its address; an unknown one is nothing', () => {
  expect(page('/news/company')).toMatchObject({
    path: '/news/company',
    page: 'default',
    title: '公司新闻',
    channel: { channelId: `${root}00020001` },
  });
  for (const unknown of [
    '/nothing',
    '/news/company/',
    '//news/company',
    'news/company',
    '/orphan',
    '/news/company/detail',
    '/news/company/detail/1/2',
    `/news/company/detail/${'1'.repeat(700)}`,
    '/news/%2e%2e',
    '/https:/elsewhere.example',
  ]) {
    expect(resolve(site, unknown), unknown).toBeNull();
  }
});

test('[RT9] a parent without a page of its own redirects to its first child, through parents, past external links', () => {
  expect(resolve(site, '/news')).toEqual({ redirect: '/news/company', status: 302 });
  expect(resolve(site, '/businessSector')).toEqual({ redirect: '/businessSector/inst/prime', status: 302 });
  expect(page('/serve').page).toBe('default');
  expect(page('/publicChannel').page).toBe('overview');
});

test('[RT9] the address of a root leads to the first channel below it', () => {
  expect(resolve(site, '/start')).toEqual({ redirect: '/news/company', status: 302 });
  expect(resolve(site, '/aboutUs/company')).toEqual({ redirect: '/publicChannel/companyNews', status: 302 });
});

test('[RT9] an empty channel without children shows its page', () => {
  expect(page('/publicChannel/bond').page).toBe('bond');
});

test('[RT1] /home is the home page, canonical /', () => {
  expect(page('/home')).toMatchObject({ page: 'home', path: '/', shownAt: '/home', channel: null, section: null });
  expect(page('/')).not.toHaveProperty('shownAt');
  expect(page('/').breadcrumb).toEqual([{ title: '首页', path: '/' }]);
});

test('a channel that is the same as another shows its content in its own place, canonical to the original', () => {
  const shown = page('/publicChannel/companyNews');
  expect(shown).toMatchObject({
    path: '/news/company',
    shownAt: '/publicChannel/companyNews',
    channel: { channelId: `${root}00020001`, path: '/news/company' },
  });
  expect(shown.breadcrumb.map(({ title }) => title)).toEqual(['首页', '关于我们', '公司新闻']);
  expect(page('/publicChannel/fund')).toMatchObject({
    page: 'fund',
    path: '/serve/fund',
    title: '私募公示',
    section: { title: '信息公告' },
  });
  expect(page('/publicChannel/companyNews/detail/3').path).toBe('/news/company/detail/3');
});

test('of an original and its double with one url the original answers', () => {
  const earlier = buildSite(
    [
      buildChannel(`${root}0001`, 'branch', { sameAs: `${root}0002` }),
      buildChannel(`${root}0002`, 'branch', { name: '原栏目' }),
    ],
    pages,
  );
  expect(resolve(earlier, '/branch')).toMatchObject({ title: '原栏目' });
  expect(page('/branch').breadcrumb.map(({ title }) => title)).toEqual(['首页', '客户服务', '营业网点']);
});

test('the breadcrumb leads from home to the page; an item ends it with 正文', () => {
  expect(page('/businessSector/inst/prime').breadcrumb).toEqual([
    { title: '首页', path: '/' },
    { title: '业务板块', path: '/businessSector' },
    { title: '机构', path: '/businessSector/inst' },
    { title: '主经纪商', path: '/businessSector/inst/prime' },
  ]);
  expect(page('/news/company/detail/12').breadcrumb.slice(-2)).toEqual([
    { title: '公司新闻', path: '/news/company' },
    { title: '正文', path: '/news/company/detail/12' },
  ]);
});

test('the section menu holds the children of the first level, opened along the way, with the present one marked', () => {
  const titles = (items: SectionItem[]): unknown[] =>
    items.map(({ title, current, children }) => [
      title + (current ? '*' : ''),
      ...(children ? [titles(children)] : []),
    ]);
  expect(titles(page('/publicChannel/fundSaleStaff').section!.items)).toEqual([
    ['债券人员'],
    ['私募公示'],
    ['基金销售人员*'],
  ]);
  expect(titles(page('/publicChannel').section!.items)).toEqual([['债券人员'], ['私募公示'], ['基金销售人员']]);
  expect(titles(page('/businessSector/inst/prime').section!.items)).toEqual([['外部'], ['机构', [['主经纪商*']]]]);
  expect(titles(page('/news/company/detail/12').section!.items)).toEqual([['公司新闻*'], ['媒体报道']]);
  expect(page('/businessSector/inst/prime').section!.items[0]).toMatchObject({ path: 'https://elsewhere.example' });
});

test('[CH1] the company section stands below 关于我们 in menu, section and breadcrumb', () => {
  expect(page('/aboutUs/board').section?.items.map(({ title }) => title)).toEqual(['董事会', '公司新闻', '营业网点']);
});

test('[CH3] [CH4] the menu has type 1 items, and a second level only where all children are type 1', () => {
  expect(menuOf(site).map(({ title, children }) => [title, children.map((child) => child.title)])).toEqual([
    ['新闻资讯', ['公司新闻', '媒体报道']],
    ['业务板块', ['外部', '机构']],
    ['信息公告', []],
    ['客户服务', ['私募基金', '营业网点']],
    ['关于我们', ['董事会', '公司新闻', '营业网点']],
  ]);
});

test('the channel is looked up once more when a fixed page has the address of a channel', () => {
  const both = buildSite(channels, [...pages, buildPage('branches', [{ path: '/branch' }, { path: '/allBranches' }])]);
  expect(resolve(both, '/allBranches')).toMatchObject({
    page: 'branches',
    path: '/branch',
    channel: { channelId: `${root}00090002` },
    section: { title: '客户服务' },
  });
});

describe('params of blocks are bound', () => {
  test('fixed by the page, by the channel, by the path, or read from the address with the block’s prefix', () => {
    expect(page('/serve/fund').blocks[0]?.source?.params).toEqual({
      register: { value: 'staff' },
      row: { address: 'row', type: 'text', maxLength: 600, freeText: true },
      // a list without dates has no day to choose, and says so of one that is asked for (RG7)
      asOf: { address: 'asOf', type: 'text', maxLength: 10, format: 'date', choices: [], condition: '数据日期' },
      level: { value: '1' },
      sinceFrom: { address: 'sinceFrom', type: 'text', format: 'date', condition: '登记日期（起）' },
      sinceTo: { address: 'sinceTo', type: 'text', format: 'date', condition: '登记日期（止）' },
      fuzzyItem: { address: 'fuzzyItem', type: 'text', freeText: true, minLength: 1, condition: '姓名或编号' },
      pageNum: { address: 'pageNum', type: 'integer', minimum: 1, default: 1 },
      pageSize: { address: 'pageSize', type: 'integer', minimum: 1, maximum: 100, default: 10 },
    });
    const notes = channels.map((channel) =>
      channel.url === 'publicChannel/bond' ? { ...channel, contentKind: 'list' as const } : channel,
    );
    const withNotes = resolve(buildSite(notes, pages), '/publicChannel/bond') as ResolvedPage;
    expect(withNotes.blocks[1]?.source?.params).toMatchObject({
      channelId: { value: `${root}00080005` },
      pageNum: { address: 'notes.pageNum' },
    });
    expect(page('/publicList/detail/77').blocks[0]?.source?.params).toEqual({ id: { value: '77' } });
    expect(page('/news/company/detail/12').blocks[0]?.source?.params).toEqual({ id: { value: '12' } });
  });

  test('a choice filter takes its choices along, and the register comes with the page', () => {
    const bond = page('/publicChannel/bond');
    expect(bond.blocks[0]).toMatchObject({
      register: 'staff',
      source: { params: { level: { address: 'level', choices: ['0', '1'] } } },
    });
    expect(Object.keys(bond.registers)).toEqual(['staff']);
  });

  test('a source that takes no filters brings the register and reads none of its filters from the address', () => {
    const changes = {
      id: 'changes',
      place: 'main',
      widget: 'table-view',
      source: { name: 'register-changes', params: { register: 'staff' } },
    };
    const {
      blocks: [block],
    } = resolve(
      buildSite(channels, [buildPage('changes', { path: '/changes' }, { blocks: [changes] })]),
      '/changes',
    ) as ResolvedPage;
    expect(block?.register).toBe('staff');
    expect(Object.keys(block?.source?.params ?? {})).toEqual(['register', 'from', 'to', 'kind', 'pageNum', 'pageSize']);
  });
});

test('[PS3] explain says which page a channel gets, by which claim, and over which others', () => {
  expect(explainPath(site, '/publicChannel/bond')).toMatchObject({
    answer: 'page',
    channel: { channelId: `${root}00080005`, contentKind: 'empty' },
    page: { name: 'bond', claim: { idEnds: '080005' }, over: [{ page: 'default', claim: { default: true } }] },
  });
  expect(explainPath(site, '/publicChannel/fund')).toMatchObject({
    sameAs: { url: 'serve/fund' },
    page: { name: 'fund' },
    canonical: '/serve/fund',
  });
  expect(explainPath(site, '/news')).toMatchObject({ answer: 'redirect', redirect: '/news/company' });
  expect(explainPath(site, '/x')).toEqual({ path: '/x', answer: 'nothing' });
});
