import { isLostPage } from '#page/find-page.ts';
import { locate } from '#page/locate.ts';
import { oldAddressesSetting, type OldAddresses } from '#page/settings/old-addresses.ts';
import type { SiteMap } from '#page/site-map.ts';
import { channelPath, isExternal } from '#rules/channel-tree.ts';
import type { AddressAnswer, PlannedAddress } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { pathsOfPages } from '#server/site/register-places.ts';
import type { Site } from '#server/site/site.ts';
import { oldAddressesOf } from '#server/site/sites.ts';
import { findRetiredChannel } from '#server/store/find-article.ts';
import { readSettingValue } from '../../setting/check-setting.ts';
import { setting as settingKind } from '../../setting/index.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { titleIn } from './winning-page.ts';
import { channel as channelKind } from '../index.ts';

/** addresses that are returned; all are counted */
export const MOST_TOLD = 100;

/**
 * RT9, ED9: the addresses of channels and pages that will answer otherwise, or under another title, each with what it
 * answers now and then.
 */
export async function changedAddresses(
  db: Db,
  before: SiteMap,
  after: SiteMap,
  changes: readonly Change[],
): Promise<{ list: PlannedAddress[]; total: number }> {
  const paths = [...new Set([...pathsOfPages({ map: before }), ...pathsOfPages({ map: after })])];
  const left = await leftBehind(db, before, changes);
  const changed = [...new Set([...paths, ...left.keys()])].filter(
    (path) => !isSame(pageAt(before, path), pageAt(after, path)) || (left.has(path) && !pageAt(before, path)),
  );
  const list: PlannedAddress[] = [];
  let total = 0;
  for (const path of changed) {
    const now = pageAt(before, path) ?? (await earlier(db, path));
    const then = pageAt(after, path) ?? left.get(path) ?? (await earlier(db, path));
    if (isSame(now, then)) continue;
    total += 1;
    if (list.length < MOST_TOLD) list.push({ path, before: now, after: then });
  }
  return { list, total };
}

type Shown = Extract<AddressAnswer, { kind: 'page' | 'redirect' }>;

/** What an address shows on this site; null: nothing. */
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

/** Of a channel that ended before. */
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

/** What an address without a page answers now. */
async function earlier(db: Db, path: string): Promise<AddressAnswer> {
  const retired = await findRetiredChannel(db, path.slice(1));
  if (!retired) return { kind: 'nothing' };
  return retired.successor ? { kind: 'redirect', to: retired.successor } : { kind: 'gone' };
}

/** OA1, ED9: the addresses of a former site that will lead elsewhere. */
export function changedOldAddresses(
  { oldAddresses: { to: before } }: Pick<Site, 'oldAddresses'>,
  changes: readonly Change[],
): PlannedAddress[] {
  const written = writtenOf(settingKind, changes).find(({ id }) => id === oldAddressesSetting.name);
  if (!written) return [];
  const { to: after } = oldAddressesOf(readSettingValue<OldAddresses>(oldAddressesSetting.value, written.document));
  const answer = (to: string | undefined): AddressAnswer =>
    to === undefined ? { kind: 'nothing' } : { kind: 'redirect', to };
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) =>
    before.get(path) === after.get(path)
      ? []
      : [{ path, before: answer(before.get(path)), after: answer(after.get(path)) }],
  );
}
