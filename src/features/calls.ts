import type { Checked } from '#server/console-api/define-console-call.ts';
import type { checkCalls } from './checks/server/check-calls.ts';
import type { feedCalls } from './feeding/server/feed-calls.ts';
import type { movingInCalls } from './moving-in/server/moving-in-calls.ts';
import type { transferCalls } from './transfer/server/transfer-calls.ts';

/** The calls of the console that features answer, by the name of the folder. */
interface CallsByFeature {
  checks: Checked<typeof checkCalls>;
  feeding: Checked<typeof feedCalls>;
  'moving-in': Checked<typeof movingInCalls>;
  transfer: Checked<typeof transferCalls>;
}

type All<Calls> = (Calls extends unknown ? (each: Calls) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

/** All of them, which server/console-api/calls.ts has among its own. */
export type FeatureCalls = All<CallsByFeature[keyof CallsByFeature]>;
