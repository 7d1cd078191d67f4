import { sql } from 'kysely';
import { shanghaiDate, shanghaiTime } from '#rules/time/shanghai-date.ts';
import { findKept, keep } from '../../db/kept.ts';
import type { Db } from '../../db/tables.ts';
import type { Reach } from '../../people/staff/reach.ts';
import { siteAfter } from '../publish/site-after.ts';
import { placeOfArticle } from './article-marks.ts';
import { deadAmong, linksOf } from './links.ts';

/** name under which the last search is stored */
const NAME = 'dead-links';
/** articles that are read at once */
const BATCH = 50;
/** found links that are stored, and counted */
const MOST = 1_000;
/** hour of Shanghai at which the search of a day begins */
const HOUR_OF_SEARCH = 2;

interface StoredLink {
  articleId: number;
  /** publication that opened the version in which it was found */
  openedIn: number;
  place: string;
  /** the address, and why nothing is there */
  shown: string;
}

interface StoredSearch {
  /** ISO 8601 */
  at: string;
  links: StoredLink[];
}

/** A link of a public article that leads nowhere. */
interface PublicDeadLink extends StoredLink {
  title: string;
  channelId: string;
}

/**
 * WB5: looks up the links of all public articles within this site, as CK6 does for an edition, and stores those that lead nowhere. Nothing
 * elsewhere is called.
 * @param ending aborted when the server stops: nothing is stored then
 */
export async function findPublicDeadLinks(db: Db, pagesDir: string, ending?: AbortSignal): Promise<void> {
  const map = await siteAfter(db, pagesDir);
  const links: StoredLink[] = [];
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
    const found = await deadAmong(
      db,
      map,
      articles.flatMap((article, at) => linksOf(at, article)),
    );
    for (const { change, place, shown } of found) {
      const article = articles[change]!;
      const within = place.slice(placeOfArticle(article).length + '的'.length);
      links.push({ articleId: article.article_id, openedIn: article.opened_in, place: within, shown });
    }
    if (articles.length < BATCH) break;
    after = articles.at(-1)!.article_id;
  }
  const search: StoredSearch = { at: new Date().toISOString(), links: links.slice(0, MOST) };
  await keep(db, NAME, JSON.stringify(search));
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
  return stored === undefined ? null : (JSON.parse(stored) as StoredSearch);
}

/** WB5: what the last search found in versions of articles that are still public, within reach. */
export async function listPublicDeadLinks(
  db: Db,
  reach: Reach,
): Promise<{ checkedAt: string; links: PublicDeadLink[] }> {
  const search = await storedSearch(db);
  if (search === null) return { checkedAt: '', links: [] };
  const ids = [...new Set(search.links.map(({ articleId }) => articleId))];
  const articles = await db
    .selectFrom('article')
    .select(['article_id', 'opened_in', 'title', 'channel_id'])
    .where('public_to', 'is', null)
    .where(sql<boolean>`article_id = any(${ids}::bigint[])`)
    .$if(reach !== null, (query) => query.where(sql<boolean>`channel_id = any(${[...(reach ?? [])]}::text[])`))
    .execute();
  const byId = new Map(articles.map((article) => [article.article_id, article]));
  return {
    checkedAt: search.at,
    links: search.links.flatMap((link) => {
      const article = byId.get(link.articleId);
      return article?.opened_in === link.openedIn
        ? [{ ...link, title: article.title, channelId: article.channel_id }]
        : [];
    }),
  };
}
