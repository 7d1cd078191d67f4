import { checks } from './checks/index.ts';
import type { Feature } from './define-feature.ts';
import { feeding } from './feeding/index.ts';
import { movingIn } from './moving-in/index.ts';
import { notices } from './notices/index.ts';
import { remarks } from './remarks/index.ts';
import { removals } from './removals/index.ts';
import { setUp } from './set-up/index.ts';
import { templates } from './templates/index.ts';
import { sharedPreviews } from './shared-previews/index.ts';
import { transfer } from './transfer/index.ts';

/** Descriptions of features, by the name of the folder: plain data, which loads anywhere. */
export const features: Readonly<Record<string, Feature>> = {
  checks,
  feeding,
  'moving-in': movingIn,
  notices,
  remarks,
  removals,
  'set-up': setUp,
  templates,
  'shared-previews': sharedPreviews,
  transfer,
};
