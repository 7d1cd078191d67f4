import { bannersSetting, type BannersSetting } from '#page/settings/banners.ts';
import { oldAddressesSetting, type OldAddresses } from '#page/settings/old-addresses.ts';
import type { SiteMap } from '#page/site-map.ts';
import { findOldAddress } from '#rules/addresses/old-addresses.ts';
import { linkFault } from '#rules/checks/links.ts';
import type { Change } from '#kinds/index.ts';
import { article as articleKind } from '#kinds/article/index.ts';
import { writtenOf } from '#kinds/changes.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { withoutAnyBase } from '#wire/bases.ts';
import type { FreeSpace } from '../../db/free-space.ts';
import type { Db } from '../../db/tables.ts';
import { findSetting } from '../../store/documents/find-setting.ts';
import { PublicationRefused } from '../../store/publication/publication-problems.ts';
import { oldAddressesOf } from '../../site/sites.ts';
import { deadEnd } from '../review/check-successors.ts';
import { withRows } from '../draft/with-rows.ts';
import { siteAfter } from '../publish/site-after.ts';
import { tryPublication } from '../publish/try-publication.ts';
import { placeOfArticle } from './article-marks.ts';
import { foundAt, quoted, type Found } from './found.ts';
import { addressesOfPage, placeInPage } from './page-places.ts';
import { publicDocument } from './public-texts.ts';
import { readArticle } from './read-article.ts';

export interface Link {
  change: number;
  place: string;
  href: string;
  /** path within the site */
  path: string;
}

interface Context {
  db: Db;
  freeSpace?: FreeSpace;
  /** page-schemas/ */
  pagesDir: string;
}

/** Files and pictures have checks of their own. */
const ELSEWHERE = /^\/\/|^\/(?:static-file|preview|qr)\//;

/**
 * CK6: links of articles, pages and banners to pages of this site that lead nowhere once the draft is public. Nothing
 * elsewhere is called.
 */
export async function deadLinks(
  context: Context,
  title: string,
  changes: readonly Change[],
): Promise<(Found & { change: number })[]> {
  const links = [
    ...writtenOf(articleKind, changes).flatMap(({ at, document }) => linksOf(at, document)),
    ...writtenOf(settingKind, changes).flatMap(({ at, id, document }) =>
      id === bannersSetting.name ? linksOfBanners(at, document) : [],
    ),
    ...(await newLinksOfPages(context.db, changes)),
  ];
  if (links.length === 0) return [];
  const now = async (db: Db): Promise<(Found & { change: number })[]> =>
    deadAmong(db, await siteAfter(db, context.pagesDir), links);
  if (!changes.some(movesPages)) return now(context.db);
  const found: { dead: (Found & { change: number })[] } = { dead: [] };
  try {
    const inspect = async (trx: Db): Promise<[]> => {
      found.dead = await now(trx);
      return [];
    };
    await withRows(context.db, changes, (whole) =>
      tryPublication(context, { title, changes: whole }, { inspect, writesRows: false }),
    );
  } catch (error) {
    // problems of the publication have a list of their own
    if (!(error instanceof PublicationRefused)) throw error;
  }
  return found.dead;
}

/** Whether a change may make an address or end one. */
const movesPages = ({ kind, withdraw }: Change): boolean =>
  withdraw !== undefined || !([articleKind.name, rowsKind.name, settingKind.name] as string[]).includes(kind);

export function linksOf(change: number, document: { title: string; content?: string }): Link[] {
  const at = placeOfArticle(document);
  return readArticle(document.content ?? '').links.flatMap(({ place, href }) =>
    linkFault(href) ? [] : linkTo(change, `${at}的正文${place}`, href),
  );
}

function linkTo(change: number, place: string, href: string): Link[] {
  const path = withoutAnyBase(href);
  return path.startsWith('/') && !ELSEWHERE.test(path) ? [{ change, place, href, path }] : [];
}

/** Links that come with the program lead to channels that a firm may not have; visitors do not see them then (SU3). */
async function newLinksOfPages(db: Db, changes: readonly Change[]): Promise<Link[]> {
  const links: Link[] = [];
  for (const { at, change, id, document } of writtenOf(pageKind, changes)) {
    const own = linksOfPage(at, id ?? '', document);
    if (own.length === 0) continue;
    const known = new Set(addressesOfPage(await publicDocument(db, change)).map(({ href }) => href));
    links.push(...own.filter(({ href }) => !known.has(href)));
  }
  return links;
}

export const linksOfPage = (change: number, id: string, document: unknown): Link[] =>
  addressesOfPage(document).flatMap(({ path, href }) => linkTo(change, placeInPage(id, document, path), href));

export function linksOfBanners(change: number, document: unknown): Link[] {
  const banners = readSettingValue<BannersSetting>(bannersSetting.value, document) ?? [];
  return banners.flatMap(({ links = [] }, at) =>
    links.flatMap(({ title, path }) => linkTo(change, `首页第 ${at + 1} 张横幅的按钮“${title}”`, path)),
  );
}

export async function deadAmong(db: Db, map: SiteMap, links: readonly Link[]): Promise<(Found & { change: number })[]> {
  const reasons = new Map<string, string | null>();
  for (const { path } of links) if (!reasons.has(path)) reasons.set(path, await deadEnd(db, map, decoded(path)));
  if ([...reasons.values()].every((reason) => reason === null)) return [];
  const former = oldAddressesOf(
    readSettingValue<OldAddresses>(oldAddressesSetting.value, await findSetting(db, 'now', oldAddressesSetting.name)),
  );
  return links.flatMap(({ change, place, href, path }) => {
    const reason = reasons.get(path)!;
    if (reason === null || findOldAddress(former, path) !== undefined || findOldAddress(former, href) !== undefined)
      return [];
    return [{ ...foundAt('dead-link', place, `${quoted(href)}${reason.replace(/，应为.*$/s, '')}`), change }];
  });
}

/** An address is written with escaped signs, and known without. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
