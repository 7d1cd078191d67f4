import { renameSync, writeFileSync } from 'node:fs';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { channelPath } from '#rules/channel-tree.ts';
import type { Db } from '../db/tables.ts';
import type { FolderFiles } from './folder-files.ts';
import type { OldPlace } from './old-place.ts';
import type { ImportState } from './state.ts';

export const ADDRESSES_FILE = 'old-addresses.csv';

/** What of an article its new address is found by. */
export interface MovedArticle {
  key: string;
  oldPlace: Pick<OldPlace, 'path'> | null;
  document: Pick<ArticleDocument, 'channelId' | 'title' | 'contentTime'>;
}

export interface NewAddresses {
  /** old address and new one, both as the setting old.addresses takes them */
  known: [from: string, to: string][];
  /** articles with an old address whose edition is not published yet */
  waiting: number;
  /** of published editions, but with another title, channel or time than in the folder */
  unmatched: string[];
}

/**
 * MI6: where articles of published editions are. Their numbers are given at publication, and known only then; each
 * is found among what its edition published by channel, title and time.
 */
export async function newAddresses(
  db: Db,
  articles: readonly MovedArticle[],
  state: ImportState,
  urlOf: (channelId: string) => string | undefined,
): Promise<NewAddresses> {
  const made = new Map(articles.map((one) => [one.key, one]));
  const found: NewAddresses = { known: [], waiting: 0, unmatched: [] };
  for (const edition of state.editions) {
    const published = await publishedOf(db, edition.editionId);
    for (const { key } of edition.articles) {
      const article = made.get(key);
      if (!article?.oldPlace) continue;
      const id = published?.get(nameOf(article.document))?.shift();
      const url = urlOf(article.document.channelId);
      if (!published) found.waiting += 1;
      else if (id === undefined || url === undefined) found.unmatched.push(article.oldPlace.path);
      else found.known.push([article.oldPlace.path, `${channelPath(url)}/detail/${id}`]);
    }
  }
  return found;
}

/** Numbers of the articles that an edition published, by their names; null while it is not published. */
async function publishedOf(db: Db, editionId: number): Promise<Map<string, number[]> | null> {
  const edition = await db
    .selectFrom('edition')
    .select('published_in')
    .where('edition_id', '=', editionId)
    .executeTakeFirst();
  if (!edition || edition.published_in === null) return null;
  const rows = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title', 'content_time'])
    .where('opened_in', '=', edition.published_in)
    .orderBy('article_id')
    .execute();
  const numbers = new Map<string, number[]>();
  for (const { article_id, channel_id, title, content_time } of rows) {
    const name = nameOf({ channelId: channel_id, title, contentTime: content_time.toISOString() });
    numbers.set(name, [...(numbers.get(name) ?? []), article_id]);
  }
  return numbers;
}

const nameOf = ({ channelId, title, contentTime }: MovedArticle['document']): string =>
  [channelId, new Date(contentTime).toISOString(), title.replace(/\s+/g, ' ').trim()].join('\n');

/** MI6: two columns that the setting 旧地址 takes as they are. */
export function writeAddresses(files: FolderFiles, known: NewAddresses['known']): void {
  const path = files.pathOf(ADDRESSES_FILE);
  // with quotes around both where one is needed: so the setting reads a pasted line, too
  const lines = known.map((pair) => (pair.join('').includes(',') ? `"${pair.join('","')}"` : pair.join(',')));
  writeFileSync(`${path}.new`, `\uFEFF${['旧地址,新地址', ...lines].join('\r\n')}\r\n`);
  renameSync(`${path}.new`, path);
}
