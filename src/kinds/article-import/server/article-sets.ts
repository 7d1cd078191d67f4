import { sha256OfJson } from '#server/db/sha256.ts';
import { sql } from 'kysely';
import type { ImportedArticle } from '#wire/edition-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import { isRemovedFrom } from '#server/store/publication/removed-hashes.ts';
import type { ArticleSetRef, SetArticle } from '../index.ts';

/** rows sent in one statement */
const BATCH = 200;

/**
 * Stores articles, each known by the hash of what it says. One that is there already counts as made now, so that it is
 * not removed before a set names it.
 * @returns their hashes, in order
 */
export async function storeArticles(db: Db, articles: readonly SetArticle[]): Promise<string[]> {
  const hashes: string[] = [];
  for (let from = 0; from < articles.length; from += BATCH) {
    const rows = articles.slice(from, from + BATCH).map((one) => {
      // the article as it will be read
      const stored = JSON.parse(JSON.stringify(one)) as SetArticle;
      return {
        article_hash: sha256OfJson(stored),
        said: JSON.stringify(stored),
        characters: (stored.document.content ?? '').length,
        made_at: new Date(),
      };
    });
    hashes.push(...rows.map(({ article_hash }) => article_hash));
    const known = new Set<string>();
    const fresh = rows.filter(({ article_hash }) => !known.has(article_hash) && known.add(article_hash));
    await db
      .insertInto('set_article')
      .values(fresh)
      .onConflict((conflict) => conflict.column('article_hash').doUpdateSet({ made_at: new Date() }))
      .execute();
  }
  return hashes;
}

