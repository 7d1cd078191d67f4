import { describe, expect, test } from 'vitest';
import type { BlockSchema, ResolvedPage } from '#page/page-schema.ts';
import { resolve } from '#page/resolve.ts';
import type { NoteOf } from '#page/resolve-page.ts';
import { buildChannel, buildPage, buildSite } from './world.ts';

const ROOT = '000100020001';
const channels = [
  buildChannel(ROOT, 'home', { parentId: '', contentKind: 'empty' }),
  buildChannel(`${ROOT}0002`, 'news', { name: '新闻资讯', contentKind: 'empty' }),
  buildChannel(`${ROOT}00020001`, 'news/company', { name: '公司新闻' }),
  buildChannel(`${ROOT}00020002`, 'news/medium', { name: '媒体报道', contentKind: 'empty' }),
  buildChannel(`${ROOT}0004`, 'research', { name: '研究观点', contentKind: 'empty' }),
  buildChannel(`${ROOT}00040001`, 'research/gfwz-rd', { name: '热点聚焦' }),
  buildChannel(`${ROOT}0008`, 'publicChannel', { name: '信息公告', contentKind: 'empty' }),
  buildChannel(`${ROOT}00080005`, 'publicChannel/bond', { name: '债券人员', type: 2, contentKind: 'empty' }),
  buildChannel(`${ROOT}0009`, 'serve', { name: '客户服务', contentKind: 'empty' }),
  buildChannel(`${ROOT}00090001`, 'serve/help', { name: '帮助中心', contentKind: 'empty' }),
];
const bond = buildPage('bond', { idEnds: '080005' }, { blocks: [] });

const block = (id: string, source: BlockSchema['source'], more: Partial<BlockSchema> = {}): BlockSchema => ({
  id,
  place: 'main',
  widget: 'list-view',
  ...(source && { source }),
  ...more,
});
const news = (channelId: string) => ({ name: 'home-news', params: { channelId } });
const overview = (channelId: string) => ({ name: 'section-overview', params: { channelId } });
const latest = (channelIds: string) => ({ name: 'latest-info', params: { channelIds } });

const home = (blocks: BlockSchema[], noteOf?: NoteOf, having = channels) => {
  const pages = [
    buildPage('home', { path: '/' }, { layout: 'home', blocks }),
    bond,
    buildPage('default', { default: true }),
  ];
  return resolve(buildSite(having, pages), '/', noteOf) as ResolvedPage;
};
const shown = (blocks: BlockSchema[]) => home(blocks).blocks.map(({ id }) => id);

describe('what a site has nothing for', () => {
  test.each([
    ['a channel that there is not', news(`${ROOT}00029999`), false],
    ['a channel without articles', news(`${ROOT}00020002`), false],
    ['a channel with articles', news(`${ROOT}00020001`), true],
    ['a column of research by its code', { name: 'news-list', params: { columnId: 'gfwz-rd' } }, true],
    ['a column that there is not', { name: 'news-list', params: { columnId: 'gfwz-lc' } }, false],
    ['all columns', { name: 'news-list' }, true],
    ['a section with a table', overview(`${ROOT}0008`), true],
    ['a section with empty channels only', overview(`${ROOT}0009`), false],
    ['channels of which one has articles', latest(`${ROOT}00020001,${ROOT}00029999`), true],
    ['channels without any', latest(`${ROOT}00020002,${ROOT}00029999`), false],
    ['a source without channels', { name: 'banners' }, true],
  ])('[SU3] %s', (_what, source, isShown) => {
    expect(shown([block('it', source)])).toEqual(isShown ? ['it'] : []);
    expect(home([block('it', source)]).isPartial).toBe(isShown ? undefined : true);
  });

  test('[SU3] a channel that there is not is not asked for beside one that there is', () => {
    const [found] = home([block('it', latest(`${ROOT}00020001,${ROOT}00029999,${ROOT}00020002`))]).blocks;
    expect(found!.source!.params.channelIds).toEqual({ value: `${ROOT}00020001,${ROOT}00020002` });
  });

  test('[SU3] links that lead nowhere are left out, and a block whose links all do', () => {
    const entries = (...paths: string[]) => ({ props: { entries: paths.map((path) => ({ title: path, path })) } });
    const alive = [
      '/news/company',
      '/publicChannel/bond?bizLine=1',
      'https://elsewhere.example/',
      '/news/company/detail/7',
    ];
    const [quick] = home([block('quick', undefined, entries(...alive, '/openAccount', '/serve/download#a'))]).blocks;
    expect(quick!.props).toEqual(entries(...alive).props);
    expect(shown([block('quick', undefined, entries('/openAccount'))])).toEqual([]);
    expect(shown([block('note', undefined, { props: { text: '没有链接' } })])).toEqual(['note']);
    const [list] = home([block('list', undefined, { props: { more: '/openAccount', summaries: false } })]).blocks;
    expect(list!.props).toEqual({ summaries: false });
    const links = [
      { title: '一', path: '/news' },
      { title: '二', path: '/nowhere' },
    ];
    const [columns] = home([
      block('c', undefined, { props: { columns: [{ title: '栏', text: '字', links }] } }),
    ]).blocks;
    expect(columns!.props).toEqual({ columns: [{ title: '栏', text: '字', links: links.slice(0, 1) }] });
  });

  test('[SU3] of tabs those without content are left out; one alone is a heading', () => {
    const tabs = (...ids: string[]) =>
      ids.map((id) => block(`t${id}`, news(`${ROOT}0002${id}`), { tab: `页签${id}`, heading: '新闻资讯' }));
    const [alone] = home(tabs('0001', '0002', '9999')).blocks;
    expect(alone).toMatchObject({ id: 't0001', heading: '新闻资讯' });
    expect(alone).not.toHaveProperty('tab');
  });

  test('[SU3] before a site has any channel editors read that, and not what each block lacks', () => {
    const noteOf: NoteOf = ({ why }) => ({ widget: 'note', props: { why } });
    const { blocks } = home([block('a', news(`${ROOT}0002`))], noteOf, []);
    expect(blocks[0]!.props.why).toContain('网站还没有栏目');
  });

  test('[SU3] editors read in its place what is missing', () => {
    const { blocks } = home(
      [
        block('a', news(`${ROOT}00029999`), { heading: '新闻' }),
        block('b', news(`${ROOT}00020002`)),
        block('c', overview(`${ROOT}0009`)),
        block('d', undefined, { props: { entries: [{ title: '开户', path: '/openAccount' }] } }),
      ],
      ({ why }) => ({ widget: 'note', props: { why } }),
    );
    expect(blocks.map(({ widget, heading, source, props }) => [widget, heading, source, props.why])).toEqual([
      ['note', '新闻', null, '网站没有这一块要显示的栏目：请在页面中改用别的栏目，不需要时删去这一块。'],
      ['note', undefined, null, '栏目“媒体报道”还没有文章：请在“文章”中撰写并发布。'],
      ['note', undefined, null, '栏目“客户服务”下面还没有有内容的栏目：请在“栏目”或“新建公示栏目”中新建。'],
      ['note', undefined, null, '它的链接都不通往本网站的页面：请在页面中改用有的地址。'],
    ]);
  });
});

