import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import {
  closedProof,
  contentHash,
  DATED,
  entryHash,
  LOG_HEAD,
  openedProof,
  type Entry,
} from '#server/store/publication/publication-log.ts';
import { draftHash } from '#server/editions/draft/draft-changes.ts';
import { lineHasher, LINE_TABLES, readEndedGrants, readLines } from '#server/record/lines.ts';
import { BOUND, endedHash, sealedHash, sealHash, type Seal, type SealedHashes } from '#server/record/seal.ts';

type Db = Database['db'];

/** One row of a table, chosen by $seed. */
const some = (table: string, where = 'true') =>
  `ctid = (select ctid from ${table} where ${where} order by md5(ctid::text || $seed) limit 1)`;
const otherText = `md5(random()::text)`;

/**
 * Tamperings of somebody with all rights on the database, by name; SQL, in which $seed picks the row. Those of stored
 * files are in `fileTamperings`.
 */
export const tamperings: Readonly<Record<string, string>> = {
  'an audit line of another account': `update audit set account = ${otherText} where ${some('audit')}`,
  'an audit line of another act': `update audit set act = 'session.begin.x' where ${some('audit')}`,
  'an audit line about another subject': `update audit set subject = 'staff:999' where ${some('audit')}`,
  'an audit line with another outcome': `update audit set outcome = case outcome when 'done' then 'refused' else 'done' end where ${some('audit')}`,
  'an audit line with other facts': `update audit set facts = facts || '{"note": "x"}' where ${some('audit')}`,
  'an audit line from another address': `update audit set address = '203.0.113.9' where ${some('audit')}`,
  'an audit line of another moment': `update audit set at = at - interval '1 microsecond' where ${some('audit')}`,
  'a removed audit line': `delete from audit where ${some('audit')}`,
  'the newest audit lines removed': `delete from audit where no > (select max(no) - 3 from audit)`,
  'an audit line put into the past': `insert into audit (no, at, account, act, outcome) overriding system value
    select max(no) + 1, min(at) - interval '1 day', 'x', 'session.begin', 'done' from audit`,
  'another approver of a step': `update edition_step set staff_id = (select max(staff_id) from staff where staff_id <> edition_step.staff_id) where ${some('edition_step', "act = 'approved'")}`,
  'a step of another moment': `update edition_step set at = at - interval '1 hour' where ${some('edition_step')}`,
  'a step with another note': `update edition_step set note = note || '。' where ${some('edition_step')}`,
  'a removed step': `delete from edition_step where ${some('edition_step')}`,
  'an added approval': `insert into edition_step (step_id, edition_id, at, staff_id, act, version, content_hash) overriding system value
    select (select max(step_id) + 1 from edition_step), edition_id, at, staff_id, 'approved', version, content_hash from edition_step where ${some('edition_step', "act = 'created' and edition_id in (select edition_id from edition where state = 'draft')")}`,
  'another title of a version': `update edition_version set title = title || '（改）' where ${some('edition_version')}`,
  'another writer of a version': `update edition_version set staff_id = (select max(staff_id) from staff where staff_id <> edition_version.staff_id) where ${some('edition_version')}`,
  'another moment of a version': `update edition_version set at = at - interval '1 day' where ${some('edition_version')}`,
  'another content of a version': `update edition_version set changes = changes || '[{"kind": "setting", "id": "x", "document": 1}]' where ${some('edition_version')}`,
  'a removed version': `delete from edition_version where ${some('edition_version', 'version > 1')}`,
  'another title of an edition': `update edition set title = title || '（改）' where ${some('edition')}`,
  'another title of an edition and its versions': `with one as (select edition_id from edition where ${some('edition')}), named as (update edition set title = '改' from one where edition.edition_id = one.edition_id)
    update edition_version set title = '改' from one where edition_version.edition_id = one.edition_id`,
  'another approver of an edition': `update edition set approved_by = (select max(staff_id) from staff where staff_id <> edition.approved_by) where ${some('edition', 'approved_by is not null')}`,
  'a draft that was approved': `update edition set state = 'approved', approved_hash = content_hash, approved_by = (select max(staff_id) from staff) where ${some('edition', "state = 'draft'")}`,
  'editions that exchange their publications': `with pair as (select array_agg(edition_id order by md5(edition_id::text || $seed)) as ids, array_agg(published_in order by md5(edition_id::text || $seed)) as nos from edition where published_in is not null)
    update edition set published_in = case when edition_id = ids[1] then nos[2] else nos[1] end from pair where edition_id in (ids[1], ids[2])`,
  'an emergency that needed no review': `update edition set review_due = review_due + interval '1 year' where ${some('edition', 'review_due is not null')}`,
  'an emergency that was reviewed': `update edition set reviewed_at = now() where ${some('edition', 'review_due is not null and reviewed_at is null')}`,
  'a removed edition': `delete from edition where ${some('edition', 'published_in is null')}`,
  'a seal whose roles are no list': `update record_seal set ended_grants = '5' where ${some('record_seal')}`,
  'another role': `update staff_grant set role = case role when 'auditor' then 'editor' else 'auditor' end, channel_id = 'x' where ${some('staff_grant')}`,
  'a role given earlier': `update staff_grant set granted_at = granted_at - interval '1 day' where ${some('staff_grant')}`,
  'a role of another person': `update staff_grant set staff_id = (select max(staff_id) from staff where staff_id <> staff_grant.staff_id), channel_id = 'y' where ${some('staff_grant')}`,
  'a removed role': `delete from staff_grant where ${some('staff_grant')}`,
  'a role that ended later': `update staff_grant set ended_at = ended_at + interval '1 hour' where ${some('staff_grant', 'ended_at is not null')}`,
  'a role that never ended': `update staff_grant set ended_at = null, channel_id = 'z' where ${some('staff_grant', 'ended_at is not null')}`,
  'a role put into the past': `insert into staff_grant (staff_id, role, channel_id, granted_at) select min(staff_id), 'system-admin', 'w', now() - interval '1 year' from staff`,
  'a role that ended long ago': `update staff_grant set ended_at = granted_at - interval '1 day' where ${some('staff_grant', 'ended_at is null')}`,
  'a register that is derived otherwise': `update register_row set search = '{}', pieces = '{}'; update register_derived set form = 'x'`,
  'a publication written by another': `update publication set written_by = written_by || '丙' where ${some('publication')}`,
  'a publication approved by another': `update publication set approved_by = '丙' where ${some('publication')}`,
  'another title of a publication': `update publication set title = title || '。' where ${some('publication')}`,
  'the newest publication cut off': `update edition set published_in = null, state = 'approved' where published_in = (select max(no) from publication); delete from public_row_set where no = (select max(no) from publication);
    ${Object.keys(DATED)
      .map(
        (table) =>
          `delete from ${table} where opened_in = (select max(no) from publication); update ${table} set closed_in = null, public_to = null where closed_in = (select max(no) from publication)`,
      )
      .join('; ')};
    update record_seal set publication_no = publication_no - 1 where publication_no = (select max(no) from publication); delete from publication where no = (select max(no) from publication)`,
  'an edited article': `update article set title = title || '。' where ${some('article')}`,
  'an edited channel': `update channel set name = name || '。' where ${some('channel')}`,
  'why a channel ends, before it does': `update channel set closed_reason = '停用' where ${some('channel', 'public_to is null')}`,
  'an edited setting': `update setting set value = '"x"' where ${some('setting')}`,
  'an edited cell': `update register_row set data = jsonb_set(data, '{name}', to_jsonb(${otherText})) where ${some('register_row')}`,
  'a removed row': `delete from register_row where ${some('register_row')}`,
  'a file under another name': `update file_use set filename = 'x.txt' where ${some('file_use')}`,
  'an article that was never withdrawn': `update article set public_to = null, closed_in = null, closed_reason = null, closed_successor = null, article_id = article_id + 1000 where ${some('article', 'public_to is not null')}`,
  'a row that was closed earlier': `update register_row set closed_in = opened_in, public_to = public_from where ${some('register_row', 'public_to is null')}`,
  'what a search finds of a row': `update register_row set search = '{"name": "x"}' where ${some('register_row')}`,
  'what a search asks of a row': `update register_row set pieces = pieces[2:] where ${some('register_row', 'cardinality(pieces) > 0')}`,
  'what a search finds of an article': `update article_search set body = body || 'x' where ${some('article_search')}`,
  'what a search asks of an article': `update article_search set pieces = array['x'] where ${some('article_search')}`,
  'an article that a search misses': `delete from article_search where ${some('article_search')}`,
  'what a file says': `update file_text set text = text || 'x', body = body || 'x' where ${some('file_text')}`,
  'the newest seals cut off': `delete from record_seal where no > (select max(no) - 2 from record_seal)`,
  'all seals removed': `delete from record_seal`,
  'a seal of another moment': `update record_seal set at = at - interval '1 day' where ${some('record_seal')}`,
};

