import { sql, type RawBuilder, type Transaction } from 'kysely';
import { findKept, keep } from '../../db/kept.ts';
import { LOCKS } from '../../db/locks.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { record, type Actor } from '../../people/staff/audit.ts';
import { removeOldFormDrafts } from '../work/form-drafts.ts';

/**
 * The folder `server/editions/cleaning` removes what nothing refers to: uploads that no draft uses, checked files that
 * became no edition, rows of such files, previews, what was typed and not saved. What a version of any edition refers to stays, also of a discarded one,
 * because versions can be compared; what was ever public stays for ever.
 */
export interface Removed {
  previews: number;
  formDrafts: number;
  imports: number;
  rowSets: number;
  rowParts: number;
  articleSets: number;
  setArticles: number;
  files: number;
}

const DAY = 24 * 3_600_000;
/** milliseconds for which unused things are kept; bytes: counted from when the row of their file is gone */
export const RETENTION = { unnamed: 7 * DAY, import: 30 * DAY, bytes: DAY, betweenTwo: DAY };
/** limit of one kind in one run; the rest goes with the next run */
const MOST_AT_ONCE = 1_000;

const CLOCK: Actor = { staffId: null, account: '', address: '' };

/** `named` are database functions of a migration; triggers of the tables use the same ones to refuse a deletion. */
const KINDS = {
  rowSets: { table: 'row_set', key: 'row_set_hash', since: 'made_at', named: sql`is_row_set_named(row_set_hash)` },
  rowParts: { table: 'row_part', key: 'part_hash', since: 'made_at', named: sql`is_row_part_named(part_hash)` },
  articleSets: {
    table: 'article_set',
    key: 'article_set_hash',
    since: 'made_at',
    named: sql`is_article_set_named(article_set_hash)`,
  },
  setArticles: {
    table: 'set_article',
    key: 'article_hash',
    since: 'made_at',
    named: sql`is_set_article_named(article_hash)`,
  },
  files: {
    table: 'file',
    key: 'filepath',
    since: 'brought_at',
    named: sql`(is_file_named(filepath, sha256) or is_in_form_draft(sha256))`,
  },
} as const;

interface Kind {
  table: string;
  key: string;
  since: string;
  named: RawBuilder<unknown>;
}

/**
 * Removes what nothing has referred to for long enough, once a day for all servers together. Of files it removes the rows;
 * remove-leaving-files.ts removes their bytes.
 * @param now the time by the database's clock
 * @returns null if another server is doing it, or has done it within the day
 */
export function removeUnnamed(db: Db, now: Date): Promise<Removed | null> {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{
      got: boolean;
    }>`select pg_try_advisory_xact_lock(${LOCKS.cleaning}) as got`.execute(trx);
    const last = await findKept(trx, LAST);
    if (!locks[0]!.got || (last !== undefined && new Date(last) > ago(RETENTION.betweenTwo))) return null;
    // many rows are read, and no request waits for it
    await sql`set local statement_timeout = '5min'`.execute(trx);
    const previews = await trx.deleteFrom('preview').where('at', '<', ago(RETENTION.unnamed)).executeTakeFirst();
    const formDrafts = await removeOldFormDrafts(trx, now);
    const imports = await trx
      .deleteFrom('register_import')
      .where('edition_id', 'is', null)
      .where('changed_at', '<', ago(RETENTION.import))
      .executeTakeFirst();
    const rowSets = await removeOf(trx, KINDS.rowSets, ago(RETENTION.unnamed));
    const rowParts = await removeOf(trx, KINDS.rowParts, ago(RETENTION.unnamed));
    const articleSets = await removeOf(trx, KINDS.articleSets, ago(RETENTION.unnamed));
    const setArticles = await removeOf(trx, KINDS.setArticles, ago(RETENTION.unnamed));
    const files = await removeOf(trx, KINDS.files, ago(RETENTION.unnamed));
    if (files.length > 0)
      await trx
        .insertInto('file_leaving')
        .values(files.map((filepath) => ({ filepath, since: now })))
        .onConflict((conflict) => conflict.column('filepath').doUpdateSet({ since: now }))
        .execute();
    const removed: Removed = {
      previews: Number(previews.numDeletedRows),
      formDrafts,
      imports: Number(imports.numDeletedRows),
      rowSets: rowSets.length,
      rowParts: rowParts.length,
      articleSets: articleSets.length,
      setArticles: setArticles.length,
      files: files.length,
    };
    if (Object.values(removed).some((count) => count > 0))
      await record(trx, CLOCK, 'store.clean', { facts: { ...removed } });
    const isDone = [rowSets, rowParts, articleSets, setArticles, files].every(({ length }) => length < MOST_AT_ONCE);
    if (isDone) await keep(trx, LAST, now.toISOString());
    return removed;
  });
}

/** name in the table `kept` of the time at which any server last did it */
const LAST = 'cleaned';

/**
 * A transaction that begins to refer to a thing locks its row, so locked rows are skipped here. The condition is checked
 * again for the rows that were locked here, because a reference may have been added while the first query ran.
 */
async function removeOf(trx: Transaction<Tables>, { table, key, since, named }: Kind, before: Date): Promise<string[]> {
  const { rows: held } = await sql<{
    name: string;
  }>`select ${sql.ref(key)} as name from ${sql.table(table)} where ${sql.ref(since)} < ${before} and not ${named} order by 1 limit ${MOST_AT_ONCE} for update skip locked`.execute(
    trx,
  );
  if (held.length === 0) return [];
  const { rows } = await sql<{
    name: string;
  }>`delete from ${sql.table(table)} where ${sql.ref(key)} = any(${held.map(({ name }) => name)}) and ${sql.ref(since)} < ${before} and not ${named} returning ${sql.ref(key)} as name`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}
