import type { ProtectedTerm } from '#rules/script/script-converter.ts';
import { leadsToContent } from '#page/public-content.ts';
import { isLost, resolve } from '#page/resolve.ts';
import type { Link, Resolution, Shell, Surround } from '#page/page-schema.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { SiteMap } from '#page/site-map.ts';
import type { SiteSetting } from '#page/settings/site.ts';
import type { OldAddressIndex } from '#rules/addresses/old-addresses.ts';
import { channelPath } from '#rules/addresses/channel-tree.ts';
import type { LegalTexts } from '../store/documents/legal-texts.ts';
import type { Brand } from './brand.ts';
import type { ChannelRow } from '../store/documents/list-channels.ts';
import type { NewsColumn } from '../store/documents/upstream-channels.ts';
import type { LoadedPages } from './page-store.ts';

/** Channels, pages and registers as they are public at one moment, by which addresses and calls are answered. */
export interface Site {
  shell: Shell;
  /**
   * published facts of the firm, and small print; the shell holds the few words of it that every page carries as
   * state
   */
  surround: Surround;
  /** BR1 */
  brand: Brand;
  /** LG4: terms that stay as they are everywhere; the firm's names may have a traditional form of their own */
  protectedTerms: readonly ProtectedTerm[];
  /** AG: texts that visitors agree to */
  legal: LegalTexts;
  /** messages that pages made from this site show once (CH7) */
  tips: string[];
  /** true for the last known one in place of one that could not be loaded: no page made of it is kept */
  isStandIn?: true;
  /** scheme and host; '' where nobody visits it */
  siteUrl: string;
  /** origin that page views may be sent to; '' for none (TK1) */
  collector: string;
  /** this site's own registers by name, by which its rows are read; pages may show another's view (US11) */
  registers: ReadonlyMap<string, RegisterDefinition>;
  /** OA1: targets of addresses of a former site: a path of this server or an address */
  oldAddresses: OldAddressIndex;
  /** registers without a valid definition, neither a new nor a former one (PS1) */
  lostRegisters: ReadonlySet<string>;
  map: SiteMap;
  /** ED9: the map of this site were other facts true of it, made as its own is */
  mapWith: (changed: ChangedFacts) => SiteMap;
  /** WR7: whether another system answers for a register */
  isElsewhere: (definition: RegisterDefinition) => boolean;
  /** CH9: whether another system has the channels and articles */
  contentElsewhere: boolean;
  /** columns of research of a site with its content elsewhere, under that system's names */
  newsColumns: readonly NewsColumn[];
  /** whether a channel of such a site stays its own, as those of its legal texts do */
  isOwnChannel: (channelId: string) => boolean;
  /** all public channels, of the two trees and beside them */
  channels: readonly ChannelRow[];
  channel: (channelId: string) => ChannelRow | undefined;
  /** a root channel and all below it, flat (channellist) */
  channelsBelow: (rootId: string) => ChannelRow[];
  /** registers that a channel's page shows */
  registersOf: (channelId: string) => string[];
  channelPath: (channelId: string) => string;
  /** site path of an article of a channel */
  articlePath: (channelId: string, articleId: number | string) => string;
  resolve: (path: string) => Resolution | null;
  /** true for an address without a page that may have one (PS1) */
  isLost: (path: string) => boolean;
  /**
   * Reads an answer that stays the same until the next publication, and remembers it: the site of now is made anew
   * then, and its memory goes with it. For keys that visitors cannot make up without end, or few enough: a full
   * memory is emptied.
   */
  remember: <T>(key: string, read: () => Promise<T>) => Promise<T>;
}

/** Facts of a site's map; absent ones stay unchanged. */
export interface ChangedFacts {
  channels?: readonly ChannelRow[];
  pages?: Pick<LoadedPages, 'index' | 'registers'>;
  /** names of the registers with public rows */
  filled?: ReadonlySet<string>;
  /** names of the registers that are marked as of a business that the firm does not have (SU24) */
  absent?: readonly string[];
  firm?: SiteSetting;
}

/** answers, each of some kilobytes */
const MOST_REMEMBERED = 400;

