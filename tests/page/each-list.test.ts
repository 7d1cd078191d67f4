import { expect, test } from 'vitest';
import type { BlockSchema, ResolvedPage } from '#page/page-schema.ts';
import { resolve } from '#page/resolve.ts';
import type { NoteOf } from '#page/resolve-page.ts';
import type { ChannelRecord } from '#rules/addresses/channel-tree.ts';
import { buildChannel, buildPage, buildSite } from './world.ts';

const ROOT = '000100020001';
const NEWS = `${ROOT}0002`;
const section = buildChannel(NEWS, 'news', { name: '新闻资讯', contentKind: 'empty' });
const list = (no: string, url: string, name: string, more: Partial<ChannelRecord> = {}) =>
  buildChannel(NEWS + no, url, { name, ...more });
const block: BlockSchema = {
  id: 'news',
  place: 'main',
  heading: '新闻资讯',
  eachListBelow: 'news',
  widget: 'list-view',
  source: { name: 'home-news' },
};

function home(channels: ChannelRecord[], noteOf?: NoteOf): ResolvedPage {
  const root = buildChannel(ROOT, 'home', { parentId: '', contentKind: 'empty' });
  const pages = [
    buildPage('home', { path: '/' }, { layout: 'home', blocks: [block] }),
    buildPage('d', { default: true }),
  ];
  return resolve(buildSite([root, ...channels], pages), '/', noteOf) as ResolvedPage;
}
const shown = (channels: ChannelRecord[]) =>
  home(channels).blocks.map(({ id, tab, heading, source }) => [
    id,
    tab ?? heading,
    (source!.params.channelId as { value: string }).value,
  ]);

test('[HN4] each list below the channel is a tab, whatever its number, name and place', () => {
  expect(
    shown([
      section,
      list('0071', 'news/Report_1', '重大事项', { classOrder: 2 }),
      list('0009', 'news/branch-stories', '营业部动态', { classOrder: 1 }),
      list('0010', 'board', '董事会公告', { classOrder: 3, contentKind: 'empty' }),
      list('0011', 'news/about', '单篇文章', { classOrder: 4, contentKind: 'html' }),
      list('0012', 'https://news.example/', '外站', { classOrder: 5 }),
      list('0013', 'news/hidden', '不在菜单', { classOrder: 6, hidden: true }),
      list('0014', 'other/branch-stories', '又一个', { classOrder: 7, sameAs: `${NEWS}0071` }),
    ]),
  ).toEqual([
    ['news-branch-stories', '营业部动态', `${NEWS}0009`],
    ['news-report-1', '重大事项', `${NEWS}0071`],
    // a list with one article
    ['news-about', '单篇文章', `${NEWS}0011`],
    ['news-branch-stories-2', '又一个', `${NEWS}0071`],
  ]);
});

test('[HN4] one list alone is a heading; none leaves the block out, and editors are told what is missing', () => {
  expect(home([section, list('0009', 'news/a', '动态')]).blocks).toMatchObject([{ id: 'news-a', heading: '新闻资讯' }]);
  expect(home([section, list('0009', 'news/a', '动态')]).blocks[0]).not.toHaveProperty('tab');
  const places: string[] = [];
  const noteOf: NoteOf = ({ why }) => {
    places.push(why);
    return { widget: 'note', props: {} };
  };
  for (const channels of [[section, list('0009', 'news/a', '动态', { contentKind: 'empty' })], [section], []]) {
    expect(home(channels).blocks).toEqual([]);
    expect(home(channels).isPartial).toBe(true);
    expect(home(channels, noteOf).blocks).toHaveLength(1);
  }
  expect(places).toEqual([
    '栏目“动态”还没有文章：请在“文章”中撰写并发布。',
    '栏目“新闻资讯”下面还没有文章列表。',
    '网站没有地址为 news 的栏目，这里显示它下面的文章列表。',
  ]);
});
