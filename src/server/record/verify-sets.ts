import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import type { RecordProblem } from './record-problem.ts';
import { NO_REMOVALS, type Removed } from '../store/publication/removed-hashes.ts';
import { sha256OfJson } from '../db/sha256.ts';

/** Tables whose rows are named by the hash of what they say, and what that is. */
const NAMED_BY_HASH: Readonly<Record<string, { key: string; says: string; page: number }>> = {
  row_part: { key: 'part_hash', says: 'rows', page: 20 },
  row_set: { key: 'row_set_hash', says: 'jsonb_build_array(register, to_jsonb(parts))', page: 1_000 },
  set_article: { key: 'article_hash', says: 'said', page: 100 },
  article_set: { key: 'article_set_hash', says: 'to_jsonb(articles)', page: 1_000 },
};

const differs = (table: string, key: string, how: string): RecordProblem => ({
  no: null,
  code: 'version-edited',
  message: `${table} ${key} ${how}`,
});

/**
 * RC6: rows and articles that stand apart from their drafts say what their names say, and the counts beside them are those
 * of their members. A name that is missing is found at the version that has it. @param db a transaction of one snapshot
 */
export async function verifySets(db: Db, removed: Pick<Removed, 'was'> = NO_REMOVALS): Promise<RecordProblem[]> {
  const problems: RecordProblem[] = [];
  for (const [table, { key, says, page }] of Object.entries(NAMED_BY_HASH))
    for (let after = ''; ;) {
      const { rows } = await sql<{ name: string; said: unknown }>`
        select ${sql.ref(key)} as name, ${sql.raw(says)} as said from ${sql.table(table)}
        where ${sql.ref(key)} > ${after} order by 1 limit ${page}`.execute(db);
      for (const { name, said } of rows)
        if (removed.was(`${table} ${name}`, sha256OfJson(said)) !== name)
          problems.push(differs(table, name, 'does not say what its name says'));
      if (rows.length < page) break;
      after = rows.at(-1)!.name;
    }
  for (const { name, table, what } of await wrongCounts(db))
    // the length of an article from which something was removed is that of what was approved
    if (
      table !== 'set_article' ||
      removed.was(`${table} ${name}`, await articleHash(db, name)) === (await articleHash(db, name))
    )
      problems.push(differs(table, name, `has other ${what} than its members`));
  return problems;
}

const articleHash = async (db: Db, name: string): Promise<string> =>
  sha256OfJson(
    (await db.selectFrom('set_article').select('said').where('article_hash', '=', name).executeTakeFirst())?.said ??
      null,
  );

/** RC6: numbers that are given next were given to nobody yet. @param db a transaction of one snapshot */
export async function verifyNumbers(db: Db): Promise<RecordProblem[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
      from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'
    union all select 'article', 'article_id', 'article_id_seq' order by 1, 2`.execute(db);
  const problems: RecordProblem[] = [];
  for (const { table, column, sequence } of rows) {
    const found = await sql<{ behind: boolean }>`
      select coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) > case when is_called then last_value else last_value - 1 end as behind
      from ${sql.raw(sequence)}`.execute(db);
    if (found.rows[0]!.behind)
      problems.push({ no: null, code: 'standing-differs', message: `${sequence} gives numbers of ${table} again` });
  }
  return problems;
}

/** Counts beside the lists, and lists with members that are not there. */
async function wrongCounts(db: Db): Promise<{ name: string; table: string; what: string }[]> {
  const { rows } = await sql<{ name: string; table: string; what: string }>`
    select row_set_hash as name, 'row_set' as table, 'counts' as what from row_set
      where counts is distinct from (select array_agg(json_array_length(rows) order by at)
        from unnest(parts) with ordinality as member (hash, at) left join row_part on part_hash = member.hash)
        and parts <> '{}'
    union all select article_hash, 'set_article', 'characters' from set_article
      where characters <> ${sql.raw(UTF16_LENGTH)}
    union all select article_set_hash, 'article_set', 'articles' from article_set
      where exists (select from unnest(articles) as member (hash) where not exists (select from set_article where article_hash = member.hash))
    union all select article_set_hash, 'article_set', 'characters' from article_set
      where characters <> (select coalesce(sum(set_article.characters), 0) from unnest(articles) as member (hash) join set_article on article_hash = member.hash)
    union all select article_set_hash, 'article_set', 'channels' from article_set
      where channels <> (select coalesce(jsonb_agg(jsonb_build_object('channelId', id, 'count', count) order by at), '[]') from (
        select said -> 'document' ->> 'channelId' as id, count(*) as count, min(at) as at
          from unnest(articles) with ordinality as member (hash, at) join set_article on article_hash = member.hash group by 1) as counted)
    order by 1, 3`.execute(db);
  return rows;
}

/** JavaScript counts a character beyond the first 65,536 as two. */
const UTF16_LENGTH = `(select count(*) from regexp_matches(coalesce(said -> 'document' ->> 'content', ''), '[\\U00010000-\\U0010FFFF]', 'g'))
  + length(coalesce(said -> 'document' ->> 'content', ''))`;
