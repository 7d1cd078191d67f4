import { checksConsole } from './checks/console/index.ts';
import type { ConsoleFeature } from './console-feature.ts';
import { feedingConsole } from './feeding/console/index.ts';
import { movingInConsole } from './moving-in/console/index.ts';
import { transferConsole } from './transfer/console/index.ts';

/** The console's half of each feature, by the name of its folder. */
export const consoleFeatures: Readonly<Record<string, ConsoleFeature>> = {
  checks: checksConsole,
  feeding: feedingConsole,
  'moving-in': movingInConsole,
  transfer: transferConsole,
};
