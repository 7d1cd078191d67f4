import { isLostPage } from '#page/find-page.ts';
import { locate } from '#page/locate.ts';
import type { SiteMap } from '#page/site-map.ts';
import { channelPath, isExternal } from '#rules/channel-tree.ts';
import type { AddressAnswer, PlannedAddress } from '#wire/channel-answers.ts';
import { findRetiredChannel } from '#server/store/find-article.ts';
import type { Db } from '#server/db/tables.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { titleIn } from './winning-page.ts';
import { channel as channelKind } from '../index.ts';

/** addresses that are returned; all are counted */
const MOST_TOLD = 100;

/** RT9: the addresses of channels that will answer otherwise, each with what it answers now and then. */
export async function changedAddresses(
  db: Db,
  before: SiteMap,
  after: SiteMap,
  changes: readonly Change[],
): Promise<{ list: PlannedAddress[]; total: number }> {
  const urls = [...new Set([...before.byUrl.keys(), ...after.byUrl.keys()])].filter((url) => !isExternal(url));
  const changed = urls.map(channelPath).filter((path) => !isSame(pageAt(before, path), pageAt(after, path)));
  const left = leftBehind(before, changes);
  const list: PlannedAddress[] = [];
  for (const path of changed.slice(0, MOST_TOLD)) {
    const then = pageAt(after, path) ?? left.get(path) ?? { kind: 'nothing' as const };
    list.push({ path, before: pageAt(before, path) ?? (await earlier(db, path)), after: then });
  }
  return { list, total: changed.length };
}

type Shown = Extract<AddressAnswer, { kind: 'page' | 'redirect' }> & { channelId?: string };

/** What an address shows on this site; null: nothing. */
export function pageAt(site: SiteMap, path: string): Shown | null {
  const located = locate(site, path);
  if (!located) return null;
  if (located.kind === 'redirect') return { kind: 'redirect', to: located.to };
  return {
    kind: 'page',
    page: isLostPage(located.found) ? '' : located.found.page.page,
    title: isLostPage(located.found) ? '' : titleIn(site, located.found.page),
    name: located.position?.channel.name ?? located.found.page.title ?? '',
  };
}

/** A new name is no other answer of the address. */
function isSame(one: Shown | null, other: Shown | null): boolean {
  if (one?.kind === 'page' && other?.kind === 'page') return one.page === other.page;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What the addresses answer that channels of the changes give up. */
function leftBehind(before: SiteMap, changes: readonly Change[]): Map<string, AddressAnswer> {
  const leaving = [
    ...writtenOf(channelKind, changes).map(({ document: { channelId, url } }) => ({
      channelId,
      to: isExternal(url) ? '' : channelPath(url),
    })),
    ...withdrawnOf(channelKind, changes).map(({ id, withdraw }) => ({ channelId: id, to: withdraw.successor ?? '' })),
  ];
  const left = new Map<string, AddressAnswer>();
  for (const { channelId, to } of leaving) {
    const was = before.byId.get(channelId)?.channel;
    if (was && !isExternal(was.url))
      left.set(channelPath(was.url), to === '' ? { kind: 'gone' } : { kind: 'redirect', to });
  }
  return left;
}

/** What an address without a page answers now. */
async function earlier(db: Db, path: string): Promise<AddressAnswer> {
  const retired = await findRetiredChannel(db, path.slice(1));
  if (!retired) return { kind: 'nothing' };
  return retired.successor ? { kind: 'redirect', to: retired.successor } : { kind: 'gone' };
}
