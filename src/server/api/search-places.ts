import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { claimParts } from '#page/page-structure.ts';
import type { Link } from '#page/page-schema.ts';
import { hasContent, leadsToContent } from '#page/public-content.ts';
import { searchWordsSetting, type SearchWords } from '#page/settings/search-words.ts';
import { synonymsOf, type Synonyms } from '../search/understand.ts';
import type { Site } from '../site/site.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import type { CallContext } from './define-call.ts';

/** SE2: the setting of everyday words, as it is public. */
export const wordsOfSite = ({
  db,
  site,
}: Pick<CallContext, 'db' | 'site'>): Promise<{ setting: SearchWords; synonyms: Synonyms }> =>
  site.remember('words of visitors', async () => {
    const published = await findSetting(db, 'now', searchWordsSetting.name);
    const setting = readSettingValue<SearchWords>(searchWordsSetting.value, published) ?? [];
    return { setting, synonyms: synonymsOf(setting) };
  });

/** SE3: what an article says by the page of its channel: `help` answers questions, `news` of the market pass. */
export function kindsOfChannels(site: Site): { help: ReadonlySet<string>; news: ReadonlySet<string> } {
  let known = kinds.get(site);
  if (!known) {
    known = { help: channelsBySource(site, 'channel-catalogue'), news: channelsBySource(site, 'news-list') };
    kinds.set(site, known);
  }
  return known;
}

const kinds = new WeakMap<Site, ReturnType<typeof kindsOfChannels>>();

/** Channels whose page has a block of this source. */
const channelsBySource = (site: Site, name: string): ReadonlySet<string> =>
  new Set(
    site.channels
      .map(({ channelId }) => channelId)
      .filter((channelId) => {
        const page = site.resolve(site.channelPath(channelId));
        return page !== null && !('redirect' in page) && page.blocks.some(({ source }) => source?.name === name);
      }),
  );

/** Channels with content (SU16), and pages of their own that no channel leads to: a form, a check. */
export function placesOf(site: Site): Link[] {
  const named = [...site.map.byUrl.values()]
    .filter((position) => (position.parent !== null || position.channel.url !== '') && hasContent(position, site.map))
    .map(({ channel }) => ({ title: channel.name, path: site.channelPath(channel.channelId) }));
  return [...named, ...fixedPages(site)];
}

function fixedPages(site: Site): Link[] {
  return [...site.map.pages.pages.values()].flatMap(({ title, for: claims }) => {
    const [first] = [claims].flat().map(claimParts);
    return title && first?.kind === 'path' && !first.value.includes('{') && leadsToContent(first.value, site.map)
      ? [{ title, path: first.value }]
      : [];
  });
}

/** The channel of the first level that an article's channel belongs to. */
export function topOf(site: Site, channelId: string) {
  let top = site.map.byId.get(channelId);
  while (top?.parent) top = top.parent;
  return top?.channel;
}

/** Channels whose articles belong to a section; an unknown one has none. */
export const channelsBelow = (site: Site, section: string): string[] =>
  [...site.map.byId.keys()].filter((channelId) => topOf(site, channelId)?.channelId === section);