describe('[HN5] the one link that a list has left', () => {
  const entries = (...paths: string[]): BlockSchema =>
    block('entries', undefined, {
      widget: 'note',
      loneLinkJoins: 'hero',
      props: { entries: paths.map((path) => ({ title: `入口${path}`, path })) },
    });
  const hero = (...paths: string[]): BlockSchema =>
    block('hero', { name: 'banners' }, { props: { buttons: paths.map((path) => ({ title: `按钮${path}`, path })) } });
  const [news1, dead, news2] = ['/news', '/nowhere', '/research'];

  test('is a button of the block that is named, where there is room', () => {
    const { blocks } = home([hero(), entries(news1, dead)]);
    expect(blocks.map(({ id }) => id)).toEqual(['hero']);
    expect(blocks[0]!.props['buttons']).toEqual([{ title: '入口/news', path: '/news' }]);
    expect(home([hero(news1), entries(news2, dead)]).blocks[0]!.props['buttons']).toHaveLength(2);
    expect(home([hero(news1, news2), entries('/news/company', dead)]).blocks.map(({ id }) => id)).toEqual([
      'hero',
      'entries',
    ]);
  });

  test('is not shown twice where it is a button already, with all of the list that is left', () => {
    const { blocks } = home([hero(news1), entries(news1, news2, '/news/company')]);
    expect(blocks[1]!.props['entries']).toMatchObject([{ path: news2 }, { path: '/news/company' }]);
    expect(home([hero(news1, news2), entries(news1, news2)]).blocks.map(({ id }) => id)).toEqual(['hero']);
  });

  test('is a button, too, where another link is kept to fill up the list', () => {
    const list = entries(news1, dead);
    const spare = [{ title: '补位', path: news2 }];
    const { blocks } = home([hero(), { ...list, props: { ...list.props, spare } }]);
    expect(blocks.map(({ id }) => id)).toEqual(['hero']);
    expect(blocks[0]!.props['buttons']).toMatchObject([{ path: news1 }]);
  });

  test('[HN6] stays with all others where banners stand in the place of the buttons', () => {
    const pages = [
      buildPage('home', { path: '/' }, { layout: 'home', blocks: [hero(news1), entries(news1, dead)] }),
      buildPage('default', { default: true }),
    ];
    const site = { ...buildSite(channels, pages), hasBanners: true as const };
    const { blocks } = resolve(site, '/') as ResolvedPage;
    expect(blocks[1]!.props['entries']).toMatchObject([{ path: news1 }]);
  });

  test('stays where two are left, or where no such block is shown', () => {
    expect(home([hero(), entries(news1, news2)]).blocks.map(({ id }) => id)).toEqual(['hero', 'entries']);
    expect(home([entries(news1, dead)]).blocks.map(({ id }) => id)).toEqual(['entries']);
  });
});

test('[SU16] editors are told below their home page of links that visitors do not see, and of rows that lack a part', () => {
  const entries = block('entries', undefined, {
    place: 'entries',
    widget: 'note',
    props: { entries: ['/news', '/news/medium', '/nowhere'].map((path) => ({ title: `入口${path}`, path })) },
  });
  const box = block('box', { name: 'verifiable', params: { kind: 'staff' } }, { place: 'entries', widget: 'note' });
  const { blocks } = home([entries, box], ({ why }) => ({ widget: 'note', props: { why } }));
  expect(blocks.map(({ id, place }) => [id, place])).toEqual([
    ['entries', 'entries'],
    ['box', 'band'],
    ['unseen-links', 'band'],
  ]);
  expect(blocks[0]!.props['entries']).toMatchObject([{ path: '/news' }]);
  expect(blocks[2]!.props.why).toMatch(/^“入口\/news\/medium”通往/);
});

test('[HN10][SU18] a box for a check stands only where something can be checked', () => {
  const box = block('box', { name: 'verifiable', params: { kind: 'staff' } }, { widget: 'note' });
  expect(shown([box])).toEqual([]);
  let why = '';
  home([box], (leftOut) => {
    why = leftOut.why;
    return { widget: 'note', props: {} };
  });
  expect(why).toContain('还没有公布可以核验的名册');
});
