import { sql, type Transaction } from 'kysely';
import { subjectsOf, writtenOf } from '#kinds/changes.ts';
import { removal as removalKind } from '#kinds/removal/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { isSameName } from '#rules/people/person-name.ts';
import { actingName } from '#rules/people/substitutions.ts';
import type { PlannedEdition } from '#wire/edition-answers.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { NewPublication, Published } from '../../store/publication/new-publication.ts';
import { publish } from '../../store/publication/publish.ts';
import { inspector, invalidEdition, pageProblems, problemsOf, type PublishContext } from '../review/check-edition.ts';
import { doublesAmong } from '../draft/doubles.ts';
import { getDraft, NAMES_INSTEAD, storedHash, type EditionRow } from '../edition-row.ts';
import { othersIn } from '../draft/outdated.ts';
import { assertTurn, findBefore } from '../draft/plan.ts';
import { carryOutRemoval } from './carry-out-removal.ts';
import { newestPublication, publicRevisions } from './public-revisions.ts';
import { withRows } from '../draft/with-rows.ts';

export interface CommitSteps {
  claimed: (trx: Transaction<Tables>) => Promise<void>;
  done: (trx: Transaction<Tables>, published: Published) => Promise<void>;
  /** true: refused if something that it changes was published by others since it was begun */
  onBase: boolean;
  /** ED7: what of it is published, where that is a part; absent: all of it */
  part?: Pick<NewPublication, 'title' | 'changes' | 'newIds'> & {
    /** BE8: of what articles of it replace, the revisions by subject */
    base: Record<string, string>;
  };
}

/** Publishes what an edition says, in one transaction with what its step does to it. */
export async function commit(
  publishContext: PublishContext,
  row: EditionRow,
  names: { writtenBy: string; approvedBy: string },
  { claimed, done, onBase, part }: CommitSteps,
): Promise<Published> {
  const draft = await getDraft(publishContext.db, row.edition_id, row.version);
  if ((await storedHash(publishContext.db, row.edition_id, row.version)) !== row.content_hash)
    throw new Refused('editionState', '稿件内容与审核时的校验值不符，不能发布，请联系系统管理员');
  const before = onBase ? await findBefore(publishContext.db, row.edition_id, draft.changes) : [];
  assertTurn(before);
  const itsChanges = part?.changes ?? draft.changes;
  const pages = await pageProblems(publishContext, itsChanges);
  if (pages.length > 0) throw invalidEdition(pages);
  const inspect = inspector(publishContext, itsChanges, part ? undefined : row.edition_id);
  const subjects = [...(onBase ? subjectsOf(draft.changes) : []), ...Object.keys(part?.base ?? {})];
  const base = { ...row.base, ...part?.base };
  let begun = { newest: 0, revisions: {} as Record<string, string> };
  const run = (given: Pick<NewPublication, 'title' | 'changes' | 'newIds'>) =>
    publish(
      publishContext,
      { ...given, ...names },
      {
        before: async (trx) => {
          await claimed(trx);
          // the number is read first, so that a publication between the two reads is noticed
          begun = { newest: await newestPublication(trx), revisions: await publicRevisions(trx, subjects) };
        },
        inspect: async (trx, made) => {
          const { no } = made;
          // finding what this publication closed is slow, so it is done only if another publication came in between
          assertBase(
            base,
            no === begun.newest + 1 ? begun.revisions : await publicRevisions(trx, subjects, no),
            before,
          );
          // BE8: published since its step was put together, which leaves it out the next time
          if (part && (await doublesAmong(trx, row.edition_id, itsChanges, no)).length > 0)
            throw new Refused('editionOutdated');
          return inspect(trx, made);
        },
        after: async (trx, made) => {
          for (const change of itsChanges)
            if (!change.withdraw) await storeOf(change).published?.(trx, made.no, change.document);
          const [removal] = writtenOf(removalKind, itsChanges);
          if (removal)
            await carryOutRemoval(trx, {
              editionId: row.edition_id,
              pagesDir: publishContext.pagesDir,
              document: removal.document,
            });
          await done(trx, made);
        },
      },
    );
  const { title, newIds } = part ?? { title: draft.title };
  return withRows(publishContext.db, itsChanges, (changes) => run({ title, changes, ...(newIds && { newIds }) })).catch(
    (error: unknown) => {
      throw invalidEdition(problemsOf(error));
    },
  );
}

