import { sql } from 'kysely';
import { partsOf, subjectsOf } from '#kinds/changes.ts';
import { kindNamed, KIND_NAMES, type Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';
import { record, type Actor } from '../../people/staff/audit.ts';
import { draftHash, type Draft } from './draft-changes.ts';
import { addStep, addVersion, getDraft, type EditionRow } from '../edition-row.ts';
import { OPEN_STATES, outdatedIn } from './outdated.ts';
import { newestPublication, publicRevisions } from '../publish/public-revisions.ts';

/** in whose name an edition goes on by itself */
const PROGRAM: Actor = { staffId: null, account: '', address: '' };

const WORDS = {
  rebased: '公开的内容已有变化，稿件新增的行已接在现在公开的内容之后',
  changed: '公开的内容在审核后已有变化，稿件新增的行已接在其后，须重新审核。与审核时的差别见“差异”',
  outdated: '公开的内容在审核后已有变化，稿件不能按审核时的样子发布',
  returned: '公开的内容已有变化，请点“修改”，与其核对、合并后保存，再提交审核',
};

/** kinds of which a draft may go on from what is public since */
const rebasedKinds = (): string[] =>
  KIND_NAMES.filter((name) => storeOf({ kind: kindNamed(name)!.name }).compare?.rebased);

/**
 * OA2, ED11: after publications, open drafts that only add lines go on from the public setting. An approval ends whose
 * version cannot be published any more as it was approved. One that fails holds up no other.
 * @throws the last failure, when all were looked at
 */
async function settleEditions(db: Db): Promise<void> {
  const concerned = await db
    .selectFrom('edition')
    .select('edition_id')
    .where((is) =>
      is.or([
        is('state', '=', 'approved'),
        is.and([
          is('state', 'in', ['draft', 'in-review', 'returned']),
          sql<boolean>`exists (select from jsonb_object_keys(base) as subject where split_part(subject, ':', 1) = any(${rebasedKinds()}::text[]))`,
        ]),
      ]),
    )
    .orderBy('edition_id')
    .execute();
  const failures: unknown[] = [];
  for (const { edition_id } of concerned)
    await settleEdition(db, edition_id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures.at(-1);
}

/** The same each time something was published, of any server; what was published before this one began counts, too. */
export function settleAfterPublications(): (context: { db: Db }) => Promise<number> {
  let settled = -1;
  return async ({ db }) => {
    const newest = await newestPublication(db);
    if (newest !== settled) await settleEditions(db);
    settled = newest;
    return 0;
  };
}

/** The same of one edition, once nobody else has it. */
export const settleEdition = (db: Db, editionId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('edition')
      .selectAll()
      .where('edition_id', '=', editionId)
      .where('state', 'in', OPEN_STATES)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const draft = await getDraft(trx, editionId, row.version);
    const subjects = await outdatedIn(trx, row, draft.changes);
    if (subjects.length === 0) return;
    const changes = await rebasedChanges(trx, row, draft.changes, subjects);
    if (changes) await rebase(trx, row, { title: draft.title, changes }, await publicRevisions(trx, subjects));
    else if (row.state === 'approved') await returnToWriter(trx, row);
  });

/** The changes over what is public now; undefined where one of those does more than add lines, or is part of a plan. */
async function rebasedChanges(
  trx: Db,
  { base }: EditionRow,
  changes: readonly Change[],
  subjects: readonly string[],
): Promise<Change[] | undefined> {
  if (changes.some(({ plan }) => plan)) return undefined;
  const own = subjectsOf(changes);
  const rebased = [...changes];
  for (const subject of subjects) {
    const at = own.indexOf(subject);
    const [parts, change] = [partsOf(subject), changes[at]];
    if (!parts || !change || change.withdraw) return undefined;
    const { since, rebased: over } = storeOf(parts).compare ?? {};
    const sides = since && (await since(trx, parts.id, base[subject] ?? ''));
    const document = sides && over?.(parts.id, { ...sides, mine: change.document as never });
    if (document === undefined) return undefined;
    rebased[at] = { ...change, document } as Change;
  }
  return rebased;
}

/**
 * A new version of an open edition in the program's name. An approval ends.
 * @param words why, for its history
 */
export async function rebase(
  trx: Db,
  row: EditionRow,
  draft: Draft,
  revisions: Record<string, string>,
  words: { rebased: string; changed: string } = WORDS,
): Promise<void> {
  const { edition_id } = row;
  const hash = draftHash(draft);
  const base = { ...row.base, ...revisions };
  // all that others published stands in it already: what was approved is what it was
  if (hash === row.content_hash) {
    await trx.updateTable('edition').set({ base }).where('edition_id', '=', edition_id).execute();
    // the base is covered by its line (RC8)
    return record(trx, PROGRAM, 'edition.rebased', {
      subject: `edition:${edition_id}`,
      facts: { version: row.version },
    });
  }
  const isApproved = row.state === 'approved';
  const made = { edition_id, version: row.version + 1, content_hash: hash };
  const at = new Date();
  await addVersion(trx, PROGRAM, { editionId: edition_id, version: made.version, draft, hash, at });
  await trx
    .updateTable('edition')
    .set({
      ...(isApproved && { state: 'in-review', approved_hash: null, approved_by: null, publish_at: null }),
      version: made.version,
      content_hash: hash,
      base,
      changed_at: at,
    })
    .where('edition_id', '=', edition_id)
    .execute();
  await addStep(trx, PROGRAM, made, 'rebased', words.rebased);
  if (isApproved) await addStep(trx, PROGRAM, made, 'approval-ended', words.changed);
}

/** Gives an edition back to its writers, who have to compare it with what is public. */
async function returnToWriter(trx: Db, row: EditionRow): Promise<void> {
  await trx
    .updateTable('edition')
    .set({ state: 'returned', approved_hash: null, approved_by: null, publish_at: null, changed_at: new Date() })
    .where('edition_id', '=', row.edition_id)
    .execute();
  await addStep(trx, PROGRAM, row, 'approval-ended', WORDS.outdated);
  await addStep(trx, PROGRAM, row, 'returned', WORDS.returned);
}
