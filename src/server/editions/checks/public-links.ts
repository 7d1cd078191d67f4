import { sql } from 'kysely';
import { article as articleKind } from '#kinds/article/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { bannersSetting } from '#page/settings/banners.ts';
import type { SiteMap } from '#page/site-map.ts';
import { shanghaiDate, shanghaiTime } from '#rules/time/shanghai-date.ts';
import { findKept, keep } from '../../db/kept.ts';
import type { Db } from '../../db/tables.ts';
import { findStoredDocuments } from '../../store/documents/stored-documents.ts';
import { rowsOfKind } from '../../store/rows/definition-rows.ts';
import { siteAfter } from '../publish/site-after.ts';
import { placeOfArticle } from './article-marks.ts';
import { deadAmong, linksOf, linksOfBanners, linksOfPage, type Link } from './links.ts';
import { addressesOfPage } from './page-places.ts';

/** name under which the last search is stored */
const NAME = 'dead-links';
/** articles that are read at once */
const BATCH = 50;
/** found links that are stored, and counted */
const MOST = 1_000;
/** hour of Shanghai at which the search of a day begins */
const HOUR_OF_SEARCH = 2;

/** A public version that was looked at. */
interface Version {
  kind: typeof articleKind.name | typeof pageKind.name | typeof settingKind.name;
  id: string;
  /** publication that opened it */
  openedIn: number;
}

interface StoredLink extends Version {
  place: string;
  /** the address, and why nothing is there */
  shown: string;
}

interface StoredSearch {
  /** ISO 8601 */
  at: string;
  links: StoredLink[];
}

/** A version with its links, and the words before their places that name it. */
interface Linking extends Version {
  named: string;
  linksAt: (at: number) => Link[];
}

/** A link of something public that leads nowhere. */
interface PublicDeadLink extends StoredLink {
  /** absent: a banner's or a page's */
  article?: { title: string; channelId: string };
}

/**
 * WB5: looks up the links of all that is public within this site, as CK6 does for an edition, and stores those that lead
 * nowhere. Nothing elsewhere is called.
 * @param ending aborted when the server stops: nothing is stored then
 */
export async function findPublicDeadLinks(db: Db, pagesDir: string, ending?: AbortSignal): Promise<void> {
  const map = await siteAfter(db, pagesDir);
  const links = await deadIn(db, map, [...(await banners(db)), ...(await pages(db))]);
  for (let after = 0; links.length < MOST;) {
    if (ending?.aborted === true) return;
    const articles = await db
      .selectFrom('article')
      .select(['article_id', 'title', 'content', 'opened_in'])
      .where('public_to', 'is', null)
      .where('article_id', '>', after)
      .where('content', 'like', '%href=%')
      .orderBy('article_id')
      .limit(BATCH)
      .execute();
    const linking = articles.map((article): Linking => ({
      kind: articleKind.name,
      id: String(article.article_id),
      openedIn: article.opened_in,
      named: `${placeOfArticle(article)}的`,
      linksAt: (at) => linksOf(at, article),
    }));
    links.push(...(await deadIn(db, map, linking)));
    if (articles.length < BATCH) break;
    after = articles.at(-1)!.article_id;
  }
  const search: StoredSearch = { at: new Date().toISOString(), links: links.slice(0, MOST) };
  await keep(db, NAME, JSON.stringify(search));
}

async function deadIn(db: Db, map: SiteMap, linking: readonly Linking[]): Promise<StoredLink[]> {
  const found = await deadAmong(
    db,
    map,
    linking.flatMap(({ linksAt }, at) => linksAt(at)),
  );
  return found.map(({ change, place, shown }) => {
    const { kind, id, openedIn, named } = linking[change]!;
    return { kind, id, openedIn, place: place.slice(named.length), shown };
  });
}

async function banners(db: Db): Promise<Linking[]> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value', 'opened_in'])
    .where('name', '=', bannersSetting.name)
    .where('public_to', 'is', null)
    .execute();
  return rows.map(({ name: id, value, opened_in: openedIn }) => ({
    kind: settingKind.name,
    id,
    openedIn,
    named: '',
    linksAt: (at) => linksOfBanners(at, value),
  }));
}

/** Pages that somebody published. Links that came with the program lead to channels that a firm may not have (SU3). */
async function pages(db: Db): Promise<Linking[]> {
  const rows = await db
    .selectFrom('page')
    .select(['page', 'document', 'opened_in'])
    .where('public_to', 'is', null)
    .where(rowsOfKind('page'))
    .execute();
  if (rows.length === 0) return [];
  const files = [...(await findStoredDocuments(db)).values()] as { page?: unknown }[];
  return rows.map(({ page: id, document, opened_in: openedIn }) => {
    const shipped = new Set(addressesOfPage(files.find(({ page }) => page === id)).map(({ href }) => href));
    return {
      kind: pageKind.name,
      id,
      openedIn,
      named: `页面 ${id} `,
      linksAt: (at) => linksOfPage(at, id, document).filter(({ href }) => !shipped.has(href)),
    };
  });
}

/** WB5: the search of a day, by any server: after two o'clock of Shanghai, and at once where there was none before. */
export async function findDeadLinksDaily(db: Db, pagesDir: string, now: number, ending: AbortSignal): Promise<void> {
  const last = await storedSearch(db);
  const hour = Number(shanghaiTime(new Date(now).toISOString()).slice(11, 13));
  const isDue = last === null || (shanghaiDate(last.at) !== shanghaiDate(now) && hour >= HOUR_OF_SEARCH);
  if (isDue) await findPublicDeadLinks(db, pagesDir, ending);
}

async function storedSearch(db: Db): Promise<StoredSearch | null> {
  const stored = await findKept(db, NAME);
  if (stored === undefined) return null;
  const search = JSON.parse(stored) as StoredSearch;
  // earlier releases stored links of articles alone, without a kind
  return search.links.every(({ kind }) => kind !== undefined) ? search : null;
}

/** WB5: what the last search found in versions that are still public. */
export async function listPublicDeadLinks(db: Db): Promise<{ checkedAt: string; links: PublicDeadLink[] }> {
  const search = await storedSearch(db);
  if (search === null) return { checkedAt: '', links: [] };
  const ids = [...new Set(search.links.flatMap(({ kind, id }) => (kind === articleKind.name ? [id] : [])))];
  const articles = await db
    .selectFrom('article')
    .select(['article_id', 'opened_in', 'title', 'channel_id'])
    .where('public_to', 'is', null)
    .where(sql<boolean>`article_id = any(${ids}::bigint[])`)
    .execute();
  const byId = new Map(articles.map((article) => [String(article.article_id), article]));
  const revisions = new Map<string, string>();
  for (const { kind, id } of search.links)
    if (kind !== articleKind.name && !revisions.has(`${kind}:${id}`))
      revisions.set(`${kind}:${id}`, await storeOf({ kind }).revision(db, id));
  return {
    checkedAt: search.at,
    links: search.links.flatMap((link): PublicDeadLink[] => {
      const { kind, id, openedIn } = link;
      if (kind !== articleKind.name) return revisions.get(`${kind}:${id}`) === String(openedIn) ? [link] : [];
      const article = byId.get(id);
      if (article?.opened_in !== openedIn) return [];
      return [{ ...link, article: { title: article.title, channelId: article.channel_id } }];
    }),
  };
}
