import { defineServerFeature } from '../../server-feature.ts';
import { shareCalls } from './share-calls.ts';
import { sharePlugin } from './share-plugin.ts';

/** Links to previews of drafts, for people without an account (SH1 to SH5). */
export const sharedPreviews = defineServerFeature({
  calls: shareCalls,
  routes: sharePlugin,
});
