import type { Hit, Hits } from '#page/data-shapes.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/channel-id.ts';
import type { Link } from '#page/page-schema.ts';
import { claimParts } from '#page/page-structure.ts';
import { fileTitle } from '#rules/file-size.ts';
import { paths } from '#wire/paths.ts';
import {
  MOST_COUNTED,
  findArticles,
  listSearched,
  searchWords,
  type SearchQuestion,
  type Tally,
} from '../store/article-search.ts';
import { excerptOf, markHits } from '../store/mark-hits.ts';
import { readFound, type FoundText } from '../store/read-found.ts';
import { foldSearch } from '../store/search-pieces.ts';
import type { Site } from '../site/site.ts';
import { allowedPageSize, defineCall, pagingParams, type CallContext } from './define-call.ts';
import { searchRows } from './search-rows.ts';
import { isPerhapsPersonal } from './perhaps-personal.ts';
import { wireTime } from './wire-time.ts';

/** days */
const SINCE = { week: 7, month: 30, year: 365 } as const;
const KINDS = ['article', 'file', 'register'] as const;
const MOST_CHANNELS = 6;
/** hits of one page: each is a whole article that is read for its excerpt */
const MOST_HITS = 20;
/** rows of registers beside hits, and where only they are asked for */
const SOME_ROWS = 3;
const MOST_ROWS = 20;

interface Params {
  words: string;
  section?: string;
  since?: keyof typeof SINCE;
  kind?: (typeof KINDS)[number];
  pageNum: number;
  pageSize: number;
}

/** What the site holds of some words, as it is public now; past moments are not searched. */
export const search = defineCall<Params>({
  path: paths.search,
  ours: true,
  costly: true,
  summary: '全站搜索：含有各词的文章与附件，公示表中名称、编号相符的记录，及名称含有这些文字的栏目',
  params: {
    words: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: '查找的文字，多个词以空格隔开；不分繁简、大小写、全角半角',
    },
    section: { type: 'string', maxLength: LONGEST_CHANNEL_ID, pattern: CHANNEL_ID, description: '一级栏目编号' },
    since: { type: 'string', enum: Object.keys(SINCE), description: '发布时间：一周、一月、一年内' },
    kind: { type: 'string', enum: KINDS, description: 'article 只要文章，file 只要附件，register 只要公示表记录' },
    ...pagingParams,
  },
  required: ['words'],
  answers: `words, list（id, kind, title 与 excerpt 为 {text, hit} 数组, publishTime, channel, path，附件另有 file、article），rows（公示表记录），channels，sections（channelId, title, total），kinds（kind, total），total（至多 ${MOST_COUNTED}，more 为 true 时不止），pageNum, pageSize（至多 ${MOST_HITS}）；数量过多未逐一统计的 total 为 null`,
  handle: async ({ words: given, section = '', since: within, kind, pageNum, pageSize: givenSize }, context) => {
    const { db, site } = context;
    const words = searchWords(given);
    const pageSize = Math.min(allowedPageSize(givenSize), MOST_HITS);
    const nothing = {
      words: given.trim(),
      list: [],
      rows: [],
      channels: [],
      sections: [],
      kinds: [],
      total: 0,
      more: false,
      pageNum: 1,
      pageSize,
    };
    if (words.length === 0) return nothing;
    const question: SearchQuestion = {
      words,
      since: within ? new Date(Date.now() - SINCE[within] * 86_400_000) : null,
      channelIds: section === '' ? null : channelsBelow(site, section),
      kind: kind === 'register' ? null : (kind ?? null),
    };
    // rows are found only in searches of the whole site, because they belong to no section and have no date
    const rows =
      section === '' && !within
        ? await searchRows(context, words, kind === 'register' ? MOST_ROWS : SOME_ROWS)
        : { list: [], total: 0 };
    const found = await findArticles(db, question, { pageNum, pageSize });
    if (found.total === 0 && rows.total === 0 && section === '' && !within && !kind) noteMissed(context, given);
    const tally = found.tally ?? (await site.remember('searched', () => listSearched(db)));
    const counts = {
      ...nothing,
      rows: rows.list,
      channels: kind ? [] : channelsNamed(site, words),
      sections: sectionsOf(site, tally, question.kind),
      kinds: kindsOf(site, tally, section, rows.total),
    };
    if (kind === 'register')
      return { ...counts, total: Math.min(rows.total, MOST_ROWS), more: rows.total > MOST_ROWS, pageSize: MOST_ROWS };
    return {
      ...counts,
      list: (await readFound(db, found.page)).map((text) => hitOf(site, text, words)),
      total: found.total,
      more: found.more,
      pageNum,
    };
  },
});

