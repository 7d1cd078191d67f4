import { sql } from 'kysely';
import { EDITION_ACTIONS, PROGRAM_NAME, whyNot, type EditionAction } from '#rules/editions/edition-steps.ts';
import { actingName } from '#rules/people/substitutions.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import type { Db } from '../db/tables.ts';
import { factsOf, getDraft, getEdition, NAMES_INSTEAD, type EditionRow } from './edition-row.ts';
import { outdatedIn } from './draft/outdated.ts';
import { findPlan } from './draft/plan.ts';

/** Parts of the answer that come from elsewhere (edition-calls.ts). */
type Beside = 'addresses' | 'files' | 'titles' | 'inWizard' | 'rights';

/**
 * One edition with its history, for one reader.
 * @param placesFor ids of those whose roles the reader needs for an action (SI2) @throws Refused unknownEdition
 */
export async function findEdition(
  db: Db,
  editionId: number,
  staffId: number,
  version?: number,
  placesFor: (action: EditionAction, channelIds: readonly string[]) => number[] = () => [],
): Promise<Omit<FoundEdition, Beside>> {
  const row = await getEdition(db, editionId);
  const facts = await factsOf(db, row);
  const shown = version ?? row.version;
  const { title, changes } = await getDraft(db, editionId, shown);
  const versions = await db
    .selectFrom('edition_version')
    .leftJoin('staff', 'staff.staff_id', 'edition_version.staff_id')
    .select(['version', 'staff.name', 'at'])
    .where('edition_id', '=', editionId)
    .orderBy('version', 'desc')
    .execute();
  const steps = await db
    .selectFrom('edition_step')
    .leftJoin('staff', 'staff.staff_id', 'edition_step.staff_id')
    .select(['edition_step.at', 'edition_step.staff_id', 'staff.name', 'act', 'version', 'note'])
    .select(NAMES_INSTEAD)
    .where('edition_id', '=', editionId)
    .orderBy('step_id')
    .execute();
  const people = new Map(steps.flatMap(({ staff_id, name }) => (staff_id === null ? [] : [[staff_id, name ?? '']])));
  const saved = versions.find((one) => one.version === shown)!;
  const plan = await findPlan(db, editionId, changes);
  const outdated = await outdatedIn(db, row, changes);
  return {
    editionId,
    title: row.title,
    state: row.state,
    version: row.version,
    hash: row.content_hash,
    channelIds: row.channel_ids,
    shown: { version: shown, title, changes, savedBy: saved.name ?? PROGRAM_NAME, savedAt: saved.at.toISOString() },
    versions: versions.map((one) => ({
      version: one.version,
      savedBy: one.name ?? PROGRAM_NAME,
      savedAt: one.at.toISOString(),
    })),
    steps: steps.map(({ at, name, act, version: of, note, absent }) => ({
      at: at.toISOString(),
      name: actingName(name ?? '', absent),
      act,
      version: of,
      note,
    })),
    contributors: facts.contributors.map((id) => ({ staffId: id, name: people.get(id) ?? '' })),
    approvedBy: (row.approved_by !== null && people.get(row.approved_by)) || '',
    publishAt: row.publish_at?.toISOString() ?? '',
    publishedIn: row.published_in,
    progress: row.state === 'publishing' ? await findProgress(db, editionId) : null,
    emergency: emergencyOf(
      row,
      steps.find(({ act }) => act === 'emergency'),
    ),
    plan,
    outdated,
    may: Object.fromEntries(
      EDITION_ACTIONS.map((action) => [
        action,
        // the changes that its writers have to merge first
        whyNot(action, facts, staffId, placesFor(action, row.channel_ids)) ??
          (action === 'approve' && outdated.length > 0 ? OUTDATED : ''),
      ]),
    ) as Record<EditionAction, string>,
  };
}

/** ED11 */
const OUTDATED = '稿件开始以后，公开的内容已有变化，须先由撰写人核对、合并后保存';

async function findProgress(db: Db, editionId: number): Promise<FoundEdition['progress']> {
  const { rows } = await sql<NonNullable<FoundEdition['progress']>>`
    select done, cardinality(article_ids) as total, halted from edition_progress where edition_id = ${editionId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

function emergencyOf(
  { review_due, reviewed_at }: EditionRow,
  step: { note: string; name: string | null } | undefined,
): FoundEdition['emergency'] {
  if (review_due === null) return null;
  return {
    reason: step?.note ?? '',
    name: step?.name ?? '',
    dueAt: review_due.toISOString(),
    isOverdue: reviewed_at === null && review_due.getTime() < Date.now(),
    reviewedAt: reviewed_at?.toISOString() ?? '',
  };
}
