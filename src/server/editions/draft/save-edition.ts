import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { channelsConcerned } from '../review/concerned-channels.ts';
import { knownBase, type Base } from './create-edition.ts';
import { subjectsOf, writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { isCurrentDefinition } from '#kinds/rows/server/current-definition.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { Refused } from '../../errors.ts';
import { draftHash, draftToStore, type Draft } from './draft-changes.ts';
import { addStep, addVersion, getDraft, step, type StepInput } from '../edition-row.ts';
import { publicRevisions } from '../publish/public-revisions.ts';

export interface Saved extends StepInput {
  /** from readDraft */
  draft: Draft;
  /** revisions of what was public when it was compared with that: it counts as begun from there */
  rebase?: Base;
}

/**
 * A new version of a draft. `version` is the one that was begun from: where somebody saved meanwhile, their content
 * comes back instead, and nothing is lost. An edit voids an approval and takes a scheduled moment away; saving what was
 * saved already changes nothing.
 * @throws Refused editionConflict, editionState
 */
export async function saveEdition(
  db: Db,
  site: Site,
  actor: Actor,
  { draft: written, rebase = {}, ...given }: Saved,
): Promise<{ version: number; hash: string }> {
  if (Object.keys(rebase).length > 0) assertOwnDefinitions(site, written.changes);
  const draft = await draftToStore(db, written);
  const hash = draftHash(draft);
  const subjects = subjectsOf(draft.changes);
  const channelIds = await channelsConcerned(db, site, draft.changes);
  return step(db, actor, 'save', given, async (trx, row) => {
    const isSame = hash === row.content_hash || hash === draftHash(await getDraft(trx, row.edition_id, row.version));
    if (isSame && Object.keys(rebase).length === 0) return { version: row.version, hash: row.content_hash };
    const revisions = await publicRevisions(trx, subjects);
    const base = Object.fromEntries(
      Object.entries(revisions).map(([subject, revision]) => [
        subject,
        knownBase(rebase, subject) ?? knownBase(row.base, subject) ?? revision,
      ]),
    );
    const version = row.version + 1;
    const at = new Date();
    await addVersion(trx, actor, { editionId: row.edition_id, version, draft, hash, at });
    await trx
      .updateTable('edition')
      .set({
        title: draft.title,
        state: 'draft',
        version,
        content_hash: hash,
        approved_hash: null,
        approved_by: null,
        publish_at: null,
        channel_ids: channelIds,
        base,
        changed_at: at,
      })
      .where('edition_id', '=', row.edition_id)
      .execute();
    await addStep(trx, actor, { edition_id: row.edition_id, version, content_hash: hash }, 'saved');
    return { version, hash };
  });
}

/**
 * Rows were checked by the definition that they bring. A change that counts as compared with the public one needs that,
 * or one of its own in the edition (RG26). @throws Refused editionConflict
 */
export function assertOwnDefinitions(site: Site, changes: readonly Change[]): void {
  const defined = new Set(writtenOf(registerKind, changes).map(({ id }) => id));
  const stale = writtenOf(rowsKind, changes).find(
    ({ id, document }) =>
      !defined.has(id) && site.registers.has(id!) && !isCurrentDefinition(site, document.definition),
  );
  if (stale)
    throw new Refused(
      'editionConflict',
      `登记表“${stale.document.definition.title}”的定义已另行公开，数据行是按以前的定义检查的，请重新导入或重新修改`,
    );
}
