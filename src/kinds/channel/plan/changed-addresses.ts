import { isLostPage } from '#page/find-page.ts';
import { locate } from '#page/locate.ts';
import { oldAddressesSetting, type OldAddresses } from '#page/settings/old-addresses.ts';
import type { SiteMap } from '#page/site-map.ts';
import { channelPath, isExternal } from '#rules/addresses/channel-tree.ts';
import type { AddressAnswer, PlannedAddress } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { findOldAddress, type OldAddressIndex } from '#rules/addresses/old-addresses.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { pathsOfPages } from '#server/site/register-places.ts';
import type { Site } from '#server/site/site.ts';
import { oldAddressesOf } from '#server/site/sites.ts';
import { findRetiredChannel } from '#server/store/articles/find-article.ts';
import { readSettingValue } from '../../setting/server/check-setting.ts';
import { setting as settingKind } from '../../setting/index.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { titleIn } from './winning-page.ts';
import { channel as channelKind } from '../index.ts';

/** addresses that are returned; all are counted */
export const MOST_LISTED = 100;

/**
 * RT9, ED9: the addresses of channels and pages that will answer otherwise, or under another title, each with what it
 * answers now and then.
 */
export async function changedAddresses(
  db: Db,
  before: SiteMap,
  after: SiteMap,
  changes: readonly Change[],
  former: Former,
): Promise<{ list: PlannedAddress[]; total: number }> {
  const paths = [...pathsOfPages({ map: before }), ...pathsOfPages({ map: after })];
  const left = await leftBehind(db, before, changes);
  const led = ledOtherwise(former);
  const changed = [...new Set([...paths, ...left.keys(), ...led])].filter((path) => {
    const [now, then] = [pageAt(before, bare(path)), pageAt(after, bare(path))];
    return !isSame(now, then) || (left.has(path) && !now) || (led.has(path) && !then);
  });
  const list: PlannedAddress[] = [];
  let total = 0;
  for (const path of changed) {
    const isFull = list.length >= MOST_LISTED;
    if (isFull && led.has(path)) {
      total += 1;
      continue;
    }
    const now = pageAt(before, bare(path)) ?? (await earlier(db, path, former.before));
    const then = pageAt(after, bare(path)) ?? left.get(path) ?? (await earlier(db, path, former.after));
    if (isSame(now, then)) continue;
    total += 1;
    if (!isFull) list.push({ path, before: now, after: then });
  }
  return { list, total };
}

const bare = (path: string): string => path.split('?', 1)[0]!;

/** OA1: what the addresses of a former site are looked for in, now and then. */
export interface Former {
  before: OldAddressIndex;
  after: OldAddressIndex;
}

export function formerAddresses(
  { oldAddresses: before }: Pick<Site, 'oldAddresses'>,
  changes: readonly Change[],
): Former {
  const written = writtenOf(settingKind, changes).find(({ id }) => id === oldAddressesSetting.name);
  const after = written && oldAddressesOf(readSettingValue<OldAddresses>(oldAddressesSetting.value, written.document));
  return { before, after: after ?? before };
}

const BELOW = `${SITE_BASE}/`;

/** Site paths of this site's own that lead elsewhere then, where nothing else answers them. */
const ledOtherwise = (former: Former): Set<string> =>
  new Set(keysLedOtherwise(former).flatMap((key) => (key.startsWith(BELOW) ? [key.slice(SITE_BASE.length)] : [])));

function keysLedOtherwise({ before, after }: Former): string[] {
  if (before === after) return [];
  return [...new Set([...before.to.keys(), ...after.to.keys()])].filter(
    (key) => before.to.get(key) !== after.to.get(key),
  );
}

/** Target of an address of a former site, which a line for a part of its params may give (OA3). */
function led(index: OldAddressIndex, address: string): AddressAnswer {
  const key = index.to.has(address) ? address : findOldAddress(index, address);
  const to = key === undefined ? undefined : index.to.get(key);
  if (to === undefined) return { kind: 'nothing' };
  return { kind: 'redirect', to: to.startsWith(BELOW) ? to.slice(SITE_BASE.length) : to };
}

type Shown = Extract<AddressAnswer, { kind: 'page' | 'redirect' }>;

/** The page at an address of this site; null: none. */
export function pageAt(site: SiteMap, path: string): Shown | null {
  const located = locate(site, path);
  if (!located) return null;
  if (located.kind === 'redirect') return { kind: 'redirect', to: located.to };
  const { found, position } = located;
  return {
    kind: 'page',
    page: isLostPage(found) ? '' : found.page.page,
    title: isLostPage(found) ? '' : titleIn(site, found.page),
    name: found.page.title ?? position?.channel.name ?? '',
  };
}

/** Leaves out the title: it is no part of what an address answers. */
function isSame(one: AddressAnswer | null, other: AddressAnswer | null): boolean {
  if (one?.kind === 'page' && other?.kind === 'page') return one.page === other.page && one.name === other.name;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Answers of the addresses that channels of the changes give up, or gave up before. */
async function leftBehind(db: Db, before: SiteMap, changes: readonly Change[]): Promise<Map<string, AddressAnswer>> {
  const leaving = [
    ...writtenOf(channelKind, changes).map(({ document: { channelId, url } }) => ({
      channelId,
      to: isExternal(url) ? '' : channelPath(url),
    })),
    ...withdrawnOf(channelKind, changes).map(({ id, withdraw }) => ({ channelId: id, to: withdraw.successor ?? '' })),
  ];
  const left = new Map<string, AddressAnswer>();
  for (const { channelId, to } of leaving) {
    const url = before.byId.get(channelId)?.channel.url ?? (await lastUrl(db, channelId));
    if (url !== undefined && !isExternal(url) && channelPath(url) !== to)
      left.set(channelPath(url), to === '' ? { kind: 'gone' } : { kind: 'redirect', to });
  }
  return left;
}

/** Last address of a channel that ended before. */
async function lastUrl(db: Db, channelId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('channel')
    .select('url')
    .where('channel_id', '=', channelId)
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.url;
}

/** The answer of an address without a page: that of a channel that ended, or of a former site. */
async function earlier(db: Db, path: string, former: OldAddressIndex): Promise<AddressAnswer> {
  const retired = await findRetiredChannel(db, bare(path).slice(1));
  if (!retired) return led(former, SITE_BASE + path);
  return retired.successor ? { kind: 'redirect', to: retired.successor } : { kind: 'gone' };
}

/** OA1, ED9: the addresses of a former site at the root that will lead elsewhere. */
export function changedOldAddresses(former: Former): { list: PlannedAddress[]; total: number } {
  const keys = keysLedOtherwise(former).filter((key) => !key.startsWith(BELOW));
  const list: PlannedAddress[] = [];
  let same = 0;
  for (const path of keys) {
    if (list.length >= MOST_LISTED) break;
    const [before, after] = [led(former.before, path), led(former.after, path)];
    if (isSame(before, after)) same += 1;
    else list.push({ path, before, after });
  }
  return { list, total: keys.length - same };
}
