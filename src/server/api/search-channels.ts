import type { Hits } from '#page/data-shapes.ts';
import type { Link } from '#page/page-schema.ts';
import type { Understood } from '../search/understand.ts';
import type { Site } from '../site/site.ts';
import { excerptOf, markHits } from '../store/search/mark-hits.ts';
import { findColumns } from './columns-asked.ts';
import { namesOfRegisters } from './search-rows.ts';
import { searchedPlaces, type Place } from './searched-places.ts';

const MOST_CHANNELS = 6;
/** rank of a channel as an answer, beside articles (search-conditions.ts) and rows */
const CHANNEL_RANK = {
  isPhrase: 14,
  ofRows: 12,
  allTerms: 9,
  tellingTerms: 8.5,
  inPhrase: 7,
  withColumns: 7,
  mostTerms: 6,
  phraseInText: 5.5,
  allInText: 4.5,
  someTerms: 1,
};
/** share of the terms */
const MOST = 2 / 3;
/** number of pages above which a text distinguishes none of them */
const MOST_SAY = 4;
/** words that say little of a name: PB业务 means the channel 主经纪商 */
const OF_MANY_NAMES = '业务 服务 信息 公示 公告 介绍 情况 名单 栏目 页面 网站 资料 内容'.split(' ');
const NAME_END = new RegExp(`(?:${OF_MANY_NAMES.join('|')})+$`, 'u');

type Channel = Hits['channels'][number];
type Ranked = Place & { rank: number; isSaid?: true; column?: string };

/**
 * Channels, tabs of their pages, and pages of their own that no channel leads to (a form, a check), by how well their
 * names answer. Names of channels that show a register include its columns: 私募 备案编码. A few more are found by the text
 * of their pages.
 * @param register page of a register that is meant, though not by its name
 * @param marked words that are marked
 * @param some where nothing else is found, those that some of the terms name
 */
export async function channelsNamed(
  site: Site,
  understood: Understood,
  { register, marked, some }: { register: Link | null; marked: readonly string[]; some: boolean },
): Promise<Channel[]> {
  const { terms } = understood;
  const columns = await columnsByPath(site);
  const ranked = byName(await searchedPlaces(site), understood).map((place): Ranked => {
    const { rank } = place;
    if (place.path === register?.path) return { ...place, rank: Math.max(rank, CHANNEL_RANK.ofRows) };
    const isNamed = rank > 0 && holdsAll(`${place.name}\n${columns.get(place.path) ?? ''}`, terms);
    return { ...place, rank: isNamed ? Math.max(rank, CHANNEL_RANK.withColumns) : rank };
  });
  const others = [
    ...byText(ranked, understood),
    ...(register ? ofRegister(register, ranked) : []),
    ...(await findColumns(site, understood)).map(({ column, ...place }): Ranked => ({
      ...titleOf(place, ranked),
      name: '',
      lines: [],
      said: '',
      rank: place.rank,
      column,
    })),
  ];
  const best = [...ranked, ...others].filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank);
  const seen = new Set<string>();
  const first = best.filter(({ path }) => !seen.has(path) && seen.add(path));
  const well = first.filter(({ rank }) => rank > CHANNEL_RANK.someTerms);
  return (well.length > 0 || !some ? well : first).slice(0, MOST_CHANNELS).map((place) => ({
    title: place.title,
    path: place.path,
    rank: place.rank,
    marked: markHits(place.title, marked),
    excerpt: place.isSaid ? excerptOfLines(place, marked) : place.column ? ofColumn(place.column) : [],
  }));
}

function byName(places: readonly Place[], { terms, phrase }: Understood): Ranked[] {
  const ranked = places.map((place) => ({ ...place, rank: nameRank(place.name, terms, phrase) }));
  const telling = terms.filter((term) => !term.some((word) => OF_MANY_NAMES.includes(word)));
  const isMore = telling.length > 0 && telling.length < terms.length;
  if (!isMore || ranked.some(({ rank }) => rank >= CHANNEL_RANK.allTerms)) return ranked;
  return ranked.map((place) => ({
    ...place,
    rank: Math.max(place.rank, Math.min(CHANNEL_RANK.tellingTerms, nameRank(place.name, telling, phrase))),
  }));
}

/** A page by the name that it has among the places; a register's own where it is none. */
const titleOf = (link: Link, ranked: readonly Ranked[]): Link => ({
  path: link.path,
  title: ranked.find(({ path }) => path === link.path)?.title ?? link.title,
});

const ofColumn = (title: string): Channel['excerpt'] => [
  { text: '公示表有“', hit: false },
  { text: title, hit: true },
  { text: '”一栏。', hit: false },
];

/** A register's page that is no place of its own: one row of a channel's page for all. */
const ofRegister = (register: Link, ranked: readonly Ranked[]): Ranked[] =>
  ranked.some(({ path }) => path === register.path)
    ? []
    : [{ ...register, name: '', lines: [], said: '', rank: CHANNEL_RANK.ofRows }];

/** Places where few pages say all of it. */
function byText(places: readonly Ranked[], { terms, phrase }: Understood): Ranked[] {
  const saying = places.filter(({ said }) => holdsAll(said, terms));
  if (saying.length > MOST_SAY) return [];
  return saying.flatMap((place) => {
    const rank = place.said.includes(phrase) ? CHANNEL_RANK.phraseInText : CHANNEL_RANK.allInText;
    return rank > place.rank ? { ...place, rank, isSaid: true } : [];
  });
}

/** Titles of links and units are none. */
const isSentence = (line: string, at: number): boolean => at === 0 || /[，。；？！]/.test(line);

/** From the line on in which the longest of the words stands, with the sentences that follow. */
function excerptOfLines({ lines, said }: Place, words: readonly string[]): Channel['excerpt'] {
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const at = said.split('\n').findIndex((line) => line.includes(word));
    if (at >= 0) return excerptOf(lines.slice(at).filter(isSentence).join(' '), words);
  }
  return [];
}

const columnsByPath = (site: Site): Promise<Map<string, string>> =>
  site.remember('columns by path', async () => {
    const names = await namesOfRegisters(site);
    return new Map(
      site.channels.map(({ channelId }) => [
        site.channelPath(channelId),
        site
          .registersOf(channelId)
          .map((register) => names.get(register) ?? '')
          .join('\n'),
      ]),
    );
  });

const holdsAll = (text: string, terms: Understood['terms']): boolean => terms.every((term) => holds(text, term));
const holds = (text: string, term: Understood['terms'][number]): boolean => term.some((word) => text.includes(word));

function nameRank(name: string, terms: Understood['terms'], phrase: string): number {
  const held = terms.filter((term) => holds(name, term)).length;
  if (name === phrase || (terms.length === 1 && terms[0]!.includes(name))) return CHANNEL_RANK.isPhrase;
  if (held === terms.length) return CHANNEL_RANK.allTerms;
  if ([...name].length > 2 && phrase.includes(name)) return CHANNEL_RANK.inPhrase;
  // the meaning of an everyday word: 手续费价目表 is 收费标准公示
  if (terms.some(([, ...means]) => means.some((word) => word === name || word === name.replace(NAME_END, ''))))
    return CHANNEL_RANK.inPhrase;
  const rank = held / terms.length >= MOST ? CHANNEL_RANK.mostTerms : CHANNEL_RANK.someTerms;
  return (rank * held) / terms.length;
}
