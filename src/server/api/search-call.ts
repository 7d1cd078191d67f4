import { choice, optional, text } from '#page/schema-words.ts';
import type { Hit, Hits } from '#page/data-shapes.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/addresses/channel-id.ts';
import { fileTitle } from '#rules/files/file-size.ts';
import { paths } from '#wire/paths.ts';
import { matches } from '../search/find-answers.ts';
import { understand, type Understood } from '../search/understand.ts';
import { listSearched, type Tally } from '../store/search/article-search.ts';
import type { SearchQuestion } from '../store/search/search-conditions.ts';
import { MOST_COUNTED } from '../store/search/search-matches.ts';
import { excerptOf, markHits } from '../store/search/mark-hits.ts';
import { readFound, type FoundText } from '../store/search/read-found.ts';
import { foldSearch } from '../store/search/search-pieces.ts';
import type { Site } from '../site/site.ts';
import { Refused } from '../errors.ts';
import { allowedPageSize, defineCall, pagingParams, type CallContext } from './define-call.ts';
import { MOST_ROWS, findAll, wantedKind, type SearchKind } from './search-all.ts';
import { channelsNamed } from './search-channels.ts';
import { searchElsewhere } from './search-elsewhere.ts';
import { NO_ROWS, searchRows } from './search-rows.ts';
import { kindsOfChannels, wordsOfSite, topOf } from './search-places.ts';
import { isPerhapsPersonal } from './perhaps-personal.ts';
import { wireTime } from './wire-time.ts';

/** days */
const SINCE = { week: 7, month: 30, year: 365 } as const;
const KINDS: readonly SearchKind[] = ['article', 'file', 'register'];
/** hits of one page: each is a whole article that is read for its excerpt */
const MOST_HITS = 20;

/** Hits of the site for some words, as it is public now; past moments are not searched. */
export const search = defineCall({
  path: paths.search,
  ours: true,
  costly: true,
  summary: '全站搜索：含有各词的文章与附件，公示表中名称、编号相符的记录，及名称含有这些文字的栏目',
  params: {
    words: text({
      minLength: 1,
      maxLength: 100,
      description: '查找的文字，多个词以空格隔开；不分繁简、大小写、全角半角',
    }),
    section: optional(text({ maxLength: LONGEST_CHANNEL_ID, pattern: CHANNEL_ID, description: '一级栏目编号' })),
    since: optional(
      choice(Object.keys(SINCE) as (keyof typeof SINCE)[], { description: '发布时间：一周、一月、一年内' }),
    ),
    kind: optional(choice(KINDS, { description: 'article 只要文章，file 只要附件，register 只要公示表记录' })),
    ...pagingParams,
  },
  answers: `words, corrected（没有找到时改查的词，否则 null）, partly（true：找到的只含其中部分词）, everyday（只找到这些日常用语，因而没有列出结果）, list（id, kind, rank, title 与 excerpt 为 {text, hit} 数组, publishTime, channel, path，附件另有 file、article），rows（公示表记录，各有 rank），questions（公示表中的问答：title 与 excerpt 同上, path, channel, rank），channels（栏目与页签，title, path, rank, marked, excerpt），sections（channelId, title, total），kinds（kind, total），total（至多 ${MOST_COUNTED}，more 为 true 时不止），pageNum, pageSize（至多 ${MOST_HITS}）；数量过多未逐一统计的 total 为 null`,
  handle: async (params, context) => {
    const { db, site } = context;
    const { words: given, section = '', since, kind, pageNum } = params;
    // RG7: of a channel that is not there nothing is found, and nobody is told so as a result
    if (section !== '' && topOf(site, section)?.channelId !== section)
      throw new Refused('badParameter', '参数 section 应为一级栏目的编号');
    const siteWords = await wordsOfSite(context);
    const meaning = understand(given, siteWords.synonyms);
    const pageSize = Math.min(allowedPageSize(params.pageSize), MOST_HITS);
    const nothing = {
      words: given.trim(),
      corrected: null,
      partly: false,
      everyday: [],
      list: [],
      rows: [],
      questions: [],
      channels: [],
      sections: [],
      kinds: [],
      total: 0,
      more: false,
      pageNum: 1,
      pageSize,
    };
    if (meaning.words.length === 0) return nothing;
    const narrowed = { section, kind, since: since ? new Date(Date.now() - SINCE[since] * 86_400_000) : null };
    if (site.contentElsewhere) return searchOutside(context, meaning, narrowed, { ...nothing, pageNum, pageSize });
    const [found, outside] = await Promise.all([
      findAll(context, meaning, narrowed, { pageNum, pageSize }, siteWords.setting),
      searchElsewhere(context, given.trim(), narrowed),
    ]);
    const all = [...found.rows.list, ...outside.rows];
    found.rows = { ...found.rows, list: all, total: found.rows.total + outside.rows.length };
    const { understood, rows, answers } = found;
    const questions = answers.onlyEveryday.length > 0 ? { list: [], holdAll: false } : found.questions;
    const isNarrowed = section !== '' || since !== undefined || kind !== undefined;
    const partly = answers.partly && !questions.holdAll;
    const isMissed =
      (matches(answers) === 0 || partly) && rows.total === 0 && !questions.holdAll && found.corrected === null;
    if (isMissed && !isNarrowed) noteMissed(context, given);
    const named = kind
      ? []
      : await channelsNamed(site, understood, {
          register: rows.register,
          marked: answers.marked,
          some: matches(answers) === 0 || answers.partly,
        });
    // words of everyday talk alone mean no channel, but where its whole name was typed
    const channels =
      answers.onlyEveryday.length === 0
        ? named
        : named.filter(({ title }) => understood.phrase.includes(foldSearch(title)));
    const isAnswered = rows.total > 0 || questions.holdAll || channels.length > 0;
    const everyday = isAnswered ? [] : answers.onlyEveryday;
    const tally = answers.tally ?? (await site.remember('searched', () => listSearched(db)));
    const counts = {
      ...nothing,
      corrected: found.corrected,
      partly,
      everyday,
      rows: rows.list,
      ...(outside.limits !== '' && { limits: outside.limits }),
      questions:
        isNarrowed || pageNum > 1 || !(questions.holdAll || partly || (found.hasFew && rows.total === 0))
          ? []
          : questions.list,
      channels,
      sections: sectionsOf(site, tally, wantedKind(kind)),
      kinds: kindsOf(site, tally, section, rows.total),
    };
    if (kind === 'register')
      return { ...counts, total: Math.min(rows.total, MOST_ROWS), more: rows.total > MOST_ROWS, pageSize: MOST_ROWS };
    const { help } = kindsOfChannels(site);
    return {
      ...counts,
      list: (await readFound(db, answers.page)).map((text) => hitOf(site, text, answers.marked, help)),
      total: answers.total,
      more: answers.more,
      pageNum,
    };
  },
});

