import { checks } from './checks/index.ts';
import type { Feature } from './define-feature.ts';
import { feeding } from './feeding/index.ts';
import { movingIn } from './moving-in/index.ts';
import { transfer } from './transfer/index.ts';

/** Descriptions of features, by the name of the folder: plain data, which loads anywhere. */
export const features: Readonly<Record<string, Feature>> = {
  checks,
  feeding,
  'moving-in': movingIn,
  transfer,
};
