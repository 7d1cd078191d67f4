import type { CheckedEach } from '#server/console-api/define-console-call.ts';
import type { checkCalls } from './checks/server/check-calls.ts';
import type { feedCalls } from './feeding/server/feed-calls.ts';
import type { movingInCalls } from './moving-in/server/moving-in-calls.ts';
import type { noticeCalls } from './notices/server/notice-calls.ts';
import type { remarkCalls } from './remarks/server/remark-calls.ts';
import type { removalCalls } from './removals/server/removal-calls.ts';
import type { setUpCalls } from './set-up/server/set-up-calls.ts';
import type { templateCalls } from './templates/server/template-calls.ts';
import type { shareCalls } from './shared-previews/server/share-calls.ts';
import type { transferCalls } from './transfer/server/transfer-calls.ts';

/** The calls of the console that features answer, by the name of the folder. */
interface CallsByFeature {
  checks: typeof checkCalls;
  feeding: typeof feedCalls;
  'moving-in': typeof movingInCalls;
  notices: typeof noticeCalls;
  remarks: typeof remarkCalls;
  removals: typeof removalCalls;
  'set-up': typeof setUpCalls;
  templates: typeof templateCalls;
  'shared-previews': typeof shareCalls;
  transfer: typeof transferCalls;
}

type All<Calls> = (Calls extends unknown ? (each: Calls) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

/** Calls of all features, which server/console-api/calls.ts joins with its own. */
export type FeatureCalls = All<CheckedEach<CallsByFeature>[keyof CallsByFeature]>;
