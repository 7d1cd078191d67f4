import { buildPageIndex } from '#page/find-page.ts';
import type { Claim, PageSchema } from '#page/page-schema.ts';
import { registryOf } from '#page/registry.ts';
import { resolve } from '#page/resolve.ts';
import { buildSiteMap, type SiteMap } from '#page/site-map.ts';
import { MAIN_ROOT, type ChannelRecord } from '#rules/addresses/channel-tree.ts';
import { sources } from '#sources/index.ts';
import { rounded, type Row } from '../report.ts';

const GROUP = 'Resolution over 10,000 channels and 2,000 pages';
const TOP = 20;
const SECOND = 20;
const THIRD = 24;
const PAGES = 2000;
const LOOKUPS = 20_000;

/** Addresses of channels, of items, and unknown ones, each looked up without any memory of earlier ones. */
export function resolutionRows(): Row[] {
  const channels = manyChannels();
  const began = performance.now();
  const site = manySite(channels);
  const loading = performance.now() - began;
  const urls = channels.map(({ url }) => url);
  const addresses = Array.from({ length: LOOKUPS }, (_, at) => addressAt(at, urls[(at * 7919) % urls.length]!));
  addresses.slice(0, 2000).forEach((address) => resolve(site, address));
  // the best of three: another program that takes the core in between is no part of a lookup
  const times = addresses.map((address) =>
    Math.min(timeOf(site, address), timeOf(site, address), timeOf(site, address)),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const of1000 = sorted[Math.floor(sorted.length * 0.999)]!;
  return [
    {
      group: GROUP,
      id: 'resolution',
      title: 'A lookup, 999 of 1,000',
      value: of1000,
      unit: 'ms',
      limit: { most: 1 },
      note: `mean ${rounded(mean)} ms, slowest of ${LOOKUPS} ${rounded(sorted.at(-1)!)} ms; ${channels.length} channels, ${site.pages.pages.size} pages, map built in ${rounded(loading)} ms`,
    },
  ];
}

function timeOf(site: SiteMap, address: string): number {
  const start = performance.now();
  resolve(site, address);
  return performance.now() - start;
}

const addressAt = (at: number, url: string): string => {
  if (at % 10 === 0) return `/unknown/${at}`;
  return at % 3 === 0 ? `/${url}/detail/${at}` : `/${url}`;
};

/** Three levels below the root, as the real tree has. */
function manyChannels(): ChannelRecord[] {
  const channel = (id: string, parentId: string, url: string, order: number): ChannelRecord => ({
    channelId: id,
    parentId,
    classOrder: order,
    url,
    name: `栏目 ${url}`,
    type: 1,
    contentKind: order % 3 === 0 ? 'html' : 'list',
  });
  const four = (number: number) => String(number + 1).padStart(4, '0');
  const channels = [channel(MAIN_ROOT, '', 'start', 1)];
  for (let a = 0; a < TOP; a++) {
    const top = MAIN_ROOT + four(a);
    channels.push(channel(top, MAIN_ROOT, `s${a}`, a));
    for (let b = 0; b < SECOND; b++) {
      channels.push(channel(top + four(b), top, `s${a}/t${b}`, b));
      for (let c = 0; c < THIRD; c++)
        channels.push(channel(top + four(b) + four(c), top + four(b), `s${a}/t${b}/u${c}`, c));
    }
  }
  return channels;
}

/** A page claims a channel by id, url or ending in turn; one is the default, one of each content kind that details need. */
function manySite(channels: readonly ChannelRecord[]): SiteMap {
  const pages = Array.from({ length: PAGES - 2 }, (_, at): PageSchema =>
    pageFor(`page-${at}`, claimAt(at, channels[1 + at * 5]!)),
  );
  pages.push(pageFor('default', { default: true }), pageFor('detail', { contentKind: 'detail' }));
  const { index, problems } = buildPageIndex(pages);
  if (problems.length > 0) throw new Error(`The bench's own pages are wrong: ${problems[0]!.message}`);
  return buildSiteMap({ channels, pages: index, registers: {}, sources: registryOf('source', sources) });
}

function claimAt(at: number, { channelId, url }: ChannelRecord): Claim {
  if (at % 20 === 0) return { path: `/fixed/${at}/{id}` };
  if (at % 20 === 1) return { idEnds: channelId.slice(-20) };
  return at % 2 === 0 ? { channel: channelId } : { url };
}

const pageFor = (page: string, claim: Claim): PageSchema => ({
  schemaVersion: 1,
  page,
  for: claim,
  layout: 'channel',
  title: page,
  blocks: [
    { id: 'list', place: 'main', widget: 'article-list', source: { name: 'info-list' } },
    {
      id: 'content',
      place: 'bottom',
      widget: 'channel-content',
      source: { name: 'channel-content' },
      address: 'notes',
    },
  ],
});
