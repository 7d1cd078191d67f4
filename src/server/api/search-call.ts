import type { Hit, Hits } from '#page/data-shapes.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/channel-id.ts';
import type { Link } from '#page/page-schema.ts';
import { fileTitle } from '#rules/file-size.ts';
import { paths } from '#wire/paths.ts';
import type { SearchWords } from '#page/settings/search-words.ts';
import { findMost, findWhole, matches, type Answers } from '../search/find-answers.ts';
import { isQuestion } from '../search/segment.ts';
import { corrected } from '../search/spelling.ts';
import { synonymsOf, understand, type Understood } from '../search/understand.ts';
import { vocabularyOf } from '../search/vocabulary.ts';
import { MOST_COUNTED, listSearched, type SearchQuestion, type Tally } from '../store/article-search.ts';
import { excerptOf, markHits } from '../store/mark-hits.ts';
import { readFound, type FoundText } from '../store/read-found.ts';
import { foldSearch } from '../store/search-pieces.ts';
import type { Site } from '../site/site.ts';
import { allowedPageSize, defineCall, pagingParams, type CallContext } from './define-call.ts';
import { helpOf, placesOf, saidOf } from './search-places.ts';
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
  answers: `words, corrected（没有找到时改查的词，否则 null）, partly（true：找到的只含其中部分词）, list（id, kind, rank, title 与 excerpt 为 {text, hit} 数组, publishTime, channel, path，附件另有 file、article），rows（公示表记录，各有 rank），channels（title, path, rank, marked），sections（channelId, title, total），kinds（kind, total），total（至多 ${MOST_COUNTED}，more 为 true 时不止），pageNum, pageSize（至多 ${MOST_HITS}）；数量过多未逐一统计的 total 为 null`,
  handle: async (params, context) => {
    const { db, site } = context;
    const { words: given, kind, pageNum } = params;
    const said = await saidOf(context);
    const asked = understand(given, said.synonyms);
    const pageSize = Math.min(allowedPageSize(params.pageSize), MOST_HITS);
    const nothing = {
      words: given.trim(),
      corrected: null,
      partly: false,
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
    if (asked.words.length === 0) return nothing;
    const found = await findAll(context, asked, params, { pageNum, pageSize }, said.setting);
    const { understood, rows, answers } = found;
    const narrowed = isNarrowed(params);
    const isMissed = (matches(answers) === 0 || answers.partly) && rows.total === 0 && found.corrected === null;
    if (isMissed && !narrowed) noteMissed(context, given);
    const tally = answers.tally ?? (await site.remember('searched', () => listSearched(db)));
    const counts = {
      ...nothing,
      corrected: found.corrected,
      partly: answers.partly,
      rows: rows.list,
      channels: kind
        ? []
        : channelsNamed(site, understood, matches(answers) === 0 || answers.partly).map((one) => ({
            ...one,
            marked: markHits(one.title, answers.marked),
          })),
      sections: sectionsOf(site, tally, kindAsked(kind)),
      kinds: kindsOf(site, tally, params.section ?? '', rows.total),
    };
    if (kind === 'register')
      return { ...counts, total: Math.min(rows.total, MOST_ROWS), more: rows.total > MOST_ROWS, pageSize: MOST_ROWS };
    const helping = helpOf(site);
    return {
      ...counts,
      list: (await readFound(db, answers.page)).map((text) => hitOf(site, text, answers.marked, helping)),
      total: answers.total,
      more: answers.more,
      pageNum,
    };
  },
});

/** SU20: whether a search of the whole site leads to anything that holds all that is asked for. */
export async function isFound(context: Pick<CallContext, 'db' | 'site'>, given: string): Promise<boolean> {
  const { db, site } = context;
  const asked = understand(given, (await saidOf(context)).synonyms);
  if (channelsNamed(site, asked, false).length > 0 || (await searchRows(context, asked, 1)).total > 0) return true;
  const everywhere = { since: null, channelIds: null, kind: null, preferred: [] };
  return matches(await findWhole(db, asked, everywhere, { pageNum: 1, pageSize: 1 })) > 0;
}

const isNarrowed = ({ section = '', since, kind }: Params): boolean =>
  section !== '' || since !== undefined || kind !== undefined;

const kindAsked = (kind: Params['kind']): SearchQuestion['kind'] => (kind === 'register' ? null : (kind ?? null));

interface FoundOf {
  understood: Understood;
  answers: Answers;
  rows: Awaited<ReturnType<typeof searchRows>>;
  /** what was looked for instead, where nothing was found */
  corrected: string | null;
}

/** SE3, SE4: what holds all that is asked for; else what was probably meant; else what holds most of it. */
async function findAll(
  context: CallContext,
  asked: Understood,
  params: Params,
  paging: { pageNum: number; pageSize: number },
  said: SearchWords,
): Promise<FoundOf> {
  const { db, site } = context;
  const { section = '', since: within, kind } = params;
  const narrowing = {
    since: within ? new Date(Date.now() - SINCE[within] * 86_400_000) : null,
    channelIds: section === '' ? null : channelsBelow(site, section),
    kind: kindAsked(kind),
    preferred: isQuestion(asked.phrase) || asked.terms.some((term) => term.length > 1) ? [...helpOf(site)] : [],
  };
  // rows are found only in searches of the whole site, because they belong to no section and have no date
  const rowsOf = (understood: Understood) =>
    section === '' && !within
      ? searchRows(context, understood, kind === 'register' ? MOST_ROWS : SOME_ROWS)
      : Promise.resolve({ list: [], total: 0 });
  const find = async (understood: Understood): Promise<FoundOf> => ({
    understood,
    rows: await rowsOf(understood),
    answers: await findWhole(db, understood, narrowing, paging),
    corrected: null,
  });
  const holdsAny = ({ answers, rows }: FoundOf): boolean => matches(answers) > 0 || rows.total > 0;
  const found = await find(asked);
  if (!holdsAny(found)) {
    const better = corrected(asked.words, await vocabularyOf(db, site, said));
    const instead = better === null ? null : await find(understand(better, synonymsOf(said)));
    if (instead && holdsAny(instead)) return { ...instead, corrected: better };
  }
  return { ...found, answers: await findMost(db, asked, narrowing, paging, found.answers) };
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

/** how well a channel answers, beside articles (article-search.ts) and rows */
const CHANNEL_RANK = { isPhrase: 14, allTerms: 9, inPhrase: 7, someTerms: 1 };

/**
 * Channels, and pages of their own that no channel leads to (a form, a check), by how well their names answer.
 * @param some where nothing else is found, those that some of the terms name
 */
function channelsNamed(site: Site, { terms, phrase }: Understood, some: boolean): (Link & { rank: number })[] {
  const ranked = placesOf(site)
    .map((link) => ({ ...link, rank: channelRank(foldSearch(link.title), terms, phrase) }))
    .toSorted((a, b) => b.rank - a.rank);
  const well = ranked.filter(({ rank }) => rank > CHANNEL_RANK.someTerms);
  return (well.length > 0 || !some ? well : ranked.filter(({ rank }) => rank > 0)).slice(0, MOST_CHANNELS);
}

function channelRank(name: string, terms: Understood['terms'], phrase: string): number {
  const held = terms.filter((term) => term.some((word) => name.includes(word))).length;
  if (name === phrase || (terms.length === 1 && terms[0]!.includes(name))) return CHANNEL_RANK.isPhrase;
  if (held === terms.length) return CHANNEL_RANK.allTerms;
  if ([...name].length > 2 && phrase.includes(name)) return CHANNEL_RANK.inPhrase;
  return (CHANNEL_RANK.someTerms * held) / terms.length;
}
