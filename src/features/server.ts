import { alerts } from './alerts/server/index.ts';
import { checks } from './checks/server/index.ts';
import { feeding } from './feeding/server/index.ts';
import { movingIn } from './moving-in/server/index.ts';
import { notices } from './notices/server/index.ts';
import type { ServerFeature } from './server-feature.ts';
import { openData } from './open-data/server/index.ts';
import { remarks } from './remarks/server/index.ts';
import { removals } from './removals/server/index.ts';
import { setUp } from './set-up/server/index.ts';
import { templates } from './templates/server/index.ts';
import { sharedPreviews } from './shared-previews/server/index.ts';
import { transfer } from './transfer/server/index.ts';

/** The server's half of each feature, by the name of its folder. */
export const serverFeatures: Readonly<Record<string, ServerFeature>> = {
  alerts,
  checks,
  feeding,
  'moving-in': movingIn,
  notices,
  'open-data': openData,
  remarks,
  removals,
  'set-up': setUp,
  templates,
  'shared-previews': sharedPreviews,
  transfer,
};
