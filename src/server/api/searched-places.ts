import { tabsOf } from '#page/bind-params.ts';
import type { Link, ResolvedBlock } from '#page/page-schema.ts';
import { TAB } from '#page/view-block.ts';
import type { Site } from '../site/site.ts';
import { foldSearch } from '../store/search/search-pieces.ts';
import { textOfHtml } from '../store/articles/text-of-html.ts';
import { placesOf } from './search-places.ts';

/** A channel, a page of its own or a tab of either, which a search finds by its name or by what it says (SE5). */
export interface Place extends Link {
  /** folded; of a tab its own */
  name: string;
  /** lines of the page itself, beside its data, in its order */
  lines: string[];
  /** the same folded */
  said: string;
}

/** Kept until the site changes. */
export const searchedPlaces = (site: Site): Promise<Place[]> =>
  site.remember('searched places', async () => {
    const places = placesOf(site).flatMap((link) => placesOfPage(site, link));
    const sameTitle = Map.groupBy(places, ({ title }) => title);
    return places.map((place) =>
      sameTitle.get(place.title)!.length > 1 ? { ...place, title: `${parentOf(site, place)}${place.title}` } : place,
    );
  });

function placesOfPage(site: Site, { title, path }: Link): Place[] {
  const page = site.resolve(path);
  // text of the home page is about others
  if (!page || 'redirect' in page || page.path === '/') return [placeOf(title, title, path, [])];
  const tabs = tabsOf(page).filter(({ tab }) => tab !== title);
  const isSeparate = ({ tab }: ResolvedBlock): boolean => tabs.some((one) => one.tab === tab);
  const open = page.blocks.filter((block) => !isSeparate(block));
  return [
    placeOf(title, title, path, open),
    ...tabs.map(({ id, tab, place }) => {
      const blocks = page.blocks.filter((block) => block.tab === tab && block.place === place);
      return placeOf(`${title} · ${tab}`, tab!, `${path}?${TAB}=${id}`, blocks);
    }),
  ];
}

function placeOf(title: string, name: string, path: string, blocks: readonly ResolvedBlock[]): Place {
  const lines = blocks
    // a search would find its own examples
    .filter(({ source }) => source?.name !== 'search')
    .flatMap(({ heading, props }) => [heading ?? '', ...stringsOf(props)])
    .filter((words) => /\p{Script=Han}/u.test(words))
    .map(textOfHtml);
  return { title, path, name: foldSearch(name), lines, said: lines.map(foldSearch).join('\n') };
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Words that distinguish it from others of the same name. */
function parentOf(site: Site, { path }: Link): string {
  const page = site.resolve(path);
  const parent = page && !('redirect' in page) ? page.breadcrumb.at(-2) : undefined;
  return parent ? `${parent.title} · ` : '';
}
