import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { sha256OfJson } from '../../db/sha256.ts';
import type { LogProblem } from './verify-log.ts';

/** Hash of something before a removal and since. */
export interface HashPair {
  /** 'article 12 opened', 'version 4/2', 'seal 7 audit', 'entry 3', 'row_part …' */
  item: string;
  was: string;
  now: string;
}

/** RE4: proof of the hashes that a removal kept; its audit line holds it, which seals cover. */
export const pairsHash = (pairs: readonly HashPair[]): string =>
  sha256OfJson(
    pairs.map(({ item, was, now }) => [item, was, now]).toSorted((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1)),
  );

/** Act of the audit line that a removal leaves. */
export const REMOVED_ACT = 'edition.removed';

/** A removal that was carried out by its approved edition. */
interface RemovalDone {
  /** its publication */
  no: number;
  editionId: number;
  /** things whose hash was kept */
  items: number;
  files: number;
  at: Date;
  /** exports that were made before and may hold it: moment, account and act, newest first */
  exports: string[];
}

/** exports that are named of one removal */
const MOST_EXPORTS = 50;

/** Removals of a store, as the record proves them. */
export interface Removed {
  list: RemovalDone[];
  problems: LogProblem[];
  /** The hash that stood there before every removal; the given one where none was. */
  was: (item: string, now: string) => string;
  /** files whose bytes are gone, with the publication */
  files: ReadonlyMap<string, number>;
}

/** Removals of a store that has none. */
export const NO_REMOVALS: Pick<Removed, 'was'> = { was: (_item, now) => now };

interface Row {
  edition_id: number;
  no: number;
  at: Date;
  exports: string[];
  is_over: boolean;
  overwritten: unknown;
  isApproved: boolean;
  files: string[];
  facts: { hash?: string; overwritten?: unknown } | null;
}

/**
 * RE4, RE5: the removals of a store. One counts only where its edition stands published and approved by another person,
 * its publication left it, and a line of the record proves the hashes that it kept. @param db a transaction of one snapshot
 */
export async function readRemovedHashes(db: Db): Promise<Removed> {
  const problems: LogProblem[] = [];
  const { rows } = await sql<Row>`
    select done.edition_id, done.no, done.is_over, done.overwritten, publication.at,
      array(select to_char(audit.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || account || ' ' || act from audit
        where act in ('site.export', 'record.export') and outcome = 'done' and audit.at < publication.at
        order by audit.no desc limit ${MOST_EXPORTS}) as exports,
      edition.state = 'published' and edition.published_in = done.no and edition.approved_hash = edition.content_hash
        and not exists (select from edition_step as wrote where wrote.edition_id = done.edition_id
          and wrote.act in ('created', 'saved', 'submitted') and wrote.staff_id = edition.approved_by)
        and exists (select from removal where opened_in = done.no and document = version.changes -> 0 -> 'document') as "isApproved",
      array(select filepath from removed_file where removed_file.edition_id = done.edition_id order by 1) as files,
      (select facts from audit where act = ${REMOVED_ACT} and subject = 'edition:' || done.edition_id order by audit.no limit 1) as facts
    from removal_done as done join edition using (edition_id) join publication on publication.no = done.no
      join edition_version as version on version.edition_id = done.edition_id and version.version = edition.version
    order by done.no`.execute(db);
  const stored = await db.selectFrom('removal_hash').selectAll().execute();
  const byEdition = Map.groupBy(stored, ({ edition_id }) => edition_id);
  const former = new Map<string, Map<string, string>>();
  const files = new Map<string, number>();
  const list: RemovalDone[] = [];
  const wrong = (no: number, message: string): void => void problems.push({ no, code: 'removal-differs', message });
  for (const { edition_id, no, at, exports, is_over, overwritten, isApproved, files: gone, facts } of rows) {
    const pairs = byEdition.get(edition_id) ?? [];
    if (!isApproved || !is_over) {
      wrong(no, `the removal of edition ${edition_id} has no approved edition that publication ${no} made public`);
      continue;
    }
    if (facts?.hash !== pairsHash(pairs) || sha256OfJson(facts.overwritten) !== sha256OfJson([overwritten, gone])) {
      wrong(no, `what the removal of edition ${edition_id} kept is not what its line of the record says`);
      continue;
    }
    for (const { item, was, now } of pairs) {
      const known = former.get(item);
      if (known) known.set(now, was);
      else former.set(item, new Map([[now, was]]));
    }
    for (const filepath of gone) files.set(filepath, no);
    list.push({ no, editionId: edition_id, items: pairs.length, files: gone.length, at, exports });
  }
  const missing = await sql<{ opened_in: number }>`select opened_in from removal
    where opened_in not in (select no from removal_done) order by 1`.execute(db);
  for (const { opened_in } of missing.rows)
    wrong(opened_in, `publication ${opened_in} removed something, and no line says that it was carried out`);
  return {
    list,
    problems,
    files,
    was: (item, now) => {
      const known = former.get(item);
      let hash = now;
      for (let steps = known?.size ?? 0; steps > 0; steps -= 1) hash = known!.get(hash) ?? hash;
      return hash;
    },
  };
}

/** Whether what a name by hash says was changed by a removal, and by nothing else. */
export async function isRemovedFrom(db: Db, item: string, was: string, now: string): Promise<boolean> {
  const pairs = await db.selectFrom('removal_hash').select(['was', 'now']).where('item', '=', item).execute();
  const byNow = new Map(pairs.map((pair) => [pair.now, pair.was]));
  let hash = now;
  for (let steps = pairs.length; steps > 0; steps -= 1) hash = byNow.get(hash) ?? hash;
  return hash === was;
}
