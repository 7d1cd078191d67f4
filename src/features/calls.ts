import type { CheckCalls } from './checks/wire.ts';
import type { FeedCalls } from './feeding/wire.ts';
import type { MovingInCalls } from './moving-in/wire.ts';
import type { TransferCalls } from './transfer/wire.ts';

/** The calls of the console that features answer, by the name of the folder. */
interface CallsByFeature {
  checks: CheckCalls;
  feeding: FeedCalls;
  'moving-in': MovingInCalls;
  transfer: TransferCalls;
}

type All<Calls> = (Calls extends unknown ? (each: Calls) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

/** All of them; wire/console-calls.ts has them among its own. */
export type FeatureCalls = All<CallsByFeature[keyof CallsByFeature]>;