/** time that a person waits for somebody or something else that has the row, as a program that settles drafts (ED11) */
const PATIENCE = '3s';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Locks the edition's row, if it is still as it was read, until the publication is done. Another person who publishes it
 * meanwhile is refused; the clock passes over it.
 */
export async function claim(
  trx: Transaction<Tables>,
  { edition_id, version, state, content_hash }: EditionRow,
  dueBy?: Date,
): Promise<void> {
  let query = trx
    .selectFrom('edition')
    .select('edition_id')
    .where('edition_id', '=', edition_id)
    .where('version', '=', version)
    .where('state', '=', state)
    .where('content_hash', '=', content_hash);
  if (dueBy) query = query.where('publish_at', '<=', dueBy);
  if (state === 'approved')
    query = query
      .where('approved_hash', '=', content_hash)
      .where('approved_by', 'in', trx.selectFrom('staff').select('staff_id').where('state', '=', 'active'));
  const locked = await (dueBy ? query.forUpdate().skipLocked().executeTakeFirst() : waited(trx, query.forUpdate()));
  if (!locked) throw new Refused('editionConflict', '稿件刚刚被他人处理，请刷新后再试');
}

/** @returns undefined where the row is another, or had to be waited for too long: the transaction is over then */
async function waited<T>(
  trx: Transaction<Tables>,
  query: { executeTakeFirst: () => Promise<T> },
): Promise<T | undefined> {
  await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(trx);
  const row = await query.executeTakeFirst().catch((error: unknown) => {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return undefined;
    throw error;
  });
  if (row) await sql`set local lock_timeout = default`.execute(trx);
  return row;
}

/** @param revisions of what was public before this publication @param before what its plan made public was known */
function assertBase(
  base: Record<string, string>,
  revisions: Record<string, string>,
  before: readonly PlannedEdition[],
): void {
  const subjects = othersIn(revisions, base, before);
  if (subjects.length > 0) throw new Refused('editionOutdated', undefined, { subjects });
}

/** Names of an edition's writers and approvers, for the log. */
export async function namesOfApproved(
  db: Db,
  contributors: readonly number[],
  { edition_id, approved_by }: EditionRow,
): Promise<{ writtenBy: string; approvedBy: string }> {
  const people = await namesOf(db, [...contributors, approved_by!]);
  return {
    writtenBy: contributors.map((id) => people.get(id)!).join('、'),
    approvedBy: actingName(people.get(approved_by!)!, await absentAtApproval(db, edition_id)),
  };
}

/** SI4: names of those in whose place the newest approval was given. */
async function absentAtApproval(db: Db, editionId: number): Promise<string[]> {
  const approval = await db
    .selectFrom('edition_step')
    .select(NAMES_INSTEAD)
    .where('edition_id', '=', editionId)
    .where('act', '=', 'approved')
    .orderBy('step_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return approval?.absent ?? [];
}

/** Names of people for the log; those who share a name get their account, too, so that author and approver can be told apart. */
export async function namesOf(db: Db, staffIds: readonly number[]): Promise<Map<number, string>> {
  const people = await db
    .selectFrom('staff')
    .select(['staff_id', 'name', 'account'])
    .where('staff_id', 'in', [...staffIds])
    .execute();
  return new Map(
    people.map(({ staff_id, name, account }) => [
      staff_id,
      people.some((other) => other.staff_id !== staff_id && isSameName(other.name, name))
        ? `${name}（${account}）`
        : name,
    ]),
  );
}
