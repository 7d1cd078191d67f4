import { defineServerFeature } from '../../server-feature.ts';
import { remarkCalls } from './remark-calls.ts';

/** Remarks at places of editions, for those who may read them (RM1 to RM8). */
export const remarks = defineServerFeature({ calls: remarkCalls });