/** Versions whose words changed get their hash in all places, as somebody who knows the program would write it. */
async function repairVersions(db: Db): Promise<void> {
  const versions = await db.selectFrom('edition_version').selectAll().execute();
  for (const { edition_id, version, title, changes, content_hash } of versions) {
    const hash = draftHash({ title, changes });
    if (hash === content_hash) continue;
    const condition = sql`edition_id = ${edition_id} and content_hash = ${content_hash}`;
    await sql`update edition_version set content_hash = ${hash} where ${condition} and version = ${version}`.execute(
      db,
    );
    await sql`update edition_step set content_hash = ${hash} where ${condition}`.execute(db);
    await sql`update edition set approved_hash = case when approved_hash = content_hash then ${hash} else approved_hash end, content_hash = ${hash} where ${condition}`.execute(
      db,
    );
  }
}

async function rechainLog(db: Db): Promise<void> {
  const proofs = new Map<number, string[]>();
  const add = (no: number, proof: string) => proofs.set(no, [...(proofs.get(no) ?? []), proof]);
  for (const table of Object.keys(DATED)) {
    const { rows } = await sql<
      Record<string, unknown> & { opened_in: number; closed_in: number | null }
    >`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows) {
      add(row.opened_in, openedProof(table, row));
      if (row.closed_in !== null) add(row.closed_in, closedProof(table, row));
    }
  }
  let previous: Entry | undefined;
  for (const entry of await db.selectFrom('publication').selectAll().orderBy('no').execute()) {
    const next: Omit<Entry, 'hash'> = {
      ...entry,
      content_hash: contentHash(proofs.get(entry.no) ?? []),
      previous_hash: previous?.hash ?? '',
    };
    previous = { ...next, hash: entryHash(next) };
    await db.updateTable('publication').set(previous).where('no', '=', entry.no).execute();
  }
  const value = previous ? `${previous.no} ${previous.hash}` : '';
  await db.updateTable('kept').set({ value }).where('name', '=', LOG_HEAD).execute();
}

async function rechainSeals(db: Db): Promise<void> {
  const ended = await readEndedGrants(db);
  let previous: Seal | undefined;
  for (const seal of await db.selectFrom('record_seal').selectAll().orderBy('no').execute()) {
    const hashes = {
      ended: endedHash(Array.isArray(seal.ended_grants) ? seal.ended_grants : [], ended),
    } as SealedHashes;
    for (const table of LINE_TABLES) {
      const hasher = lineHasher();
      const to = seal[BOUND[table]] ?? 0;
      for await (const { said: condition } of readLines(db, table, previous?.[BOUND[table]] ?? 0, to))
        hasher.add(condition);
      hashes[table] = hasher.digest();
    }
    const entry = await db
      .selectFrom('publication')
      .select('hash')
      .where('no', '=', seal.publication_no ?? 0)
      .executeTakeFirst();
    const next = {
      ...seal,
      publication_hash: entry?.hash ?? '',
      content_hash: sealedHash(hashes),
      previous_hash: previous?.hash ?? '',
    };
    previous = { ...next, hash: sealHash(next) };
    const { publication_hash, content_hash, previous_hash, hash } = previous;
    await db
      .updateTable('record_seal')
      .set({ publication_hash, content_hash, previous_hash, hash })
      .where('no', '=', seal.no)
      .execute();
  }
}

/**
 * Tampers with the store as its owner, and recomputes every hash that the store holds.
 * @param owner connections as the owner, with triggers off @returns rows that the tampering itself changed
 */
export async function tamper(owner: Db, statements: string, seed: string): Promise<number> {
  let changed = 0;
  for (const statement of statements.replaceAll('$seed', `'${seed}'`).split(';')) {
    const { numAffectedRows = 0n } = await sql.raw(statement).execute(owner);
    changed += Number(numAffectedRows);
  }
  await repairVersions(owner);
  await rechainLog(owner);
  await rechainSeals(owner);
  return changed;
}
