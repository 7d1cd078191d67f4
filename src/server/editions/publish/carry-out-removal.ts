import { sql } from 'kysely';
import type { Removal } from '#kinds/removal/index.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { LOCKS } from '../../db/locks.ts';
import { sha256OfJson } from '../../db/sha256.ts';
import type { Db } from '../../db/tables.ts';
import { draftHash } from '../draft/draft-changes.ts';
import { rebase } from '../draft/rebase-edition.ts';
import { OPEN_STATES } from '../draft/outdated.ts';
import { getDraft } from '../edition-row.ts';
import { record, type Actor } from '../../people/staff/audit.ts';
import { createCurrentPages } from '../../site/current-pages.ts';
import { indexArticles } from '../../store/articles/article-index.ts';
import { listPageEditions } from '../../store/documents/list-page-editions.ts';
import { findRemovedRows, readRemoved, type FoundRow } from '../../store/publication/find-removed.ts';
import { closedProof, DATED, entryHash, openedProof, type Entry } from '../../store/publication/publication-log.ts';
import { pairsHash, REMOVED_ACT, type HashPair } from '../../store/publication/removed-hashes.ts';
import { deriveRegisterIn } from '../../store/rows/register-derived.ts';
import { sealedLines } from '../../record/verify-seals.ts';

/** The one in whose name the removal goes on by itself: two persons decided before. */
const PROGRAM: Actor = { staffId: null, account: '', address: '' };

const WORDS = {
  rebased: '稿件中不应公开的内容已按规定移除',
  changed: '稿件在审核后有内容按规定移除，须重新审核',
};

type LineTable = Parameters<typeof sealedLines>[1];

/** Tables whose change changes lines that seals cover. */
const SEALED: Readonly<Record<string, readonly LineTable[]>> = {
  audit: ['audit'],
  edition_step: ['edition_step'],
  edition_version: ['edition_step'],
  edition: ['publication'],
  publication: ['publication'],
};

/** Covered rows with texts (RC8): the line of the record says how a removal leaves them. */
const MARKED: Readonly<Record<string, string>> = { delivery: 'delivery', edition_remark: 'remark' };

/**
 * RE1 to RE4: carries out the removal of an approved edition, in the transaction of its publication. The function of the
 * tables' owner overwrites; what is hashed is hashed before and after, what is derived is derived again, and open
 * editions go on without what was taken. @param trx it holds the log
 */
export async function carryOutRemoval(
  trx: Db,
  { editionId, pagesDir, document }: { editionId: number; pagesDir: string; document: Removal },
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  // no seal is made of lines that are half of before and half of after
  await sql`select pg_advisory_xact_lock_shared(${LOCKS.record})`.execute(trx);
  const taken = await readRemoved(trx, document);
  const rows = taken === null ? [] : await findRemovedRows(trx, taken);
  const before = await hashesOf(trx, rows);
  const { rows: done } = await sql<{ overwritten: Record<string, number> }>`
    select remove_published(${editionId}) as overwritten`.execute(trx);
  const after = await hashesOf(trx, rows);
  const pairs: HashPair[] = [...before].flatMap(([item, was]) => {
    const now = after.get(item)!;
    return now === was ? [] : [{ item, was, now }];
  });
  for (let from = 0; from < pairs.length; from += 1_000)
    await trx
      .insertInto('removal_hash')
      .values(pairs.slice(from, from + 1_000).map((pair) => ({ ...pair, edition_id: editionId })))
      .execute();
  const { rows: files } = await sql<{ filepath: string }>`
    select filepath from removed_file where edition_id = ${editionId} order by 1`.execute(trx);
  const gone = files.map(({ filepath }) => filepath);
  await deriveAnew(trx, rows, gone, pagesDir);
  await settleOpen(trx, rows);
  await record(trx, PROGRAM, REMOVED_ACT, {
    subject: `edition:${editionId}`,
    facts: { hash: pairsHash(pairs), overwritten: [done[0]!.overwritten, gone] },
    also: rows.flatMap(({ table, key }) => (MARKED[table] === undefined ? [] : [`${MARKED[table]}:${key}`])),
  });
}

const keysOf = (rows: readonly FoundRow[], table: string): string[] =>
  rows.flatMap((row) => (row.table === table ? [row.key] : []));

