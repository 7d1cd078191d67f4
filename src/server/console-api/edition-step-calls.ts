import type { StaffRight } from '#rules/staff-rights.ts';
import { isMoment } from '#rules/moment-text.ts';
import type { Described, EditionStepCalls } from '#wire/console-calls.ts';
import type { PublishedEdition } from '#wire/edition-answers.ts';
import type { Published } from '../store/new-publication.ts';
import { discardEdition } from '../editions/discard-edition.ts';
import { emergencySeen, publishEdition } from '../editions/publish-edition.ts';
import { endImport, resumeImport } from '../editions/halted-import.ts';
import { approveSeen, confirmEmergency, returnEdition } from '../editions/review-edition.ts';
import { scheduleEdition, unscheduleEdition } from '../editions/schedule-edition.ts';
import { getDraft } from '../editions/edition-row.ts';
import { assertOwnDefinitions } from '../editions/save-edition.ts';
import { submitEdition } from '../editions/submit-edition.ts';
import { consoleCall, type Answers, type ConsoleCall, type SignedIn } from './define-console-call.ts';
import { assertMayWrite, editionId, ofEdition, version } from './edition-rights.ts';

type Step = EditionStepCalls['POST /editions/:editionId/publish']['params'];

const params = { editionId, version, note: { type: 'string', maxLength: 2_000, description: '说明' } };

/** Param of PV2, in a call that submits. */
export const reasons = {
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 300 },
  maxProperties: 100,
  description: '逐项说明像是个人号码的内容为何必须公开',
};
const consents = {
  type: 'array',
  items: { type: 'string', maxLength: 1_000 },
  maxItems: 100,
  description: '逐项同意公开的像是个人号码的内容',
};

/** Param of RD6, in calls that approve or publish without approval. */
const rowsGone = { type: 'integer', minimum: 0, description: '将移除的行数' };

const stepCall = <Answer>(
  summary: string,
  right: StaffRight,
  work: (input: Step, context: SignedIn) => Promise<Answer>,
): ConsoleCall<Described<Answer, Step>> =>
  consoleCall({ summary, params, required: ['version'], policy: { right, of: ofEdition }, handle: work });

/** Loads the publication into this server before the call is answered. */
async function thenRefresh({ refresh }: SignedIn, published: Promise<Published>): Promise<PublishedEdition> {
  const { at, ...done } = await published;
  await refresh();
  return { ...done, at: at.toISOString() };
}

/** The way of an edition to the public. Who may: staff-rights.ts; in which state: edition-steps.ts. */
export const editionStepCalls: Answers<EditionStepCalls> = {
  'POST /editions/:editionId/submit': consoleCall({
    summary: '提交审核',
    params: { ...params, reasons },
    required: ['version'],
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
  'POST /editions/:editionId/approve': consoleCall({
    summary: '审核通过',
    params: { ...params, consents, rowsGone },
    required: ['version'],
    policy: { right: 'content.review', of: ofEdition },
    handle: (input, { publishContext, site, actor }) => approveSeen(publishContext, site, actor, input),
  }),
  'POST /editions/:editionId/return': stepCall('退回', 'content.return', (input, { db, actor }) =>
    returnEdition(db, actor, input),
  ),
  'POST /editions/:editionId/publish': stepCall('发布', 'content.publish', (input, context) =>
    thenRefresh(context, publishEdition(context.publishContext, context.actor, input)),
  ),
  'POST /editions/:editionId/schedule': consoleCall({
    summary: '定时发布',
    params: { ...params, publishAt: { type: 'string', maxLength: 40, description: '发布时间' } },
    required: ['version', 'publishAt'],
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
  'POST /editions/:editionId/emergency': consoleCall({
    summary: '紧急发布',
    params: { ...params, reasons, rowsGone },
    required: ['version'],
    policy: { right: 'content.publish', of: ofEdition },
    handle: (input, context) =>
      thenRefresh(context, emergencySeen(context.publishContext, context.site, context.actor, input)),
  }),
  'POST /editions/:editionId/confirm': stepCall('复核紧急发布', 'content.review', (input, { db, actor }) =>
    confirmEmergency(db, actor, input),
  ),
  'POST /editions/:editionId/resume': stepCall('继续分批发布', 'content.publish', (input, { db, actor }) =>
    resumeImport(db, actor, input),
  ),
  'POST /editions/:editionId/end': stepCall('就此结束分批发布', 'content.publish', (input, { db, actor }) =>
    endImport(db, actor, input),
  ),
};
