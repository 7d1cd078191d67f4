import type { Feature } from '../define-feature.ts';

/** Remarks at places of editions, for those who may read them (RM1 to RM8). */
export const remarks: Feature = {};
