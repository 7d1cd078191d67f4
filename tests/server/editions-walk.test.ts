import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { CONTRIBUTING, EDITION_ACTIONS, type EditionAction } from '#rules/editions/edition-steps.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish/publish-edition.ts';
import { endImport, resumeImport } from '#server/editions/draft/halted-import.ts';
import { publishDue } from '#server/editions/publish/due.ts';
import { approveEdition, confirmEmergency, returnEdition } from '#server/editions/review/review-edition.ts';
import { scheduleEdition, unscheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { setState } from '#server/people/staff/accounts.ts';
import { stopDelivery } from '#features/feeding/server/deliveries.ts';
import { publishDueDeliveries } from '#features/feeding/server/publish-by-rule.ts';
import { receiveDelivery } from '#features/feeding/server/receive.ts';
import { findSender, makeToken, revokeToken, type Sender } from '#features/feeding/server/tokens.ts';
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

/** Tries an act; all rights are held by everybody, so that nothing but the four eyes stands in the way. */
async function tryMove(
  { act, who, behind }: Move,
  edition: { editionId: number; version: number },
  word: string,
): Promise<number> {
  const [actor, publishContext] = [hands[who]!, publishContextOf(site)];
  const input = {
    editionId: edition.editionId,
    version: behind ? Math.max(1, edition.version - 1) : edition.version,
    note: '交易系统故障，须立即告知',
  };
  const acts: Record<Move['act'], () => Promise<unknown>> = {
    save: () => saveBy(site, actor, input, [{ kind: 'setting', id: 'walk', document: word }]),
    submit: () => submitEdition(publishContext, actor, input),
    approve: () => approveEdition(publishContext.db, actor, input),
    return: () => returnEdition(publishContext.db, actor, input),
    publish: () => publishEdition(publishContext, actor, input),
    schedule: () => scheduleEdition(publishContext.db, actor, { ...input, publishAt: new Date(Date.now() + 60_000) }),
    unschedule: () => unscheduleEdition(publishContext.db, actor, input),
    discard: () => discardEdition(publishContext.db, actor, input),
    emergency: () => emergencyPublish(publishContext, actor, input),
    confirm: () => confirmEmergency(publishContext.db, actor, input),
    resume: () => resumeImport(publishContext.db, actor, input),
    end: () => endImport(publishContext.db, actor, input),
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

/** limits of npm run proof */
const LONG = { timeout: tries(300_000, 1_200_000) };

test(
  'four eyes: no walk of three people who may do everything reaches the public without a second person, unless it is marked as an emergency',
  LONG,
  async () => {
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
  },
);

/** Deliveries of a program walk between people who may do everything, one of whom made its token. */
describe('walks with deliveries and rules', () => {
  const register = 'walked';
  const definition: RegisterDefinition = {
    schemaVersion: 1,
    register,
    title: '走查',
    endpoints: [],
    key: ['code'],
    department: '办公室',
    fields: { code: { title: '代码', type: 'text', required: true }, word: { title: '字', type: 'text' } },
    columns: ['code', 'word'],
    filters: [],
    order: ['code'],
  };
  const codes = Array.from({ length: 10 }, (_, at) => String(at));
  const acts = ['draft-rule', 'deliver', 'stop', 'revoke', 'suspend', 'restore', 'due', 'end-rule'] as const;
  type FedMove = {
    act: (typeof acts)[number] | EditionAction;
    /** the kind of edition of an action */
    of: 'rule' | 'delivery';
    who: number;
    rows: number;
  };
  interface Walk {
    sender: Sender;
    tokenId: number;
    rule: { editionId: number; version: number } | null;
    /** the newest edition of a rule for the token */
    newestRule: number;
    delivery: { editionId: number; deliveryId: number } | null;
    suspended: Set<number>;
    revoked: boolean;
    stopped: Set<number>;
    count: number;
  }

  const db = () => site.database.db;

  async function tryFed({ act, of, who, rows }: FedMove, walk: Walk, byRule: number[]): Promise<void> {
    const [actor, publishContext] = [hands[who]!, publishContextOf(site)];
    const edition = of === 'rule' ? walk.rule : walk.delivery && { editionId: walk.delivery.editionId, version: 1 };
    const input = { ...(edition ?? { editionId: 0, version: 1 }), note: '交易系统故障，须立即告知' };
    const rule = {
      title: definition.title,
      program: '走查',
      token: walk.tokenId,
      share: 60,
      until: '2099-12-31',
      wait: 10 + (walk.count += 1),
    };
    const tries: Partial<Record<FedMove['act'], () => Promise<unknown>>> = {
      'draft-rule': async () => {
        walk.rule = await draftBy(site, actor, [{ kind: 'feeding', id: register, document: rule }]);
        walk.newestRule = walk.rule.editionId;
      },
      'end-rule': async () => {
        walk.rule = await draftBy(site, actor, [{ kind: 'feeding', id: register, withdraw: { reason: '不再需要。' } }]);
      },
      deliver: async () => {
        const body = {
          dataDate: '2026-11-20',
          rows: codes.map((code, at) => ({ code, word: at < rows ? `${walk.tokenId}-${walk.count}` : '原' })),
        };
        if (walk.revoked) return;
        const { data } = await receiveDelivery(publishContext, await site.deps.siteAt('now'), walk.sender, {
          register,
          idempotencyKey: `${walk.count}`,
          body: Buffer.from(JSON.stringify(body)),
          bodyHash: JSON.stringify(body),
          csv: null,
        });
        walk.delivery = data as NonNullable<Walk['delivery']>;
      },
      stop: async () => {
        await stopDelivery(db(), actor, { deliveryId: walk.delivery?.deliveryId ?? 0, note: '' });
        walk.stopped.add(walk.delivery!.editionId);
      },
      revoke: async () => {
        await revokeToken(db(), actor, walk.tokenId);
        walk.revoked = true;
      },
      suspend: async () => {
        await setState(db(), actor.staffId, 'suspended');
        walk.suspended.add(actor.staffId);
      },
      restore: async () => {
        await setState(db(), actor.staffId, 'active');
        walk.suspended.delete(actor.staffId);
      },
      due: async () => {
        await publishDueDeliveries(publishContext, new Date(Date.now() + 86_400_000 / 24));
        const published = await db()
          .selectFrom('edition_step')
          .innerJoin('edition', 'edition.edition_id', 'edition_step.edition_id')
          .select(['edition.edition_id', 'rule_no'])
          .where('act', '=', 'by-rule')
          .where('edition.edition_id', 'not in', byRule.length > 0 ? byRule : [0])
          .execute();
        for (const { edition_id, rule_no } of published) {
          byRule.push(edition_id);
          expect(walk.revoked, 'published after the token was revoked').toBe(false);
          expect(walk.stopped.has(edition_id), 'published after it was stopped').toBe(false);
          const { why, approver } = await ruleSeen(rule_no!);
          expect(why).toEqual([]);
          expect(walk.suspended.has(approver!), 'by a rule of somebody who is suspended').toBe(false);
        }
      },
      submit: () => submitEdition(publishContext, actor, input),
      approve: () => approveEdition(db(), actor, input),
      return: () => returnEdition(db(), actor, input),
      publish: () => publishEdition(publishContext, actor, input),
      discard: () => discardEdition(db(), actor, input),
      emergency: () => emergencyPublish(publishContext, actor, input),
      confirm: () => confirmEmergency(db(), actor, input),
    };
    await tries[act]?.().catch((error: { code?: string }) => {
      if (error.code === undefined) throw error;
    });
    await site.publications.refresh();
  }

  /** Approver of a rule: a second person, who neither wrote it nor made its token. */
  async function ruleSeen(no: number): Promise<{ why: string[]; approver: number | null }> {
    const { edition_id } = await db()
      .selectFrom('edition')
      .select('edition_id')
      .where('published_in', '=', no)
      .executeTakeFirstOrThrow();
    const steps = await db()
      .selectFrom('edition_step')
      .selectAll()
      .where('edition_id', '=', edition_id)
      .orderBy('step_id')
      .execute();
    const seen = steps.findLast(({ act }) => act === 'approved' || act === 'reviewed-after');
    const approver = seen?.staff_id ?? null;
    const had = [
      ...steps.filter(({ act }) => CONTRIBUTING.includes(act)).map(({ staff_id }) => staff_id),
      hands[0]!.staffId,
    ];
    const unseenRule = await unseen(edition_id);
    return {
      why: [
        ...unseenRule,
        ...(approver === null || had.includes(approver) ? ['a rule that no second person approved'] : []),
      ],
      approver,
    };
  }

  test(
    '[FD5] four eyes: no walk of a program and three people reaches the public but by an approval, as an emergency, or by a rule that a second person approved',
    LONG,
    async () => {
      const row = (code: string) => ({ code, word: '原' });
      const restored = () =>
        site.publish('复原', [
          { kind: 'register', document: definition },
          {
            kind: 'rows',
            document: { definition, dataDate: '2026-11-20', department: '办公室', rows: codes.map(row) },
          },
        ]);
      const byRule: number[] = [];
      const move = fc.record({
        act: fc.oneof(
          { arbitrary: fc.constantFrom<FedMove['act']>('deliver', 'due', 'approve', 'publish', 'submit'), weight: 5 },
          {
            arbitrary: fc.constantFrom<FedMove['act']>(...acts, 'return', 'discard', 'emergency', 'confirm'),
            weight: 3,
          },
        ),
        of: fc.constantFrom<FedMove['of']>('rule', 'delivery'),
        who: fc.nat({ max: 2 }),
        rows: fc.nat({ max: 7 }),
      });
      const step = (act: FedMove['act'], who: number, of: FedMove['of'] = 'rule'): FedMove => ({
        act,
        who,
        of,
        rows: 3,
      });
      const ruled = [step('draft-rule', 1), step('submit', 1), step('approve', 2), step('publish', 0)];
      const prelude = fc.constantFrom<FedMove[]>(
        [],
        [step('draft-rule', 1), step('submit', 1), step('approve', 0)],
        [step('draft-rule', 1), step('emergency', 2), step('deliver', 1)],
        ruled,
        [...ruled, step('deliver', 0)],
        [...ruled, step('deliver', 0)],
        [...ruled, step('deliver', 0), step('due', 0)],
        [step('draft-rule', 1), step('emergency', 2), step('confirm', 1), step('deliver', 1)],
      );
      const walks = tries(40, 600);
      await fc.assert(
        fc.asyncProperty(prelude, fc.array(move, { minLength: 4, maxLength: 10 }), async (first, then) => {
          await restored();
          // moves the deliveries of the walk before to another day: they are not counted
          await sql`alter table delivery disable trigger user; update delivery set changed = 0; alter table delivery enable trigger user`.execute(
            site.database.ownerDb,
          );
          // editions that the walk before left undecided
          await db().updateTable('edition').set({ state: 'discarded' }).where('state', '=', 'in-review').execute();
          const made = await makeToken(db(), hands[0]!, {
            name: '走查',
            registers: [register],
            expiresAt: new Date(Date.now() + 86_400_000),
          });
          const walk: Walk = {
            sender: await findSender(db(), `Bearer ${made.token}`, '10.0.0.9'),
            tokenId: made.tokenId,
            rule: null,
            newestRule: 0,
            delivery: null,
            suspended: new Set(),
            revoked: false,
            stopped: new Set(),
            count: 0,
          };
          for (const one of [...first, ...then]) await tryFed(one, walk, byRule);
          for (const { staffId } of hands) await setState(db(), staffId, 'active');
          const editions = await db()
            .selectFrom('edition')
            .select(['edition_id', 'rule_no'])
            .where('state', '=', 'published')
            .where('edition_id', 'in', [walk.delivery?.editionId ?? 0, walk.rule?.editionId ?? 0])
            .execute();
          const byMaker = await db()
            .selectFrom('edition_step')
            .select('edition_id')
            .where('act', 'in', ['approved', 'emergency', 'reviewed-after'])
            .where('staff_id', '=', hands[0]!.staffId)
            .where('edition_id', 'in', [walk.delivery?.editionId ?? 0, walk.newestRule])
            .execute();
          expect(byMaker, 'approved by whoever made the token').toEqual([]);
          for (const { edition_id, rule_no } of editions)
            if (rule_no === null) expect(await unseen(edition_id), JSON.stringify([...first, ...then])).toEqual([]);
        }),
        { numRuns: walks, seed: 20_261_124, endOnFailure: true },
      );
      // walks that never arrive would show nothing
      expect(byRule.length).toBeGreaterThan(3);
      proved({
        fault: 'walks of a program and three people, one of whom made its token',
        tries: walks,
        outcome: `${byRule.length} published by a rule that a second person approved, none otherwise without one`,
      });
    },
  );
});
