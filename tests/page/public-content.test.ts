import { describe, expect, test } from 'vitest';
import { buildPageIndex } from '#page/find-page.ts';
import type { BlockSchema, ResolvedPage } from '#page/page-schema.ts';
import { hasContent, isListed, leadsToContent, listedName } from '#page/public-content.ts';
import { registryOf } from '#page/registry.ts';
import { resolve } from '#page/resolve.ts';
import { buildSiteMap, menuOf, type SiteFacts } from '#page/site-map.ts';
import type { ChannelRecord } from '#rules/addresses/channel-tree.ts';
import { sources as allSources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { paths } from '#wire/paths.ts';
import { buildChannel, buildPage, registers, sources } from './world.ts';

const ROOT = '000100020001';
const empty = (at: string, url: string, more: Partial<ChannelRecord> = {}) =>
  buildChannel(`${ROOT}${at}`, url, { contentKind: 'empty', ...more });
const block = (widget: string, source?: BlockSchema['source'], props?: object): BlockSchema =>
  ({ id: widget, place: 'main', widget, ...(source && { source }), ...(props && { props }) }) as BlockSchema;
const links = (...paths: string[]) =>
  block('feature-list', undefined, { features: paths.map((path) => ({ title: path, text: '', path })) });
const NOTE = block('rich-note', undefined, { paragraphs: ['说明'] });
const OWN = block('channel-content', { name: 'channel-content' });
const STAFF = block('register-table', { name: 'register', params: { register: 'staff' } });

const siteWith = (
  channels: ChannelRecord[],
  pages: Record<string, BlockSchema[]>,
  more: Partial<SiteFacts> = {},
): ReturnType<typeof buildSiteMap> =>
  buildSiteMap({
    channels,
    pages: buildPageIndex([
      buildPage('default', { default: true }),
      ...Object.entries(pages).map(([url, blocks]) => buildPage(url, { url }, { blocks })),
    ]).index,
    registers,
    sources,
    widgets: registryOf('widget', widgets),
    facts: { options: new Map(), dates: new Map(), filled: new Set() },
    ...more,
  });
const filled = { facts: { options: new Map(), dates: new Map(), filled: new Set(['staff']) } };
const LIST = buildChannel(`${ROOT}0009`, 'full');

describe('what has content', () => {
  test.each<[string, BlockSchema[] | null, boolean]>([
    ['no page by name', null, false],
    ['its own content beside a note', [NOTE, OWN], false],
    ['an empty register beside its own content', [NOTE, STAFF, OWN], false],
    [
      'articles of another channel',
      [block('article-list', { name: 'latest-info', params: { channelIds: `${ROOT}0009` } })],
      true,
    ],
    [
      'articles of a channel that is empty',
      [block('article-list', { name: 'latest-info', params: { channelIds: `${ROOT}0001` } })],
      false,
    ],
    [
      'an empty list of its own, and ways elsewhere',
      [block('image-grid', { name: 'info-list' }), links('/full')],
      false,
    ],
    ['its own content, and ways to content', [OWN, links('/full')], false],
    ['its own content, and ways to nothing', [OWN, links('/other', '/page')], false],
    ['its own content, and ways out', [OWN, links('https://elsewhere.example/')], false],
    ['its own content, and ways to content below it', [OWN, links('/page/full')], false],
    ['ways alone, to content elsewhere', [NOTE, links('/full', '/verify')], false],
    ['ways alone, out', [links('https://elsewhere.example/')], false],
    ['ways alone, to content below it', [NOTE, links('/full', '/page/full?a=1')], true],
    ['ways alone, to what is empty below it', [links('/page/none')], false],
    [
      'a list of the channels of another section',
      [block('entry-grid', { name: 'section-overview', params: { channelId: `${ROOT}0003` } })],
      false,
    ],
    ['steps that lead nowhere', [block('step-diagram', undefined, { label: '流程', steps: [] }), OWN], true],
    ['notes alone', [NOTE], true],
    ['a source that cannot be asked', [block('search-results', { name: 'search' })], true],
    ['a check of registers of which none has rows', [block('verify-search', { name: 'verify' })], false],
  ])('[SU16] a page of %s: %#', (_what, blocks, has) => {
    const below = [
      buildChannel(`${ROOT}00010001`, 'page/full', { hidden: true }),
      empty('00010002', 'page/none', { hidden: true }),
    ];
    const section = [empty('0003', 'section'), buildChannel(`${ROOT}00030001`, 'section/full')];
    const site = siteWith(
      [empty('0001', 'page'), ...below, empty('0002', 'other'), ...section, LIST],
      blocks ? { page: blocks } : {},
    );
    expect(hasContent(site.byId.get(`${ROOT}0001`)!, site)).toBe(has);
    expect(leadsToContent('/page?a=1#b', site)).toBe(has);
  });

  test.each<[string, BlockSchema[], boolean]>([
    ['a register', [STAFF], false],
    ['a register beside ways', [STAFF, links('/other')], false],
    [
      'articles of another channel',
      [block('article-list', { name: 'latest-info', params: { channelIds: ROOT } })],
      false,
    ],
    ['its own content', [STAFF, OWN], true],
    ['its own list, and ways', [block('image-grid', { name: 'info-list' }), links('/full')], true],
    [
      'its own list, by its id',
      [block('image-grid', { name: 'info-list', params: { channelId: `${ROOT}0001` } })],
      true,
    ],
  ])('[SU16] articles of a channel make it visible only where its page shows them: %s', (_what, blocks, has) => {
    for (const contentKind of ['list', 'html', 'downList'] as const) {
      const site = siteWith([buildChannel(`${ROOT}0001`, 'page', { contentKind })], { page: blocks });
      expect(hasContent(site.byId.get(`${ROOT}0001`)!, site)).toBe(has);
      expect(isListed(site.byId.get(`${ROOT}0001`)!, site)).toBe(has);
    }
  });

  test('[SU16] a register with rows, one of which nothing is known, and a channel of an upstream count', () => {
    const channels = [empty('0001', 'page')];
    const known = (site: ReturnType<typeof siteWith>) => hasContent(site.byId.get(`${ROOT}0001`)!, site);
    expect(known(siteWith(channels, { page: [STAFF] }))).toBe(false);
    expect(known(siteWith(channels, { page: [STAFF] }, filled))).toBe(true);
    expect(known(siteWith(channels, { page: [STAFF] }, { facts: { options: new Map(), dates: new Map() } }))).toBe(
      true,
    );
    expect(known(siteWith([empty('0001', 'page', { contentKind: null })], {}))).toBe(true);
    expect(known(siteWith([empty('0001', 'https://elsewhere.example/')], {}))).toBe(true);
  });

  test.each(['whole', 'same'])('[SU16] a circle has the same answer whatever was asked first: %s', (first) => {
    const site = siteWith(
      [
        empty('0001', 'whole'),
        empty('00010001', 'same', { sameAs: `${ROOT}0001`, classOrder: 1 }),
        buildChannel(`${ROOT}00010002`, 'full-below', { classOrder: 2 }),
      ],
      {},
    );
    for (const url of [first, 'whole', 'same']) expect(hasContent(site.byUrl.get(url)!, site)).toBe(true);
  });

  test('[SU16] pages that lead to one another alone have nothing, and a circle of other content ends', () => {
    const around = siteWith(
      [empty('0001', 'a'), empty('0002', 'b'), empty('00020001', 'c', { sameAs: `${ROOT}0002` })],
      { a: [links('/b')], b: [links('/a', '/b/c')] },
    );
    for (const position of around.byId.values()) expect(hasContent(position, around)).toBe(false);
  });

  test('[SU16] the page of an address alone has what its links lead to, followed once', () => {
    const site = buildSiteMap({
      channels: [empty('0001', 'none'), LIST],
      pages: buildPageIndex([
        buildPage('default', { default: true }),
        buildPage('ways', { path: '/ways' }, { blocks: [links('/none', '/full')] }),
        buildPage('more', { path: '/more' }, { blocks: [links('/none', '/ways')] }),
        buildPage('most', { path: '/most' }, { blocks: [links('/more')] }),
      ]).index,
      registers,
      sources,
      widgets: registryOf('widget', widgets),
      facts: { options: new Map(), dates: new Map(), filled: new Set() },
    });
    expect(['/ways', '/more', '/most'].map((path) => leadsToContent(path, site))).toEqual([true, false, false]);
  });

  test('[SU16] a channel has what stands below it, unless that is hidden; one that shows another has what that has', () => {
    const site = siteWith(
      [
        empty('0001', 'section'),
        empty('00010001', 'section/empty'),
        buildChannel(`${ROOT}00010002`, 'section/full'),
        empty('0002', 'hidden'),
        buildChannel(`${ROOT}00020001`, 'hidden/full', { hidden: true }),
        empty('0003', 'same', { sameAs: `${ROOT}00010002` }),
      ],
      {},
    );
    const listed = [...site.byUrl].flatMap(([url, position]) => (isListed(position, site) ? [url] : []));
    expect(listed).toEqual(['section', 'section/full', 'same']);
    expect(
      menuOf(site, (position) => isListed(position, site)).map(({ path, children }) => [path, children.length]),
    ).toEqual([
      ['/section', 1],
      ['/same', 0],
    ]);
    // the address of a section leads to the first that shows something
    expect(resolve(site, '/section')).toEqual({ redirect: '/section/full', status: 302 });
    const section = (path: string) => (resolve(site, path) as ResolvedPage).section!.items.map(({ path: to }) => to);
    expect(section('/section/full')).toEqual(['/section/full']);
    expect(section('/section/empty')).toEqual(['/section/empty', '/section/full']);
    const forEditors = { ...site, marksEmpty: true as const };
    expect(
      [...forEditors.byUrl.values()].flatMap((position) =>
        isListed(position, forEditors) ? [listedName(position, forEditors)] : [],
      ),
    ).toEqual([
      '栏目section',
      '栏目section/empty（访客看不到：还没有内容）',
      '栏目section/full',
      '栏目hidden（访客看不到：还没有内容）',
      '栏目same',
    ]);
  });

  test('[SU16] on the home page a register without rows is left out; on the page of a channel it says so, in one frame', () => {
    const site = (more?: Partial<SiteFacts>) =>
      buildSiteMap({
        channels: [empty('0001', 'page')],
        pages: buildPageIndex([
          buildPage('default', { default: true }),
          buildPage('page', { url: 'page' }, { blocks: [STAFF, OWN] }),
          buildPage('home', { path: '/' }, { layout: 'home', blocks: [{ ...STAFF, place: 'main' }, NOTE] }),
        ]).index,
        registers,
        sources,
        widgets: registryOf('widget', widgets),
        facts: { options: new Map(), dates: new Map(), filled: new Set() },
        ...more,
      });
    const shown = (path: string, more?: Partial<SiteFacts>) =>
      (resolve(site(more), path) as ResolvedPage).blocks.map(({ id }) => id);
    expect(shown('/')).toEqual(['rich-note']);
    expect(shown('/', filled)).toEqual(['register-table', 'rich-note']);
    expect(shown('/page')).toEqual(['register-table']);
  });
});

test('[SU16][RG34] a page of nothing but what a left-out feature answered is none, and nothing leads to it', () => {
  const data = block('data-sets', { name: 'data-sets' });
  const siteOf = (blocks: BlockSchema[], answers: string[]) =>
    buildSiteMap({
      channels: [LIST],
      pages: buildPageIndex([buildPage('data', { path: '/data' }, { blocks })]).index,
      registers,
      sources: registryOf('source', allSources),
      widgets: registryOf('widget', widgets),
      ...filled,
      answers: new Set(answers),
    });
  const whole = siteOf([data], [paths.dataSets]);
  expect([leadsToContent('/data', whole), resolve(whole, '/data')]).toEqual([
    true,
    expect.objectContaining({ page: 'data' }),
  ]);
  const without = siteOf([data], []);
  expect([leadsToContent('/data', without), resolve(without, '/data')]).toEqual([false, null]);
  // beside something else it has no data, as where a system is away
  expect(resolve(siteOf([data, STAFF], []), '/data')).toMatchObject({ page: 'data' });
});