/** Proofs of the rows, and of the seals over the lines among them, by name. */
async function hashesOf(trx: Db, rows: readonly FoundRow[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const table of Object.keys(DATED)) {
    const keys = keysOf(rows, table);
    if (keys.length === 0) continue;
    const { rows: stored } = await sql<Record<string, unknown> & { row_id: number; closed_in: number | null }>`
      select * from ${sql.table(table)} where row_id = any(${keys}::bigint[])`.execute(trx);
    for (const row of stored) {
      hashes.set(`${table} ${row.row_id} opened`, openedProof(table, row));
      if (row.closed_in !== null) hashes.set(`${table} ${row.row_id} closed`, closedProof(table, row));
    }
  }
  for (const key of keysOf(rows, 'edition_version')) {
    const [editionId, version] = key.split('/').map(Number);
    const stored = await trx
      .selectFrom('edition_version')
      .select(['title', 'changes'])
      .where('edition_id', '=', editionId!)
      .where('version', '=', version!)
      .executeTakeFirstOrThrow();
    hashes.set(`version ${key}`, draftHash(stored));
  }
  for (const [table, key, column] of [
    ['row_part', 'part_hash', 'rows'],
    ['set_article', 'article_hash', 'said'],
  ] as const)
    for (const name of keysOf(rows, table)) {
      const { rows: stored } = await sql<{ said: unknown }>`
        select ${sql.ref(column)} as said from ${sql.table(table)} where ${sql.ref(key)} = ${name}`.execute(trx);
      hashes.set(`${table} ${name}`, sha256OfJson(stored[0]!.said));
    }
  for (const no of keysOf(rows, 'publication')) {
    const entry: Entry = await trx
      .selectFrom('publication')
      .selectAll()
      .where('no', '=', Number(no))
      .executeTakeFirstOrThrow();
    hashes.set(`entry ${no}`, entryHash(entry));
  }
  const lines = new Set(rows.flatMap(({ table }) => SEALED[table] ?? []));
  for (const table of lines) for (const [item, hash] of await sealedLines(trx, table)) hashes.set(item, hash);
  return hashes;
}

/** RE6: searches, and the sets from which drafts begin, are made anew of what is left. */
async function deriveAnew(
  trx: Db,
  rows: readonly FoundRow[],
  files: readonly string[],
  pagesDir: string,
): Promise<void> {
  await sql`delete from article_search where row_id = any(${keysOf(rows, 'article')}::bigint[])
    or row_id in (select row_id from article_search where filepath = any(${[...files]}::text[]))`.execute(trx);
  await indexArticles(trx);
  const { rows: touched } = await sql<{ register: string }>`
    select distinct register from register_row where row_id = any(${keysOf(rows, 'register_row')}::bigint[])`.execute(
    trx,
  );
  const parts = keysOf(rows, 'row_part');
  const registers = touched.map(({ register }) => register);
  await sql`delete from public_row_set where register = any(${registers}::text[])
    or row_set_hash in (select row_set_hash from row_set where parts && ${parts}::text[])`.execute(trx);
  if (registers.length === 0) return;
  // a register without a definition is searched by nobody, and nothing is derived of it
  await sql`update register_row set search = '{}', pieces = '{}'
    where row_id = any(${keysOf(rows, 'register_row')}::bigint[])`.execute(trx);
  const pages = await createCurrentPages(trx, pagesDir, () => {}).load({
    editions: await listPageEditions(trx, 'now'),
    previous: undefined,
  });
  for (const register of registers) {
    const definition = pages.registers[register];
    if (definition) await deriveRegisterIn(trx, definition);
  }
}

/** Open editions get a version of what is left, which their hash proves; an approval ends. */
async function settleOpen(trx: Db, rows: readonly FoundRow[]): Promise<void> {
  const ids = [...new Set(keysOf(rows, 'edition_version').map((key) => Number(key.split('/')[0])))];
  if (ids.length === 0) return;
  const open = await trx
    .selectFrom('edition')
    .selectAll()
    .where('edition_id', 'in', ids)
    .where('state', 'in', OPEN_STATES)
    .execute();
  for (const row of open) {
    const { title, changes } = await getDraft(trx, row.edition_id, row.version);
    if (draftHash({ title, changes: JSON.parse(canonicalJson(changes)) }) !== row.content_hash)
      await rebase(trx, row, { title, changes }, {}, WORDS);
  }
}
