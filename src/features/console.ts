import { checksConsole } from './checks/console/index.ts';
import type { ConsoleFeature } from './console-feature.ts';
import { feedingConsole } from './feeding/console/index.ts';
import { movingInConsole } from './moving-in/console/index.ts';
import { noticesConsole } from './notices/console/index.ts';
import { remarksConsole } from './remarks/console/index.ts';
import { removalsConsole } from './removals/console/index.ts';
import { setUpConsole } from './set-up/console/index.ts';
import { templatesConsole } from './templates/console/index.ts';
import { sharedPreviewsConsole } from './shared-previews/console/index.ts';
import { transferConsole } from './transfer/console/index.ts';

/** The console's half of each feature, by the name of its folder. */
export const consoleFeatures: Readonly<Record<string, ConsoleFeature>> = {
  checks: checksConsole,
  feeding: feedingConsole,
  'moving-in': movingInConsole,
  notices: noticesConsole,
  remarks: remarksConsole,
  removals: removalsConsole,
  'set-up': setUpConsole,
  templates: templatesConsole,
  'shared-previews': sharedPreviewsConsole,
  transfer: transferConsole,
};
