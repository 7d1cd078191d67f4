import { grouped } from '#rules/text/grouped-number.ts';
import { listSetLines } from '#kinds/article-import/server/article-sets.ts';
import { pairing } from '#kinds/article/server/pairing.ts';
import { ENDED_NOTE } from '#rules/editions/edition-steps.ts';
import type { Db } from '../../db/tables.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { addStep, getDraft, noteOf, step, type StepInput } from '../edition-row.ts';
import { importIn } from './import-steps.ts';
import { proposeOldAddresses } from './propose-old-addresses.ts';
import { forgetPending } from './taken.ts';

/** ED8: lets the timer go on with an import whose step failed. @throws Refused editionConflict, editionState */
export async function resumeImport(db: Db, actor: Actor, input: StepInput): Promise<void> {
  await step(db, actor, 'resume', input, async (trx, row) => {
    await trx.updateTable('edition_progress').set({ halted: '' }).where('edition_id', '=', row.edition_id).execute();
    await addStep(trx, actor, row, 'resumed');
  });
}

/**
 * ED8: ends an import whose step failed: it is published as far as it is. What is left is told, is not published, and comes
 * anew with the next file or folder (BE4, MI5); old addresses are proposed of what is public (MI9).
 * @throws Refused editionConflict, editionState
 */
export async function endImport(db: Db, actor: Actor, input: StepInput & { note?: string }): Promise<void> {
  await step(db, actor, 'end', input, async (trx, row) => {
    const found = importIn((await getDraft(trx, row.edition_id, row.version)).changes)!;
    const { article_ids, done } = await trx
      .selectFrom('edition_progress')
      .select(['article_ids', 'done'])
      .where('edition_id', '=', row.edition_id)
      .executeTakeFirstOrThrow();
    const { no } = await trx
      .selectFrom('edition_publication')
      .select('no')
      .where('edition_id', '=', row.edition_id)
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('edition')
      .set({ state: 'published', published_in: no, changed_at: new Date() })
      .where('edition_id', '=', row.edition_id)
      .execute();
    const left = await listSetLines(trx, found.hash, { from: done, size: found.total });
    const places = left.map(({ channelId, title, contentTime }) => pairing.place({ channelId, title, contentTime }));
    await forgetPending(trx, row.edition_id, places);
    const proposed = await proposeOldAddresses(trx, row, found, article_ids.slice(0, done).map(Number));
    const upTo = done === 0 ? '文章' : `发布到第 ${grouped(done)} 篇，其余`;
    const why = noteOf(input.note);
    await addStep(
      trx,
      actor,
      row,
      'published',
      `${ENDED_NOTE}${upTo} ${grouped(left.length)} 篇没有发布${proposed}${why && `；${why}`}`.slice(0, 2_000),
    );
  });
}
