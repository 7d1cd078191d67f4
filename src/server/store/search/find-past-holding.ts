import { sql } from 'kysely';
import type { Row } from '#page/data-shapes.ts';
import type { Db } from '../../db/tables.ts';
import { textHolds } from './typed-terms.ts';

interface Past {
  from: Date;
  to: Date;
}

/** A version of an article that is public no more. */
export interface PastArticle extends Past {
  articleId: number;
  channelId: string;
  title: string;
  /** HTML */
  content: string;
  /** no version of it is public now */
  isWithdrawn: boolean;
}

/** A row as it was, or that is gone. */
export interface PastRow extends Past {
  register: string;
  key: string;
  data: Row;
  isWithdrawn: boolean;
}

/** A value of a setting, or a document of a page, from before. */
export interface PastDocument extends Past {
  kind: 'setting' | 'page';
  name: string;
  document: unknown;
  isWithdrawn: boolean;
}

/** candidates that are read; whoever looks for more says more words */
const MOST = 100;

/**
 * CS4: the newest past version of each article that holds the terms where the present one does not. No index has past
 * texts: all of them are read, which takes a second for some ten thousand.
 */
export async function findPastArticles(
  db: Db,
  terms: readonly string[],
  channelIds: readonly string[] | null,
): Promise<PastArticle[]> {
  const text = (table: string) => sql.raw(`(${table}.title || ' ' || ${table}.summary || ' ' || ${table}.content)`);
  const { rows } = await sql<PastArticle>`
    select * from (
      select distinct on (past.article_id) past.article_id as "articleId", past.channel_id as "channelId", past.title,
        past.summary || ' ' || past.content as content, past.public_from as "from", past.public_to as "to",
        not exists (select from article as now where now.article_id = past.article_id and now.public_to is null) as "isWithdrawn"
      from article as past
      where past.public_to is not null and ${textHolds(text('past'), terms)}
        ${channelIds === null ? sql`` : sql`and past.channel_id = any(${[...channelIds]}::text[])`}
        and not exists (select from article as now where now.article_id = past.article_id and now.public_to is null and ${textHolds(text('now'), terms)})
      order by past.article_id, past.public_to desc
    ) as found order by "to" desc limit ${MOST}`.execute(db);
  return rows;
}

/** CS4: the same of rows of some registers. */
export async function findPastRows(db: Db, terms: readonly string[], registers: readonly string[]): Promise<PastRow[]> {
  const { rows } = await sql<PastRow>`
    select * from (
      select distinct on (past.register, past.key) past.register, past.key, past.data, past.public_from as "from", past.public_to as "to",
        now.row_id is null as "isWithdrawn"
      from register_row as past left join register_row as now
        on now.register = past.register and now.key = past.key and now.public_to is null
      where past.public_to is not null and past.register = any(${[...registers]}::text[])
        and ${textHolds(sql`past.data::text`, terms)} and (now.row_id is null or not ${textHolds(sql`now.data::text`, terms)})
      order by past.register, past.key, past.public_to desc
    ) as found order by "to" desc limit ${MOST}`.execute(db);
  return rows;
}

/** CS4: the same of settings and pages. */
export async function findPastDocuments(db: Db, terms: readonly string[]): Promise<PastDocument[]> {
  const of = (kind: PastDocument['kind'], name: string, document: string) => {
    const [named, text] = [sql.ref(name), (table: string) => sql.raw(`${table}.${document}::text`)];
    return sql`select distinct on (past.${named}) ${sql.lit(kind)} as kind, past.${named} as name, past.${sql.ref(document)} as document,
        past.public_from as "from", past.public_to as "to", now.row_id is null as "isWithdrawn"
      from ${sql.table(kind)} as past left join ${sql.table(kind)} as now on now.${named} = past.${named} and now.public_to is null
      where past.public_to is not null and ${textHolds(text('past'), terms)} and (now.row_id is null or not ${textHolds(text('now'), terms)})
      order by past.${named}, past.public_to desc`;
  };
  const { rows } = await sql<PastDocument>`
    select * from ((${of('setting', 'name', 'value')}) union all (${of('page', 'page', 'document')})) as found
    order by "to" desc limit ${MOST}`.execute(db);
  return rows;
}