/** Searches without results show editors what is missing. */
function noteMissed({ missed }: CallContext, given: string): void {
  const words = given.trim().replace(/\s+/g, ' ');
  if (!isPerhapsPersonal(words)) missed?.(words.slice(0, 40));
}

function hitOf(
  site: Site,
  { articleId, channelId, title, text, contentTime, file }: FoundText,
  words: readonly string[],
): Omit<Hit, 'originalTime'> & { publishTime: string } {
  const path = site.articlePath(channelId, articleId);
  return {
    id: String(articleId),
    kind: file ? 'file' : 'article',
    title: markHits(file ? fileTitle(file.filename) : title, words),
    excerpt: excerptOf(text, words),
    publishTime: wireTime(contentTime),
    channel: { title: site.channel(channelId)?.name ?? '', path: site.channelPath(channelId) },
    path,
    file,
    article: file ? { title, path } : null,
  };
}

/** The channel of the first level that an article's channel belongs to. */
function topOf(site: Site, channelId: string) {
  let top = site.map.byId.get(channelId);
  while (top?.parent) top = top.parent;
  return top?.channel;
}

/** Channels whose articles belong to a section; an unknown one has none. */
const channelsBelow = (site: Site, section: string): string[] =>
  [...site.map.byId.keys()].filter((channelId) => topOf(site, channelId)?.channelId === section);

/** Null stays null: without a count for one channel there is no sum. */
const sumOf = (tallies: readonly Tally[]): number | null =>
  tallies.reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0);

/** Numbers are of the kind that is asked for, whichever section is. */
function sectionsOf(site: Site, tally: readonly Tally[], kind: SearchQuestion['kind']): Hits['sections'] {
  const sections = Map.groupBy(
    tally.filter((one) => kind === null || one.kind === kind),
    ({ channelId }) => topOf(site, channelId),
  );
  return [...sections]
    .flatMap(([top, tallies]) => (top ? { channelId: top.channelId, title: top.name, total: sumOf(tallies) } : []))
    .sort((a, b) => (b.total ?? 0) - (a.total ?? 0) || (a.channelId < b.channelId ? -1 : 1));
}

/** Numbers are of the section that is asked for, whichever kind is; only kinds that hold anything. */
function kindsOf(site: Site, tally: readonly Tally[], section: string, rows: number): Hits['kinds'] {
  const here = tally.filter(({ channelId }) => section === '' || topOf(site, channelId)?.channelId === section);
  const counted = (['article', 'file'] as const).map((kind) => ({
    kind,
    total: sumOf(here.filter((one) => one.kind === kind)),
  }));
  return [...counted, { kind: 'register' as const, total: rows }].filter(({ total }) => total !== 0);
}

/** Channels, and after them pages of their own that no channel leads to: a form, a check. */
function channelsNamed(site: Site, words: readonly string[]): Link[] {
  const named = [...site.map.byUrl.values()]
    .filter(({ channel, parent }) => parent !== null || channel.url !== '')
    .map(({ channel }) => ({ title: channel.name, path: site.channelPath(channel.channelId) }));
  return [...named, ...fixedPages(site)]
    .filter(({ title }) => words.every((word) => foldSearch(title).includes(word)))
    .slice(0, MOST_CHANNELS);
}

function fixedPages(site: Site): Link[] {
  return [...site.map.pages.pages.values()].flatMap(({ title, for: claims }) => {
    const [first] = [claims].flat().map(claimParts);
    return title && first?.kind === 'path' && !first.value.includes('{') ? [{ title, path: first.value }] : [];
  });
}
