import { sql, type Selectable, type Transaction } from 'kysely';
import {
  CONTRIBUTING,
  PROGRAM_NAME,
  whyNot,
  type EditionAction,
  type EditionFacts,
  type EditionStep,
} from '#rules/editions/edition-steps.ts';
import { textProblem } from '../store/publication/storable.ts';
import type { Db, Tables } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { record, type Actor } from '../people/staff/audit.ts';
import { doublesOf } from '../people/staff/same-human.ts';
import { feeding } from '#kinds/feeding/index.ts';
import { upgradeChanges } from '#kinds/upgrade-change.ts';
import { draftHash, type Draft } from './draft/draft-changes.ts';

export type EditionRow = Selectable<Tables['edition']>;

/** @throws Refused unknownEdition */
export async function getEdition(db: Db, editionId: number): Promise<EditionRow> {
  const row = await db.selectFrom('edition').selectAll().where('edition_id', '=', editionId).executeTakeFirst();
  if (!row) throw new Refused('unknownEdition');
  return row;
}

/** Content of a version. @throws Refused unknownEdition */
export async function getDraft(
  db: Db,
  editionId: number,
  version: number,
): Promise<Draft & { hash: string; editionId: number }> {
  const found = await db
    .selectFrom('edition_version')
    .select(['title', 'changes', 'content_hash'])
    .where('edition_id', '=', editionId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!found) throw new Refused('unknownEdition', `这份稿件没有第 ${version} 版`);
  return { title: found.title, changes: upgradeChanges(found.changes), hash: found.content_hash, editionId };
}

