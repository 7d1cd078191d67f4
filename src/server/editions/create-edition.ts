import type { Db } from '../db/tables.ts';
import type { Site } from '../site/site.ts';
import type { Actor } from '../people/staff/audit.ts';
import { channelsConcerned } from './concerned-channels.ts';
import { subjectsOf } from '#kinds/changes.ts';
import { draftHash, draftToStore, type Draft } from './draft-changes.ts';
import { addStep, addVersion } from './edition-row.ts';
import { publicRevisions } from './public-revisions.ts';

/** What was public of subjects when an editor took it to change it, as the public-content call told it. */
export type Base = Record<string, string>;

/** A new draft, its first version. @param given from readDraft @param base of what was begun from earlier than now */
export async function createEdition(
  db: Db,
  site: Site,
  actor: Actor,
  given: Draft,
  base: Base = {},
): Promise<{ editionId: number; version: number; hash: string }> {
  const draft = await draftToStore(db, given);
  const channelIds = await channelsConcerned(db, site, draft.changes);
  return db.transaction().execute((trx) => addEdition(trx, actor, { draft, channelIds, base }));
}

/** The same within a transaction of the caller's. */
export async function addEdition(
  trx: Db,
  actor: Actor,
  { draft, channelIds, base, note = '' }: { draft: Draft; channelIds: string[]; base: Base; note?: string },
): Promise<{ editionId: number; version: number; hash: string }> {
  const hash = draftHash(draft);
  const at = new Date();
  const revisions = await publicRevisions(trx, subjectsOf(draft.changes));
  const begun = Object.fromEntries(
    Object.entries(revisions).map(([subject, revision]) => [subject, knownBase(base, subject) ?? revision]),
  );
  const { edition_id } = await trx
    .insertInto('edition')
    .values({
      title: draft.title,
      content_hash: hash,
      channel_ids: channelIds,
      base: begun,
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