/** Makes a set of articles that are stored. */
export async function storeArticleSet(db: Db, hashes: readonly string[]): Promise<ArticleSetRef> {
  const hash = sha256OfJson(hashes);
  const { rows } = await sql<{ channelId: string; count: number; characters: number }>`
    select said -> 'document' ->> 'channelId' as "channelId", count(*)::int as count, sum(characters)::bigint as characters
    from unnest(${[...hashes]}::text[]) with ordinality as member (article_hash, at) join set_article using (article_hash)
    group by 1 order by min(at)`.execute(db);
  const channels = rows.map(({ channelId, count }) => ({ channelId, count }));
  const characters = rows.reduce((sum, row) => sum + Number(row.characters), 0);
  await db
    .insertInto('article_set')
    .values({
      article_set_hash: hash,
      articles: [...hashes],
      channels: JSON.stringify(channels),
      characters,
      made_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('article_set_hash').doUpdateSet({ made_at: new Date() }))
    .execute();
  return { hash, count: hashes.length, characters, channels };
}

/** A set as a draft names it. @throws Refused invalidInput where there is none */
export async function getArticleSet(db: Db, hash: string): Promise<ArticleSetRef> {
  const { rows } = await sql<{ count: number; characters: number; channels: ArticleSetRef['channels'] }>`
    select cardinality(articles) as count, characters, channels from article_set where article_set_hash = ${hash}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refused('invalidInput', '迁入的文章不在库中，请重新迁入');
  return { hash, count: found.count, characters: Number(found.characters), channels: found.channels! };
}

/** The articles of a set from place `from`, from 0, each with its place. */
const membersOf = (hash: string, from: number, size: number) => sql`(
  select article_hash, at
  from article_set, unnest(articles[${from + 1}::int:${from + size}::int]) with ordinality as named (article_hash, at)
  where article_set_hash = ${hash}
)`;

/** Lines from place `from`, from 0. */
export async function listSetLines(
  db: Db,
  hash: string,
  { from, size }: { from: number; size: number },
): Promise<ImportedArticle[]> {
  const { rows } = await sql<ImportedArticle>`
    select said -> 'document' ->> 'title' as title, said -> 'document' ->> 'channelId' as "channelId",
      said -> 'document' ->> 'contentTime' as "contentTime", said ->> 'oldAddress' as "oldAddress", characters,
      (said -> 'document' ->> 'articleId')::float as "articleId"
    from ${membersOf(hash, from, size)} as member
    join set_article using (article_hash) order by at`.execute(db);
  return rows;
}

/**
 * Articles from place `from`, from 0, each checked against its hash; fewer where they would be too much at once.
 * @param characters of texts, after which no more are read
 * @throws Refused editionState where the store holds something else than was approved
 */
export async function getSetArticles(
  db: Db,
  hash: string,
  { from, size, characters = Infinity }: { from: number; size: number; characters?: number },
): Promise<SetArticle[]> {
  const { rows: sizes } = await sql<{ hash: string; characters: number }>`
    select member.article_hash as hash, coalesce(characters, 0) as characters
    from ${membersOf(hash, from, size)} as member
    left join set_article using (article_hash) order by at`.execute(db);
  let sum = 0;
  const wanted = sizes.filter((one, at) => (sum += one.characters) <= characters || at === 0);
  const found: SetArticle[] = [];
  for (let at = 0; at < wanted.length; at += BATCH) {
    const names = wanted.slice(at, at + BATCH).map((one) => one.hash);
    const rows = await db
      .selectFrom('set_article')
      .select(['article_hash', 'said'])
      .where('article_hash', 'in', names)
      .execute();
    const byHash = new Map(
      rows.map(({ article_hash, said: stored }) => [article_hash, stored as unknown as SetArticle]),
    );
    for (const name of names) {
      const stored = byHash.get(name);
      const now = stored && sha256OfJson(stored);
      if (!stored || !now || (now !== name && !(await isRemovedFrom(db, `set_article ${name}`, name, now))))
        throw new Refused('editionState', '迁入的文章与保存时的校验值不符，请联系系统管理员');
      found.push(stored);
    }
  }
  return found;
}

/** Old address and channel of every article of a set, in order. */
export async function listOldAddresses(db: Db, hash: string): Promise<{ channelId: string; oldAddress: string }[]> {
  const { rows } = await sql<{ channelId: string; oldAddress: string }>`
    select said -> 'document' ->> 'channelId' as "channelId", said ->> 'oldAddress' as "oldAddress"
    from article_set, unnest(articles) with ordinality as member (article_hash, at) join set_article using (article_hash)
    where article_set_hash = ${hash} order by at`.execute(db);
  return rows;
}

/** Channels in which articles of a set are, or were last, that were public before. */
export async function listReplacedChannels(db: Db, hash: string): Promise<string[]> {
  const { rows } = await sql<{ channelId: string }>`
    select distinct last.channel_id as "channelId"
    from article_set, unnest(articles) as member (article_hash) join set_article using (article_hash)
      cross join lateral (select channel_id from article where article_id = (said -> 'document' ->> 'articleId')::bigint
        order by public_from desc, row_id desc limit 1) as last
    where article_set_hash = ${hash}`.execute(db);
  return rows.map(({ channelId }) => channelId);
}

/** An article of a set of which something else is public by now than what was when the draft was made. */
export interface Overtaken {
  /** its place, from 0 */
  at: number;
  articleId: number;
  title: string;
  /** true where it is new, and the same was published here under that number */
  isDouble?: true;
}

/** BE8: such articles from place `from` on, in order, among those that replace one; the others: doubles.ts. */
export async function listOvertaken(
  db: Db,
  hash: string,
  { from, size }: { from: number; size: number },
): Promise<Overtaken[]> {
  const { rows } = await sql<Overtaken>`
    select (${from}::int + at - 1)::int as at, article.article_id as "articleId", said -> 'document' ->> 'title' as title
    from ${membersOf(hash, from, size)} as member join set_article using (article_hash)
      cross join lateral (select (said -> 'document' ->> 'articleId')::float8 as article_id) as article
      left join article as open on open.article_id = article.article_id::bigint and open.public_to is null
    where article.article_id is not null and coalesce(open.opened_in::text, '') <> said ->> 'replaces'
    order by at`.execute(db);
  return rows;
}

/** Whether what a set is known by is what it names. */
export async function isSetSound(db: Db, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('article_set')
    .select('articles')
    .where('article_set_hash', '=', hash)
    .executeTakeFirst();
  return found !== undefined && sha256OfJson(found.articles) === hash;
}