/** Stores one version of an edition, with who wrote it, null for the program, and when. @param hash of the draft */
export async function addVersion(
  trx: Db,
  actor: Actor,
  { editionId, version, draft, hash, at }: { editionId: number; version: number; draft: Draft; hash: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('edition_version')
    .values({
      edition_id: editionId,
      version,
      title: draft.title,
      changes: JSON.stringify(draft.changes),
      content_hash: hash,
      staff_id: actor.staffId,
      at,
    })
    .execute();
}

/** The hash of a version exactly as it is stored: an approval is bound to it. */
export async function storedHash(db: Db, editionId: number, version: number): Promise<string> {
  const stored = await db
    .selectFrom('edition_version')
    .select(['title', 'changes'])
    .where('edition_id', '=', editionId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return draftHash(stored);
}

/** The facts that the rules of the next step need. */
export async function factsOf(db: Db, row: EditionRow): Promise<EditionFacts> {
  const steps = await db
    .selectFrom('edition_step')
    .select(['staff_id', 'act', 'instead_of'])
    .distinct()
    .where('edition_id', '=', row.edition_id)
    .where('act', 'in', [...CONTRIBUTING, 'emergency'])
    .execute();
  const by = (wanted: readonly EditionStep[]) => [
    ...new Set(steps.flatMap(({ staff_id, act }) => (staff_id !== null && wanted.includes(act) ? [staff_id] : []))),
  ];
  const contributors = by(CONTRIBUTING);
  // bigints in an array come as texts
  const absent = [...new Set(steps.flatMap(({ instead_of }) => instead_of.map(Number)))];
  const tokenMakers = await tokenMakersOf(db, row, contributors);
  return {
    state: row.state,
    isApproved: row.approved_hash !== null && row.approved_hash === row.content_hash,
    isScheduled: row.publish_at !== null,
    contributors,
    absent,
    tokenMakers,
    doubles: await doublesOf(db, [...contributors, ...absent, ...tokenMakers, ...by(['emergency'])]),
    publishedAlone: by(['emergency'])[0] ?? null,
    needsReview: row.review_due !== null && row.reviewed_at === null,
    isHalted: row.state === 'publishing' && (await haltedBecause(db, row.edition_id)) !== '',
  };
}

const haltedBecause = async (db: Db, editionId: number): Promise<string> =>
  (await db.selectFrom('edition_progress').select('halted').where('edition_id', '=', editionId).executeTakeFirst())
    ?.halted ?? '';

/** FD5: who made the tokens with which an edition was delivered, or that its rules are for: they have seen them. */
async function tokenMakersOf(db: Db, row: EditionRow, contributors: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ made_by: number }>`select distinct made_by from delivery_token
    where staff_id = any(${[...contributors]}::bigint[]) or token_id in (
      select (change -> 'document' ->> 'token')::bigint from edition_version, jsonb_array_elements(changes) as change
      where edition_id = ${row.edition_id} and version = ${row.version} and change ->> 'kind' = ${feeding.name}
        and jsonb_typeof(change -> 'document' -> 'token') = 'number')`.execute(db);
  return rows.map(({ made_by }) => made_by);
}

/** SI4: of a step, the names of those in whose place it was taken. */
export const NAMES_INSTEAD = sql<string[]>`array(select absent.name from staff as absent
  where absent.staff_id = any(edition_step.instead_of) order by absent.staff_id)`.as('absent');

/** Records a step in the history of the edition and in the audit log. */
export async function addStep(
  trx: Db,
  actor: Actor,
  { edition_id, version, content_hash }: Pick<EditionRow, 'edition_id' | 'version' | 'content_hash'>,
  step: EditionStep,
  note = '',
): Promise<void> {
  await trx
    .insertInto('edition_step')
    .values({
      edition_id,
      at: new Date(),
      staff_id: actor.staffId,
      act: step,
      version,
      content_hash,
      note,
      instead_of: (actor.insteadOf ?? []).map(({ staffId }) => staffId),
    })
    .execute();
  await record(trx, actor, `edition.${step}`, {
    subject: `edition:${edition_id}`,
    facts: { version, ...(note !== '' && { note }) },
  });
}

/** Sends an edition for review. */
export async function addSubmission(
  trx: Db,
  actor: Actor,
  row: Pick<EditionRow, 'edition_id' | 'version' | 'content_hash'>,
  note: string,
): Promise<void> {
  await trx
    .updateTable('edition')
    .set({ state: 'in-review', changed_at: new Date() })
    .where('edition_id', '=', row.edition_id)
    .execute();
  await addStep(trx, actor, row, 'submitted', note);
}

export interface StepInput {
  editionId: number;
  /** the version that the person sees */
  version: number;
}

/** The refusal of a step on an old version: another person, or the same one in another window, saved a newer one, which it
 * contains. */
async function conflict(db: Db, row: EditionRow, staffId: number | null): Promise<Refused> {
  const { title, changes } = await getDraft(db, row.edition_id, row.version);
  const saved = await db
    .selectFrom('edition_version')
    .leftJoin('staff', 'staff.staff_id', 'edition_version.staff_id')
    .select(['staff.staff_id', 'staff.name', 'edition_version.at'])
    .where('edition_id', '=', row.edition_id)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow();
  const savedBy = saved.name ?? PROGRAM_NAME;
  return new Refused('editionConflict', `稿件已由${savedBy}修改为第 ${row.version} 版，请核对后再操作`, {
    version: row.version,
    state: row.state,
    savedBy,
    isOwn: saved.staff_id !== null && saved.staff_id === staffId,
    savedAt: saved.at.toISOString(),
    title,
    changes,
  });
}

/** an id that no person has */
const STRANGER = -1;

/**
 * SI2: neither the person nor anybody whose roles they need for it may have had a part in what needs another one.
 * @throws Refused editionConflict where there is a newer version, editionState or ownEdition where the action is not possible
 */
export async function assertMay(
  db: Db,
  row: EditionRow,
  action: EditionAction,
  version: number,
  { staffId, insteadOf = [] }: Pick<Actor, 'staffId' | 'insteadOf'>,
): Promise<EditionFacts> {
  if (version > row.version) throw new Refused('unknownEdition', `这份稿件没有第 ${version} 版`);
  if (version !== row.version) throw await conflict(db, row, staffId);
  const facts = await factsOf(db, row);
  const why = whyNot(
    action,
    facts,
    staffId,
    insteadOf.map((absent) => absent.staffId),
  );
  // if a stranger could do it, the reason is that the edition is the person's own
  if (why !== null) throw new Refused(whyNot(action, facts, STRANGER) === null ? 'ownEdition' : 'editionState', why);
  return facts;
}

/**
 * One step of an edition, in a transaction that locks its row: the second of two concurrent steps sees the result of the
 * first. An attempt on an own edition is recorded in the audit log.
 */
export async function step<T>(
  db: Db,
  actor: Actor,
  action: EditionAction,
  { editionId, version }: StepInput,
  work: (trx: Transaction<Tables>, row: EditionRow) => Promise<T>,
): Promise<T> {
  const run = db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('edition')
      .selectAll()
      .where('edition_id', '=', editionId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refused('unknownEdition');
    await assertMay(trx, row, action, version, actor);
    return work(trx, row);
  });
  return recordingOwn(db, actor, action, { editionId, version }, () => run);
}

/** Records in the audit log that somebody tried on an own edition what needs another person. */
export const recordingOwn = <T>(
  db: Db,
  actor: Actor,
  action: EditionAction,
  { editionId, version }: StepInput,
  work: () => Promise<T>,
): Promise<T> =>
  work().catch(async (error: unknown) => {
    if (error instanceof Refused && error.status === 403)
      await record(db, actor, `edition.${action}`, {
        outcome: 'refused',
        subject: `edition:${editionId}`,
        facts: { version, why: 'own' },
      });
    throw error;
  });

/** A note or reason as it is stored. @throws Refused invalidInput where one is needed and missing */
export function noteOf(note: string | undefined, needed?: string): string {
  const text = (note ?? '').trim();
  if (needed !== undefined && text === '')
    throw new Refused('invalidInput', needed, { problems: [{ pointer: '/note', message: needed }] });
  const wrong = textProblem(text);
  if (wrong)
    throw new Refused('invalidInput', `说明${wrong}`, { problems: [{ pointer: '/note', message: `说明${wrong}` }] });
  return text.slice(0, 2_000).toWellFormed();
}

/** A message with what the program adds to it, lines below. */
export const noteWith = (note: string | undefined, lines: string): string =>
  [noteOf(note), lines].filter((part) => part !== '').join('\n');
