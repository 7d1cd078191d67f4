import { as, integer, list, optional, record, text, type ObjectOf } from '#page/schema-words.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import { isMoment } from '#rules/time/moment-text.ts';
import type { PublishedEdition } from '#wire/edition-answers.ts';
import type { Published } from '../store/publication/new-publication.ts';
import { discardEdition } from '../editions/draft/discard-edition.ts';
import { emergencySeen, publishEdition } from '../editions/publish/publish-edition.ts';
import { endImport, resumeImport } from '../editions/draft/halted-import.ts';
import { approveSeen, confirmEmergency, returnEdition } from '../editions/review/review-edition.ts';
import { scheduleEdition, unscheduleEdition } from '../editions/publish/schedule-edition.ts';
import { getDraft } from '../editions/edition-row.ts';
import { assertOwnDefinitions } from '../editions/draft/save-edition.ts';
import { heldBecause } from '../editions/review/feature-hooks.ts';
import { submitEdition } from '../editions/review/submit-edition.ts';
import { consoleCall, type ConsoleCall, type SignedIn } from './define-console-call.ts';
import { assertMayWrite, editionId, ofEdition, version } from './edition-rights.ts';

/** note: a message for the next person; the reason, when the step needs one */
const params = { editionId, version, note: optional(text({ maxLength: 2_000, description: '说明' })) };
type Step = ObjectOf<typeof params>;

/** Param of PV2, in a call that submits. */
export const reasons = record(text({ maxLength: 300 }), {
  maxProperties: 100,
  description: '逐项说明像是个人号码的内容、没有查找个人号码的文件为何必须公开',
});
const consents = list(text({ maxLength: 1_000 }), {
  maxItems: 100,
  description: '逐项同意公开的像是个人号码的内容、没有查找个人号码的文件',
});

/** Param of RD6, in calls that approve or publish without approval. */
const rowsGone = integer({ minimum: 0, description: '将移除的行数' });

const stepCall = <Answer>(
  summary: string,
  right: StaffRight,
  work: (input: Step, context: SignedIn) => Promise<Answer>,
): ConsoleCall<Answer, typeof params> =>
  consoleCall({ summary, answer: as<Answer>(), params, policy: { right, of: ofEdition }, handle: work });

/** Loads the publication into this server before the call is answered. */
async function thenRefresh({ refresh }: SignedIn, published: Promise<Published>): Promise<PublishedEdition> {
  const { at, ...done } = await published;
  await refresh();
  return { ...done, at: at.toISOString() };
}

/** The way of an edition to the public. Who may: staff-rights.ts; in which state: edition-steps.ts. */
export const editionStepCalls = {
  /** 2024 where it could not be published; reasons: of each finding by its key, 2033 where one lacks (PV2) */
  'POST /editions/:editionId/submit': consoleCall({
    summary: '提交审核',
    answer: as<void>(),
    params: { ...params, reasons: optional(reasons) },
    policy: { right: 'content.write', of: ofEdition },
    handle: async (input, context) => {
      const draft = await getDraft(context.db, input.editionId, input.version);
      // a draft may have been begun by somebody who may not change all that it changes
      await assertMayWrite(draft, input, context).catch((error: unknown) => {
        // rows of a definition that was changed since would change it back: no right is missing, the draft is old
        assertOwnDefinitions(context.site, draft.changes);
        throw error;
      });
      return submitEdition(context.publishContext, context.actor, input);
    },
  }),
  /** consents: keys of all findings, 2033 where one lacks (PV2); rowsGone: how many public rows go, where any do, else 2028 (RD6); 2072 while something holds it up (RM4) */
  'POST /editions/:editionId/approve': consoleCall({
    summary: '审核通过',
    answer: as<void>(),
    params: { ...params, consents: optional(consents), rowsGone: optional(rowsGone) },
    policy: { right: 'content.review', of: ofEdition },
    handle: (input, { publishContext, site, actor }) => approveSeen(publishContext, site, actor, input),
  }),
  /** RM4: why it cannot be approved as it is, beside `may`: open remarks; '' where nothing holds it up */
  'GET /editions/:editionId/held': consoleCall({
    summary: '稿件为何还不能同意',
    answer: as<{ why: string }>(),
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: async ({ editionId: id }, { db }) => ({ why: await heldBecause(db, id) }),
  }),
  /** needs a note */
  'POST /editions/:editionId/return': stepCall('退回', 'content.return', (input, { db, actor }) =>
    returnEdition(db, actor, input),
  ),
  'POST /editions/:editionId/publish': stepCall('发布', 'content.publish', (input, context) =>
    thenRefresh(context, publishEdition(context.publishContext, context.actor, input)),
  ),
  /** publishAt: a time with zone, later than now and within a year */
  'POST /editions/:editionId/schedule': consoleCall({
    summary: '定时发布',
    answer: as<void>(),
    params: { ...params, publishAt: text({ maxLength: 40, description: '发布时间' }) },
    policy: { right: 'content.publish', of: ofEdition },
    handle: ({ publishAt, ...input }, { db, actor }) =>
      scheduleEdition(db, actor, { ...input, publishAt: new Date(isMoment(publishAt) ? publishAt : Number.NaN) }),
  }),
  'POST /editions/:editionId/unschedule': stepCall('取消定时发布', 'content.publish', (input, { db, actor }) =>
    unscheduleEdition(db, actor, input),
  ),
  'POST /editions/:editionId/discard': stepCall('作废', 'content.write', (input, { db, actor }) =>
    discardEdition(db, actor, input),
  ),
  /** needs a note; a second person has to confirm within 24 hours */
  'POST /editions/:editionId/emergency': consoleCall({
    summary: '紧急发布',
    answer: as<PublishedEdition>(),
    params: { ...params, reasons: optional(reasons), rowsGone: optional(rowsGone) },
    policy: { right: 'content.publish', of: ofEdition },
    handle: (input, context) =>
      thenRefresh(context, emergencySeen(context.publishContext, context.site, context.actor, input)),
  }),
  /** needs a note: what the second person found */
  'POST /editions/:editionId/confirm': stepCall('复核紧急发布', 'content.review', (input, { db, actor }) =>
    confirmEmergency(db, actor, input),
  ),
  /** ED8: goes on with an import of which a step failed */
  'POST /editions/:editionId/resume': stepCall('继续分批发布', 'content.publish', (input, { db, actor }) =>
    resumeImport(db, actor, input),
  ),
  /** ED8: ends one of which a step failed: what is left of it is not published */
  'POST /editions/:editionId/end': stepCall('就此结束分批发布', 'content.publish', (input, { db, actor }) =>
    endImport(db, actor, input),
  ),
};
