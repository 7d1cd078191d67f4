import type { Feature } from '../define-feature.ts';

/** Links to previews of drafts, for people without an account, and what they answer (SH1 to SH5). */
export const sharedPreviews: Feature = {};
