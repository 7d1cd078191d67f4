import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { channelsConcerned } from '../review/concerned-channels.ts';
import { subjectsOf } from '#kinds/changes.ts';
import { draftHash, draftToStore, type Draft } from './draft-changes.ts';
import { addStep, addSubmission, addVersion } from '../edition-row.ts';
import { publicRevisions } from '../publish/public-revisions.ts';

/** Marks of the public content that an editor began to change, as the public-content call answered them. */
export type Base = Record<string, string>;

/** milliseconds within which the same draft of the same person is the one that is there (ED10) */
const TWICE = 10_000;

interface Made {
  editionId: number;
  version: number;
  hash: string;
}

/**
 * A new draft, its first version; the one that is there where the same was just made (ED10).
 * @param given from readDraft
 * @param base of what was begun from earlier than now
 * @param submitted it is sent for review at once, with this note
 */
export async function createEdition(
  db: Db,
  site: Site,
  actor: Actor,
  given: Draft,
  base: Base = {},
  submitted?: string,
): Promise<Made> {
  const draft = await draftToStore(db, given);
  const channelIds = await channelsConcerned(db, site, draft.changes);
  return db.transaction().execute((trx) => addOnce(trx, actor, { draft, channelIds, base }, submitted));
}

interface NewEdition {
  draft: Draft;
  channelIds: string[];
  base: Base;
  /** note of its first step */
  note?: string;
}

/**
 * The same within a transaction of the caller's. ED10: a double click, or a request that is repeated because its answer was
 * lost, makes no second edition.
 */
export async function addOnce(trx: Db, actor: Actor, made: NewEdition, submitted?: string): Promise<Made> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`editions of ${actor.staffId}`}, 0))`.execute(trx);
  const hash = draftHash(made.draft);
  const twin = await trx
    .selectFrom('edition')
    .innerJoin('edition_version', (join) =>
      join.onRef('edition_version.edition_id', '=', 'edition.edition_id').on('edition_version.version', '=', 1),
    )
    .select('edition.edition_id')
    .where('edition.version', '=', 1)
    .where('edition.content_hash', '=', hash)
    .where('edition.state', '=', submitted === undefined ? 'draft' : 'in-review')
    .where('edition.changed_at', '>', new Date(Date.now() - TWICE))
    .where('edition.base', '=', JSON.stringify(await begunFrom(trx, made)) as never)
    .where('edition_version.staff_id', '=', actor.staffId)
    .executeTakeFirst();
  if (twin) return { editionId: twin.edition_id, version: 1, hash };
  const added = await addEdition(trx, actor, made);
  if (submitted !== undefined)
    await addSubmission(trx, actor, { edition_id: added.editionId, version: 1, content_hash: hash }, submitted);
  return added;
}

/** The revision of each thing that was public when it was taken to be changed. */
async function begunFrom(trx: Db, { draft, base }: Pick<NewEdition, 'draft' | 'base'>): Promise<Base> {
  const revisions = await publicRevisions(trx, subjectsOf(draft.changes));
  return Object.fromEntries(
    Object.entries(revisions).map(([subject, revision]) => [subject, knownBase(base, subject) ?? revision]),
  );
}

/** A new edition, whatever others there are, within a transaction of the caller's. */
export async function addEdition(
  trx: Db,
  actor: Actor,
  { draft, channelIds, base, note = '' }: NewEdition,
): Promise<Made> {
  const hash = draftHash(draft);
  const at = new Date();
  const { edition_id } = await trx
    .insertInto('edition')
    .values({
      title: draft.title,
      content_hash: hash,
      channel_ids: channelIds,
      base: await begunFrom(trx, { draft, base }),
      created_at: at,
      changed_at: at,
    })
    .returning('edition_id')
    .executeTakeFirstOrThrow();
  await addVersion(trx, actor, { editionId: edition_id, version: 1, draft, hash, at });
  await addStep(trx, actor, { edition_id, version: 1, content_hash: hash }, 'created', note);
  return { editionId: edition_id, version: 1, hash };
}

export const knownBase = (base: Base, subject: string): string | undefined =>
  Object.hasOwn(base, subject) && typeof base[subject] === 'string' ? base[subject].slice(0, 40) : undefined;
