import { sql, type Transaction } from 'kysely';
import { emergencyReasonProblem } from '#rules/edition-steps.ts';
import { isSameName } from '#rules/person-name.ts';
import type { PlannedEdition } from '#wire/edition-answers.ts';
import type { Published } from '../store/new-publication.ts';
import { publish } from '../store/publish.ts';
import type { Db, Tables } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { Actor } from '../people/staff/audit.ts';
import { assertOpened } from '../people/staff/opening.ts';
import { inspector, pageProblems, problemsOf, invalidEdition, type PublishContext } from './check-edition.ts';
import { withRows } from './with-rows.ts';
import { isLarge } from './draft-changes.ts';
import {
  addStep,
  assertMay,
  getDraft,
  getEdition,
  noteOf,
  recordingOwn,
  storedHash,
  type StepInput,
  type EditionRow,
} from './edition-row.ts';
import { assertApproverActive } from './review-edition.ts';
import { assertTurn, findBefore } from './plan.ts';
import { storeOf } from '#kinds/stores.ts';
import { subjectsOf } from '#kinds/changes.ts';
import { newestPublication, publicRevisions } from './public-revisions.ts';

/** hours within which a second person has to review an emergency publication */
const REVIEW_HOURS = 24;

/**
 * Publishes an approved edition. Publication and state change in one transaction; of two people who publish it at once
 * the second gets editionConflict.
 * @throws Refused notOpened, editionState, editionConflict, approvalEnded, editionOutdated, invalidEdition
 */
export async function publishEdition(
  publishContext: PublishContext,
  actor: Actor,
  input: StepInput,
  { dueBy }: { dueBy?: Date } = {},
): Promise<Published> {
  await assertOpened(publishContext.db);
  const row = await getEdition(publishContext.db, input.editionId);
  const { contributors } = await assertMay(publishContext.db, row, 'publish', input.version, actor.staffId);
  await assertApproverActive(publishContext.db, actor, row);
  if (publishContext.runInWorker && (await isLargeEdition(publishContext.db, row)))
    return publishContext.runInWorker('publish', { actor, input, ...(dueBy && { dueBy }) });
  const people = await namesOf(publishContext.db, [...contributors, row.approved_by!]);
  const names = {
    writtenBy: contributors.map((id) => people.get(id)!).join('、'),
    approvedBy: people.get(row.approved_by!)!,
  };
  return commit(publishContext, row, names, {
    claimed: (trx) => claim(trx, row, dueBy),
    done: async (trx, { no }) => {
      await trx
        .updateTable('edition')
        .set({ state: 'published', published_in: no, publish_at: null, changed_at: new Date() })
        .where('edition_id', '=', row.edition_id)
        .execute();
      await addStep(trx, actor, row, 'published', `第 ${no} 号发布`);
    },
    onBase: true,
  });
}

/**
 * ST2: publishes an edition without approval, for a reason that is recorded, by somebody who did not write it. The log names the person and says that it was not
 * approved; a second person has to confirm it within a day, and until then the edition is marked.
 * @throws Refused invalidInput, notOpened, ownEdition, editionState, editionConflict, invalidEdition
 */
export async function emergencyPublish(
  publishContext: PublishContext,
  actor: Actor,
  input: StepInput & { note?: string },
): Promise<Published> {
  const wrong = emergencyReasonProblem(input.note ?? '');
  const reason = noteOf(wrong === null ? input.note : '', wrong ?? '');
  await assertOpened(publishContext.db);
  const row = await getEdition(publishContext.db, input.editionId);
  const { contributors } = await recordingOwn(publishContext.db, actor, 'emergency', input, () =>
    assertMay(publishContext.db, row, 'emergency', input.version, actor.staffId),
  );
  if (publishContext.runInWorker && (await isLargeEdition(publishContext.db, row)))
    return publishContext.runInWorker('emergency', { actor, input });
  const people = await namesOf(publishContext.db, [...contributors, actor.staffId!]);
  const names = {
    writtenBy: contributors.map((id) => people.get(id)!).join('、'),
    approvedBy: `紧急发布：${people.get(actor.staffId!)!}（待复核）`,
  };
  return commit(publishContext, row, names, {
    claimed: (trx) => claim(trx, row),
    done: async (trx, { no }) => {
      await trx
        .updateTable('edition')
        .set({
          state: 'published',
          published_in: no,
          review_due: sql<Date>`now() + make_interval(hours => ${REVIEW_HOURS})`,
          changed_at: new Date(),
        })
        .where('edition_id', '=', row.edition_id)
        .execute();
      await addStep(trx, actor, row, 'emergency', reason);
    },
    // what is public has to change now, whatever else happened to it
    onBase: false,
  });
}

