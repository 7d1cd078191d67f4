import { alerts } from './alerts/server/index.ts';
import { checks } from './checks/server/index.ts';
import { feeding } from './feeding/server/index.ts';
import { movingIn } from './moving-in/server/index.ts';
import type { ServerFeature } from './server-feature.ts';
import { transfer } from './transfer/server/index.ts';

/** The server's half of each feature, by the name of its folder. */
export const serverFeatures: Readonly<Record<string, ServerFeature>> = {
  alerts,
  checks,
  feeding,
  'moving-in': movingIn,
  transfer,
};
