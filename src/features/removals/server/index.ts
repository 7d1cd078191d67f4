import { defineServerFeature } from '../../server-feature.ts';
import { removalCalls } from './removal-calls.ts';

/** Removals of content that must not have been public (RE1 to RE7). */
export const removals = defineServerFeature({ calls: removalCalls });
