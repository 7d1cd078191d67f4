import { defineServerFeature } from '../../server-feature.ts';
import { setUpCalls } from './set-up-calls.ts';

/**
 * Progress of setting up a new site, trees of channels to begin with, and stages that are left out for now (SU4, SU5,
 * SU9).
 */
export const setUp = defineServerFeature({ calls: setUpCalls });
