import type { StaffAct } from '#rules/staff-rights.ts';
import { isMoment } from '#rules/moment-text.ts';
import { discardEdition } from '../editions/discard-edition.ts';
import type { Asked } from '../editions/edition-row.ts';
import { emergencyPublish, publishEdition } from '../editions/publish-edition.ts';
import { approveEdition, confirmEmergency, returnEdition } from '../editions/review-edition.ts';
import { scheduleEdition, unscheduleEdition } from '../editions/schedule-edition.ts';
import { submitEdition } from '../editions/submit-edition.ts';
import { consoleCall, type ConsoleCall, type SignedIn } from './define-console-call.ts';
import { editionId, ofEdition, version } from './edition-rights.ts';

interface Step extends Asked {
  note?: string;
}

const note = { type: 'string', maxLength: 2_000, description: '说明' };

/** POST /editions/:editionId/{name} {version, note}; what comes back is null unless `work` answers something. */
function stepCall<P extends Step>(
  name: string,
  summary: string,
  act: StaffAct,
  work: (asked: P, context: SignedIn) => Promise<unknown>,
  more: { params?: Record<string, object>; required?: string[] } = {},
): ConsoleCall {
  return consoleCall<P>({
    method: 'POST',
    path: `/editions/:editionId/${name}`,
    summary,
    params: { editionId, version, note, ...more.params },
    required: ['version', ...(more.required ?? [])],
    policy: { act, of: ofEdition },
    handle: work,
  });
}

/** This server knows of the publication before whoever made it is told. */
async function thenRefresh<T>({ refresh }: SignedIn, published: Promise<T>): Promise<T> {
  const done = await published;
  await refresh();
  return done;
}

/** The way of an edition to the public. Who may: staff-rights.ts; in which state: edition-steps.ts. */
export const editionStepCalls: readonly ConsoleCall[] = [
  /** note: for the reviewer, optional. 2024 where it could not be published. */
  stepCall('submit', '提交审核', 'content.write', (asked, { press, doer }) => submitEdition(press, doer, asked)),
  stepCall('approve', '审核通过', 'content.review', (asked, { db, doer }) => approveEdition(db, doer, asked)),
  /** note: the reason, needed */
  stepCall('return', '退回', 'content.return', (asked, { db, doer }) => returnEdition(db, doer, asked)),
  /** {no, at, articleIds}: articleIds by place in changes, null for other changes */
  stepCall('publish', '发布', 'content.publish', (asked, context) =>
    thenRefresh(context, publishEdition(context.press, context.doer, asked)),
  ),
  /** publishAt: a time with zone, later than now and within a year */
  stepCall<Step & { publishAt: string }>(
    'schedule',
    '定时发布',
    'content.publish',
    ({ publishAt, ...asked }, { db, doer }) =>
      scheduleEdition(db, doer, { ...asked, publishAt: new Date(isMoment(publishAt) ? publishAt : Number.NaN) }),
    {
      params: { publishAt: { type: 'string', maxLength: 40, description: '发布时间' } },
      required: ['publishAt'],
    },
  ),
  stepCall('unschedule', '取消定时发布', 'content.publish', (asked, { db, doer }) =>
    unscheduleEdition(db, doer, asked),
  ),
  stepCall('discard', '作废', 'content.write', (asked, { db, doer }) => discardEdition(db, doer, asked)),
  /** note: the reason, needed. Answers as publish does; a second person has to confirm within 24 hours. */
  stepCall('emergency', '紧急发布', 'content.publish', (asked, context) =>
    thenRefresh(context, emergencyPublish(context.press, context.doer, asked)),
  ),
  /** note: what the second person found, needed */
  stepCall('confirm', '复核紧急发布', 'content.review', (asked, { db, doer }) => confirmEmergency(db, doer, asked)),
];