/**
 * US5: search of a site whose content is another system's. Hits are rows of its own registers and of those, articles by
 * their titles, and channels; nothing is searched in articles of this store.
 */
async function searchOutside(
  context: CallContext,
  meaning: Understood,
  narrowed: Parameters<typeof searchElsewhere>[2],
  nothing: { words: string; pageNum: number; pageSize: number },
) {
  const { site } = context;
  const { kind, section, since } = narrowed;
  const isWhole = section === '' && since === null;
  const [outside, own, channels] = await Promise.all([
    searchElsewhere(context, nothing.words, narrowed),
    isWhole && (kind === undefined || kind === 'register') ? searchRows(context, meaning, MOST_ROWS) : NO_ROWS,
    kind === undefined && nothing.pageNum === 1
      ? channelsNamed(site, meaning, { register: null, marked: [], some: true })
      : [],
  ]);
  const rows = [...own.list, ...outside.rows].toSorted((a, b) => b.rank - a.rank).slice(0, MOST_ROWS);
  const from = (nothing.pageNum - 1) * nothing.pageSize;
  const total = kind === 'register' ? rows.length : outside.list.length;
  return {
    ...nothing,
    list: kind === 'register' ? [] : outside.list.slice(from, from + nothing.pageSize),
    rows: kind === 'article' || kind === 'file' || nothing.pageNum > 1 ? [] : rows,
    channels,
    sections: site.map.tree
      .filter(({ channel: { url, type } }) => type === 1 && url !== '')
      .map(({ channel }) => ({ channelId: channel.channelId, title: channel.name, total: null })),
    kinds: [
      { kind: 'article', total: outside.list.length },
      { kind: 'register', total: rows.length },
    ],
    total,
    limits: outside.limits,
  };
}

/** SE1: searches that nothing answers whole show editors what is missing. */
function noteMissed({ missed }: CallContext, given: string): void {
  const words = given.trim().replace(/\s+/g, ' ');
  if (!isPerhapsPersonal(words)) missed?.(words.slice(0, 40));
}

function hitOf(
  site: Site,
  { articleId, channelId, title, text, contentTime, file, rank }: FoundText & { rank: number },
  words: readonly string[],
  help: ReadonlySet<string>,
): Omit<Hit, 'originalTime'> & { publishTime: string } {
  const path = site.articlePath(channelId, articleId);
  return {
    id: String(articleId),
    kind: file ? 'file' : help.has(channelId) ? 'question' : 'article',
    rank,
    title: markHits(file ? fileTitle(file.filename) : title, words),
    excerpt: excerptOf(text, words),
    publishTime: wireTime(contentTime),
    channel: { title: site.channel(channelId)?.name ?? '', path: site.channelPath(channelId) },
    path,
    file,
    article: file ? { title, path } : null,
  };
}

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
