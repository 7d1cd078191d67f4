import type { Link } from '#page/page-schema.ts';
import type { Understood } from '../search/understand.ts';
import type { Site } from '../site/site.ts';
import { foldSearch } from '../store/search-pieces.ts';
import { placesOf } from './search-places.ts';
import { namesOfRegisters } from './search-rows.ts';

const MOST_CHANNELS = 6;
/** how well a channel answers, beside articles (search-conditions.ts) and rows */
const CHANNEL_RANK = { isPhrase: 14, ofRows: 12, allTerms: 9, inPhrase: 7, withColumns: 7, mostTerms: 6, someTerms: 1 };
/** share of the terms */
const MOST = 2 / 3;

/**
 * Channels, and pages of their own that no channel leads to (a form, a check), by how well their names answer, those of
 * channels that show a register with its columns: 私募 备案编码.
 * @param register page of a register that is meant, though not by its name
 * @param some where nothing else is found, those that some of the terms name
 */
export async function channelsNamed(
  site: Site,
  { terms, phrase }: Understood,
  register: Link | null,
  some: boolean,
): Promise<(Link & { rank: number })[]> {
  const columns = await site.remember('columns by path', async () => {
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
  const places = new Map([...(register ? [register] : []), ...placesOf(site)].map((link) => [link.path, link]));
  const ranked = [...places.values()]
    .map((link) => {
      const name = foldSearch(link.title);
      const rank = channelRank(name, terms, phrase);
      if (link.path === register?.path) return { ...link, rank: Math.max(rank, CHANNEL_RANK.ofRows) };
      const isNamed = rank > 0 && holdsAll(`${name}\n${columns.get(link.path) ?? ''}`, terms);
      return { ...link, rank: isNamed ? Math.max(rank, CHANNEL_RANK.withColumns) : rank };
    })
    .toSorted((a, b) => b.rank - a.rank);
  const well = ranked.filter(({ rank }) => rank > CHANNEL_RANK.someTerms);
  return (well.length > 0 || !some ? well : ranked.filter(({ rank }) => rank > 0)).slice(0, MOST_CHANNELS);
}

const holdsAll = (text: string, terms: Understood['terms']): boolean =>
  terms.every((term) => term.some((word) => text.includes(word)));

function channelRank(name: string, terms: Understood['terms'], phrase: string): number {
  const held = terms.filter((term) => term.some((word) => name.includes(word))).length;
  if (name === phrase || (terms.length === 1 && terms[0]!.includes(name))) return CHANNEL_RANK.isPhrase;
  if (held === terms.length) return CHANNEL_RANK.allTerms;
  if ([...name].length > 2 && phrase.includes(name)) return CHANNEL_RANK.inPhrase;
  if (held / terms.length >= MOST) return (CHANNEL_RANK.mostTerms * held) / terms.length;
  return (CHANNEL_RANK.someTerms * held) / terms.length;
}
