import { buildSiteMap, type SiteMap } from '#page/site-map.ts';
import { channelPath } from '#rules/channel-tree.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import type { ChannelPlan, PlannedChannel, PlanNote } from '#wire/channel-answers.ts';
import { listPageEditions } from '#server/store/list-page-editions.ts';
import type { Db } from '#server/db/tables.ts';
import { writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { personalColumns } from '../../register/personal-columns.ts';
import { siteDocumentsOf } from '../../site-documents.ts';
import { channel as channelKind } from '../index.ts';
import { loadPages } from '#server/site/page-store.ts';
import type { Site } from '#server/site/site.ts';
import { articleAddresses } from './article-addresses.ts';
import { changedAddresses } from './changed-addresses.ts';
import { changedMenus } from './changed-menus.ts';
import { channelsAfter } from './channels-after.ts';
import { endedContent } from './ended-content.ts';
import { findKnown } from './known-ids.ts';
import { findOpenChannels, usedBy } from './open-channels.ts';
import { planProblems, type Planned } from './plan-problems.ts';
import { planWarnings } from './plan-warnings.ts';
import { proposeChannel, type ProposeInput } from './propose.ts';
import { winningPage } from './winning-page.ts';

export interface PlanQuestion {
  changes: readonly Change[];
  base?: Readonly<Record<string, string>>;
  /** a new channel for which id, address and order are wanted; `changes` count as taken */
  propose?: ProposeInput;
}

interface Deps {
  db: Db;
  site: Site;
  /** page-schemas/ */
  pagesDir: string;
}

/** What changes would do to channels, menus and addresses if they were published now. Nothing is written. */
export async function makePlan(
  { db, site, pagesDir }: Deps,
  { changes, base = {}, propose }: PlanQuestion,
): Promise<ChannelPlan> {
  const after = channelsAfter(site.channels, changes);
  const map = await mapAfter({ db, site, pagesDir }, after, changes);
  const planned: Planned = { changes, base, before: site.channels, after };
  const known = await findKnown(db, site.channels, changes);
  const channels = writtenOf(channelKind, changes).map(({ at, document: { channelId, url } }): PlannedChannel => ({
    change: at,
    channelId,
    path: channelPath(url),
    before: winningPage(site.map, channelId),
    after: winningPage(map, channelId),
  }));
  const addresses = await changedAddresses(db, site.map, map, changes);
  const ofArticles = await articleAddresses(db, site, changes);
  return {
    channels,
    problems: await planProblems(db, map, planned, known),
    warnings: [
      ...planWarnings(map, planned, channels, known),
      ...personalColumns(changes, site).map(({ at, words }): PlanNote => ({
        change: at,
        channelId: '',
        field: '',
        code: 'personal',
        message: words,
      })),
    ],
    menus: changedMenus(site.map, map),
    addresses: [...addresses.list, ...ofArticles],
    addressCount: addresses.total + ofArticles.length,
    ended: await endedContent(db, site, changes),
    proposal: propose ? proposeChannel(after, map.pages, propose, usedBy(await findOpenChannels(db, []), known)) : null,
  };
}

async function mapAfter(
  { db, site: { map }, pagesDir }: Deps,
  channels: Parameters<typeof buildSiteMap>[0]['channels'],
  changes: readonly Change[],
): Promise<SiteMap> {
  const added = siteDocumentsOf(changes);
  const { sources: all, facts } = map;
  if (added.length === 0)
    return buildSiteMap({ channels, pages: map.pages, registers: map.registers, sources: all, facts });
  const names = new Set(added.map(({ page }) => page));
  const editions = [...added, ...(await listPageEditions(db, 'now')).filter(({ page }) => !names.has(page))];
  const pages = loadPages({ dir: pagesDir, editions, widgets, sources });
  return buildSiteMap({ channels, pages: pages.index, registers: pages.registers, sources: all, facts });
}