export const isLargeEdition = async (db: Db, { edition_id, version }: EditionRow): Promise<boolean> =>
  isLarge((await getDraft(db, edition_id, version)).changes);

export interface CommitSteps {
  claimed: (trx: Transaction<Tables>) => Promise<void>;
  done: (trx: Transaction<Tables>, published: Published) => Promise<void>;
  /** true: refused if something that it changes was published by others since it was begun */
  onBase: boolean;
}

/** Publishes what an edition says, in one transaction with what its step does to it. */
export async function commit(
  publishContext: PublishContext,
  row: EditionRow,
  names: { writtenBy: string; approvedBy: string },
  { claimed, done, onBase }: CommitSteps,
): Promise<Published> {
  const draft = await getDraft(publishContext.db, row.edition_id, row.version);
  if ((await storedHash(publishContext.db, row.edition_id, row.version)) !== row.content_hash)
    throw new Refused('editionState', '稿件内容与审核时的校验值不符，不能发布，请联系系统管理员');
  const before = onBase ? await findBefore(publishContext.db, row.edition_id, draft.changes) : [];
  assertTurn(before);
  const pages = await pageProblems(publishContext, draft.changes);
  if (pages.length > 0) throw invalidEdition(pages);
  const inspect = inspector(publishContext, draft.changes);
  const subjects = onBase ? subjectsOf(draft.changes) : [];
  let begun = { newest: 0, revisions: {} as Record<string, string> };
  const published = withRows(publishContext.db, draft.changes, (changes) =>
    publish(
      publishContext,
      { title: draft.title, ...names, changes },
      {
        before: async (trx) => {
          await claimed(trx);
          // the number is read first, so that a publication between the two reads is noticed
          begun = { newest: await newestPublication(trx), revisions: await publicRevisions(trx, subjects) };
        },
        inspect: async (trx, { no }) => {
          // finding what this publication closed is slow, so it is done only if another publication came in between
          assertBase(row, no === begun.newest + 1 ? begun.revisions : await publicRevisions(trx, subjects, no), before);
          return inspect(trx);
        },
        after: async (trx, made) => {
          for (const change of draft.changes)
            if (!change.withdraw) await storeOf(change).published?.(trx, made.no, change.document);
          await done(trx, made);
        },
      },
    ),
  );
  return published.catch((error: unknown) => {
    throw invalidEdition(problemsOf(error));
  });
}

/** Locks the edition's row, if it is still as it was read, until the publication is done. Another person who publishes it
 * meanwhile is refused at once. */
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
  if (!(await query.forUpdate().skipLocked().executeTakeFirst()))
    throw new Refused('editionConflict', '稿件刚刚被他人处理，请刷新后再试');
}

/** @param revisions of what was public before this publication @param before what its plan made public was known */
function assertBase({ base }: EditionRow, revisions: Record<string, string>, before: readonly PlannedEdition[]): void {
  const subjects = othersIn(revisions, base, before);
  if (subjects.length > 0) throw new Refused('editionOutdated', undefined, { subjects });
}

/** Subjects whose public state is neither that from which the edition was begun, nor published by its own plan. */
const othersIn = (
  revisions: Record<string, string>,
  base: Record<string, string>,
  before: readonly PlannedEdition[],
): string[] =>
  Object.keys(revisions).filter(
    (subject) =>
      revisions[subject] !== (base[subject] ?? '') &&
      !before.some(({ publishedIn }) => String(publishedIn) === revisions[subject]),
  );

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

/** @returns the subjects that were published by others since an edition was started */
export async function outdatedSubjects(
  db: Db,
  { base }: Pick<EditionRow, 'base'>,
  before: readonly PlannedEdition[] = [],
): Promise<string[]> {
  return othersIn(await publicRevisions(db, Object.keys(base)), base, before);
}
