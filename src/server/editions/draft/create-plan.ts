import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { channelsConcerned } from '../review/concerned-channels.ts';
import { addOnce, type Base } from './create-edition.ts';
import type { Written } from '#kinds/define-kind.ts';
import type { Change } from '#kinds/index.ts';
import type { Draft } from './draft-changes.ts';

/**
 * Several editions of one thing, each meant for a moment and after the one before it, made together or not at all.
 * Each goes through review and publication by itself; publish-edition.ts keeps their order.
 * @param drafts in order, from readDraft, each with the one change
 */
export async function createPlan(
  db: Db,
  site: Site,
  actor: Actor,
  drafts: readonly Draft[],
  base: Base = {},
): Promise<number[]> {
  const channelIds = await channelsConcerned(db, site, drafts[0]!.changes);
  return db.transaction().execute(async (trx) => {
    const made: number[] = [];
    for (const { title, changes } of drafts) {
      const after = made.at(-1);
      const [change] = changes as [Written];
      const plan = { at: change.plan?.at ?? '', ...(after !== undefined && { after }) };
      const { editionId } = await addOnce(trx, actor, {
        draft: { title, changes: [{ ...change, plan } as Change] },
        channelIds,
        base,
      });
      made.push(editionId);
    }
    return made;
  });
}
