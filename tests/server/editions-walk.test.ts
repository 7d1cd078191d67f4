import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTRIBUTING, EDITION_ACTIONS, type EditionAction } from '#rules/edition-steps.ts';
import { discardEdition } from '#server/editions/discard-edition.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish-edition.ts';
import { publishDue } from '#server/editions/due.ts';
import { approveEdition, confirmEmergency, returnEdition } from '#server/editions/review-edition.ts';
import { scheduleEdition, unscheduleEdition } from '#server/editions/schedule-edition.ts';
import { submitEdition } from '#server/editions/submit-edition.ts';
import { draftBy, hand, publishContextOf, saveBy, type Hand } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';
import { proved, tries } from '#tests/world/proof.ts';

let site: TestSite;
let hands: Hand[];
beforeAll(async () => {
  site = await startSite();
  hands = [await hand(site, '甲'), await hand(site, '乙'), await hand(site, '丙')];
});
afterAll(() => site.end());

type Move = { act: EditionAction | 'due'; who: number; behind: boolean };

/** what an act is tried with; all rights are held by everybody, so that nothing but the four eyes stands in the way */
async function tryMove(
  { act, who, behind }: Move,
  edition: { editionId: number; version: number },
  word: string,
): Promise<number> {
  const [actor, publishContext] = [hands[who]!, publishContextOf(site)];
  const asked = {
    editionId: edition.editionId,
    version: behind ? Math.max(1, edition.version - 1) : edition.version,
    note: '交易系统故障，须立即告知',
  };
  const acts: Record<Move['act'], () => Promise<unknown>> = {
    save: () => saveBy(site, actor, asked, [{ kind: 'setting', id: 'walk', document: word }]),
    submit: () => submitEdition(publishContext, actor, asked),
    approve: () => approveEdition(publishContext.db, actor, asked),
    return: () => returnEdition(publishContext.db, actor, asked),
    publish: () => publishEdition(publishContext, actor, asked),
    schedule: () => scheduleEdition(publishContext.db, actor, { ...asked, publishAt: new Date(Date.now() + 60_000) }),
    unschedule: () => unscheduleEdition(publishContext.db, actor, asked),
    discard: () => discardEdition(publishContext.db, actor, asked),
    emergency: () => emergencyPublish(publishContext, actor, asked),
    confirm: () => confirmEmergency(publishContext.db, actor, asked),
    due: () => publishDue(publishContext, new Date(Date.now() + 120_000)),
  };
  const done = await acts[act]().catch((error: { code?: string }) => {
    if (error.code === undefined) throw error;
    return null;
  });
  return act === 'save' && done !== null ? (done as { version: number }).version : edition.version;
}

/** Publications of the edition that no second person stands behind and that no mark tells of. */
async function unseen(editionId: number): Promise<string[]> {
  const db = site.database.db;
  const edition = await db
    .selectFrom('edition')
    .selectAll()
    .where('edition_id', '=', editionId)
    .executeTakeFirstOrThrow();
  const steps = await db
    .selectFrom('edition_step')
    .selectAll()
    .where('edition_id', '=', editionId)
    .orderBy('step_id')
    .execute();
  if (edition.state !== 'published')
    return steps.some(({ act }) => act === 'published' || act === 'emergency') ? ['published once, and not now'] : [];
  const writers = steps.filter(({ act }) => CONTRIBUTING.includes(act)).map(({ staff_id }) => staff_id);
  const alone = steps.find(({ act }) => act === 'emergency');
  if (alone) {
    const confirmed = steps.find(({ act }) => act === 'reviewed-after');
    const byOther =
      confirmed === undefined || (!writers.includes(confirmed.staff_id) && confirmed.staff_id !== alone.staff_id);
    return [
      ...(writers.includes(alone.staff_id) ? ['an emergency by whoever wrote it'] : []),
      ...(edition.review_due ? [] : ['an emergency without a deadline']),
      ...((confirmed !== undefined) === (edition.reviewed_at !== null) ? [] : ['a mark that does not tell']),
      ...(byOther ? [] : ['confirmed by whoever had a part']),
    ];
  }
  const last = steps.findLastIndex(
    ({ act }) => act === 'saved' || act === 'submitted' || act === 'returned' || act === 'created',
  );
  const approval = steps.find(
    ({ act, content_hash }, at) => at > last && act === 'approved' && content_hash === edition.content_hash,
  );
  return approval && !writers.includes(approval.staff_id) ? [] : ['published without a second person'];
}

test('four eyes: no walk of three people who may do everything reaches the public without a second person, unless it is marked as an emergency', async () => {
  const act = fc.oneof(
    { arbitrary: fc.constantFrom<Move['act']>('save', 'submit', 'approve', 'publish'), weight: 8 },
    { arbitrary: fc.constantFrom<Move['act']>(...EDITION_ACTIONS, 'due'), weight: 3 },
  );
  const move = fc.record({ act, who: fc.nat({ max: 2 }), behind: fc.boolean() });
  /** walks begin at different places of the way, so that its end is met often */
  const prelude = fc.constantFrom<Move['act'][]>([], ['submit'], ['submit', 'approve'], ['emergency']);
  const ends = { published: 0, emergency: 0, other: 0 };
  let walked = 0;
  const walks = tries(40, 1_500);
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2 }),
      prelude,
      fc.array(
        fc.oneof(
          { arbitrary: move.map((one) => ({ ...one, behind: false })), weight: 6 },
          { arbitrary: move, weight: 1 },
        ),
        { minLength: 4, maxLength: 10 },
      ),
      async (author, first, then) => {
        let edition = await draftBy(site, hands[author]!, [{ kind: 'setting', id: 'walk', document: `${++walked}` }]);
        const moves = [
          ...first.map((one): Move => ({
            act: one,
            who: one === 'approve' || one === 'emergency' ? (author + 1) % 3 : author,
            behind: false,
          })),
          ...then,
        ];
        for (const [at, one] of moves.entries())
          edition = { ...edition, version: await tryMove(one, edition, `${walked}-${at}`) };
        expect(await unseen(edition.editionId), JSON.stringify(moves)).toEqual([]);
        const row = await site.database.db
          .selectFrom('edition')
          .select(['state', 'review_due'])
          .where('edition_id', '=', edition.editionId)
          .executeTakeFirstOrThrow();
        ends[row.state !== 'published' ? 'other' : row.review_due ? 'emergency' : 'published'] += 1;
      },
    ),
    { numRuns: walks, seed: 20_261_122, endOnFailure: true },
  );
  // walks that never arrive would show nothing
  expect(ends.published).toBeGreaterThan(5);
  expect(ends.emergency).toBeGreaterThan(3);
  proved({
    fault: 'walks of three people who may do everything',
    tries: walks,
    outcome: `${ends.published} published with a second person, ${ends.emergency} as an emergency, ${ends.other} not public`,
  });
});
