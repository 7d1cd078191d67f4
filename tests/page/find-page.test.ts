import { describe, expect, test } from 'vitest';
import { buildPageIndex, findPage, findPageByPath, type PageIndex } from '#page/find-page.ts';
import { resolve } from '#page/resolve.ts';
import { buildSiteMap } from '#page/site-map.ts';
import { MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { buildChannel, buildPage, registers, sources } from './world.ts';

const pages = [
  buildPage('default', { default: true }),
  buildPage('lists', { contentKind: 'list' }),
  buildPage('details', { contentKind: 'detail' }),
  buildPage('short-ending', { idEnds: '0010' }),
  buildPage('long-ending', { idEnds: '080010' }),
  buildPage('by-url', { url: 'publicChannel/openFund' }),
  buildPage('by-id', { channel: '00010002000100080010' }),
];
const channel = { channelId: '00010002000100080010', url: 'publicChannel/openFund', contentKind: 'list' };
const without = (...names: string[]) => buildPageIndex(pages.filter(({ page }) => !names.includes(page))).index;

describe('[PS3] a channel finds its page by id, then url, then the longest id ending, then content kind, then the default', () => {
  const order = ['by-id', 'by-url', 'long-ending', 'short-ending', 'lists', 'default'];
  test.each(order.map((name, index) => [name, order.slice(0, index), order.slice(index + 1)] as const))(
    '%s when %j are not there',
    (name, gone, weaker) => {
      const found = findPage(without(...gone), channel);
      expect(found?.page.page).toBe(name);
      expect(found?.over.map(({ page }) => page.page)).toEqual(weaker);
    },
  );
});

test('[PS3] without a known content kind the default decides; without any page there is none', () => {
  const plain = { channelId: 'x', url: 'x', contentKind: null };
  expect(findPage(without(), plain)?.page.page).toBe('default');
  expect(findPage(buildPageIndex([]).index, plain)).toBeNull();
});

test('[PS3] items of a channel have the page of content kind detail, whatever their channel has', () => {
  expect(findPage(without(), channel, true)?.page.page).toBe('details');
});

test('[PS3] equal claims are a problem of both pages, each named to the other, and the same page keeps the claim in any order', () => {
  const twins = [
    buildPage('zebra', [{ url: 'a' }, { idEnds: '0010' }]),
    buildPage('ant', { idEnds: '0010' }),
    buildPage('default', { default: true }),
  ];
  for (const order of [twins, twins.toReversed()]) {
    const { index, problems } = buildPageIndex(order);
    expect(problems).toEqual([
      {
        file: 'zebra',
        pointer: '/for/1',
        code: 'equal-claims',
        message: 'The pages "zebra" and "ant" both claim {"idEnds":"0010"}; "ant" keeps it.',
        other: 'ant',
      },
      {
        file: 'ant',
        pointer: '/for',
        code: 'equal-claims',
        message: 'The pages "ant" and "zebra" both claim {"idEnds":"0010"}; "ant" keeps it.',
        other: 'zebra',
      },
    ]);
    expect(findPage(index, channel)?.page.page).toBe('ant');
  }
});

test('[PS3] path claims that differ only in the names of segments are equal', () => {
  const { problems } = buildPageIndex([
    buildPage('a', { path: '/x/{id}' }),
    buildPage('b', { path: '/x/{no}' }),
    buildPage('c', { default: true }),
  ]);
  expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual(['equal-claims b', 'equal-claims a']);
});

test('[PS3] no page for the default is a problem', () => {
  expect(buildPageIndex([]).problems.map(({ code }) => code)).toEqual(['no-default']);
});

test('[PS3] a written path segment is stronger than a named one', () => {
  const { index } = buildPageIndex([
    buildPage('any', { path: '/publicList/{kind}/{id}' }),
    buildPage('detail', { path: '/publicList/detail/{id}' }),
    buildPage('list', { path: '/publicList' }),
  ]);
  expect(findPageByPath(index, '/publicList/detail/12')).toMatchObject({
    page: { page: 'detail' },
    names: { id: '12' },
  });
  expect(findPageByPath(index, '/publicList/other/12')).toMatchObject({
    page: { page: 'any' },
    names: { kind: 'other', id: '12' },
  });
  expect(findPageByPath(index, '/publicList')).toMatchObject({ page: { page: 'list' }, names: {} });
  expect(findPageByPath(index, '/publicList/detail')).toBeNull();
});

test('a way through the path claims that leads nowhere leaves no names behind', () => {
  const { index } = buildPageIndex([
    buildPage('near', { path: '/list/{id}/x' }),
    buildPage('far', { path: '/{kind}/{no}/y' }),
  ]);
  expect(findPageByPath(index, '/list/5/y')).toMatchObject({ page: { page: 'far' }, names: { kind: 'list', no: '5' } });
});

/** 10,000 channels in sections of 20, and 2,000 pages of all kinds of claims. */
function largeSite() {
  const channels = Array.from({ length: 10_000 }, (_, number) => {
    const section = String(Math.floor(number / 20)).padStart(4, '0');
    const own = String(number % 20).padStart(4, '0');
    const isSection = number % 20 === 0;
    return buildChannel(MAIN_ROOT + section + (isSection ? '' : own), `s${section}${isSection ? '' : `/c${own}`}`, {
      parentId: isSection ? MAIN_ROOT : MAIN_ROOT + section,
    });
  });
  const many = Array.from({ length: 2_000 }, (_, number) => {
    const { channelId, url } = channels[number * 5]!;
    const claims = [
      { channel: channelId },
      { url },
      { idEnds: `${String(number).padStart(6, '0')}` },
      { path: `/fixed/${number}/{id}` },
    ];
    return buildPage(`page-${number}`, claims[number % 4]!);
  });
  return { channels, pages: [...many, buildPage('default', { default: true })] };
}

/** Counts what a lookup asks of the index, which must not grow with channels or pages. */
function counted(index: PageIndex): { asked: () => number } {
  let reads = 0;
  for (const map of [index.byChannel, index.byUrl, index.byEnding, index.byContentKind]) {
    const get = map.get.bind(map);
    map.get = (key) => {
      reads += 1;
      return get(key);
    };
  }
  return { asked: () => reads };
}

test('[PS3] a lookup among 10,000 channels and 2,000 pages asks the index a handful of times, whatever their number', () => {
  const { channels, pages: many } = largeSite();
  const { index } = buildPageIndex(many);
  const site = buildSiteMap({ channels, pages: index, registers, sources });
  const { asked: reads } = counted(index);
  const started = performance.now();
  for (const { url } of channels) expect(resolve(site, `/${url}`)).not.toBeNull();
  const each = (performance.now() - started) / channels.length;
  expect(index.endingLengths).toEqual([6]);
  // twice a channel: to be drawn, and to know whether it shows anything (SU16)
  expect(reads()).toBeLessThanOrEqual(channels.length * 8);
  console.log(`10,000 channels, 2,000 pages: ${each.toFixed(4)} ms a resolution`);
});