/** Site from loaded facts (sites.ts), by which addresses and calls are answered. */
export function siteOf({
  map,
  mapWith,
  isElsewhere,
  registers,
  contentElsewhere,
  newsColumns,
  lostRegisters,
  channels,
  firm,
  brand,
  shell,
  legal,
  siteUrl,
  collector,
  protectedTerms,
  tips,
  oldAddresses,
}: Pick<
  Site,
  | 'siteUrl'
  | 'brand'
  | 'oldAddresses'
  | 'map'
  | 'mapWith'
  | 'isElsewhere'
  | 'contentElsewhere'
  | 'newsColumns'
  | 'lostRegisters'
  | 'shell'
  | 'legal'
  | 'collector'
  | 'protectedTerms'
  | 'tips'
> & {
  channels: ChannelRow[];
  firm: SiteSetting;
  registers: Readonly<Record<string, RegisterDefinition>>;
}): Site {
  const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
  const pathOf = (channelId: string) => channelPath(byId.get(channelId)?.url ?? '');
  const children = Map.groupBy(channels, (channel) => channel.parentId);
  for (const siblings of children.values())
    siblings.sort((a, b) => a.classOrder - b.classOrder || (a.channelId < b.channelId ? -1 : 1));
  const childrenOf = (channelId: string): ChannelRow[] => children.get(channelId) ?? [];
  const resolutions = new Map<string, Resolution | null>();
  const remembered = new Map<string, Promise<unknown>>();
  const site: Site = {
    shell,
    surround: {
      firm,
      links: [],
      ...(shell.brand.logo && { logo: shell.brand.logo }),
      ...(shell.login !== undefined && { hasLogin: true as const }),
    },
    brand,
    protectedTerms,
    legal,
    oldAddresses,
    tips,
    siteUrl,
    collector,
    registers: new Map(Object.entries(registers)),
    lostRegisters,
    map,
    mapWith,
    isElsewhere,
    contentElsewhere,
    newsColumns,
    isOwnChannel: (channelId) => !contentElsewhere || byId.get(channelId)?.storedAs !== undefined,
    channels,
    channel: (channelId) => byId.get(channelId),
    channelsBelow: (rootId) => {
      const root = byId.get(rootId);
      const below = (channelId: string): ChannelRow[] =>
        childrenOf(channelId).flatMap((child) => [child, ...below(child.channelId)]);
      return root ? [root, ...below(rootId)] : below(rootId);
    },
    registersOf: (channelId) => {
      const resolution = site.resolve(pathOf(channelId));
      return resolution && !('redirect' in resolution) ? Object.keys(resolution.registers) : [];
    },
    channelPath: pathOf,
    articlePath: (channelId, articleId) => `${pathOf(channelId)}/detail/${encodeURIComponent(articleId)}`,
    resolve: (path) => {
      const found = resolutions.get(path);
      if (found !== undefined) return found;
      const resolution = resolve(map, path);
      // only existing addresses are remembered, so that made-up ones cannot fill the memory; details are many
      if (resolution && !path.includes('/detail/')) resolutions.set(path, resolution);
      return resolution;
    },
    isLost: (path) => isLost(map, path),
    remember: <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const known = remembered.get(key) as Promise<T> | undefined;
      if (known) return known;
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      const started = read();
      remembered.set(key, started);
      started.catch(() => remembered.delete(key));
      return started;
    },
  };
  site.surround.links = SMALL_PRINT.filter(
    ({ path }) => isPage(site.resolve(path)) && (map.marksEmpty === true || leadsToContent(path, map)),
  );
  return site;
}

/** FT6 and other links at the foot, as far as there is such a page. */
const SMALL_PRINT: readonly Link[] = [
  { title: '隐私政策', path: '/legal/privacy' },
  { title: '用户协议', path: '/legal/agreement' },
  { title: '法律声明', path: '/legal/notice' },
  { title: '网站地图', path: '/sitemap' },
  { title: '公开数据', path: '/data' },
  { title: '适老化说明', path: '/accessibility' },
];

const isPage = (resolution: Resolution | null): boolean => resolution !== null && !('redirect' in resolution);
