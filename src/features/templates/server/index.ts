import { defineServerFeature } from '../../server-feature.ts';
import { proposeEditions } from './propose-editions.ts';
import { templateCalls } from './template-calls.ts';

const MINUTE = 60_000;

/** Templates of articles that recur, and regular editions of them (TP4 to TP7). */
export const templates = defineServerFeature({
  calls: templateCalls,
  parts: ({ db, siteNow }) => [
    {
      name: 'regular editions',
      node: 'any',
      first: MINUTE,
      every: MINUTE,
      run: async () => void (await proposeEditions({ db, site: await siteNow(), now: Date.now() })),
      failed: 'editions could not be proposed of templates; it is tried again',
    },
  ],
});
