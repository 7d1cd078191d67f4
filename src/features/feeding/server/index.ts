import { defineServerFeature } from '../../server-feature.ts';
import { feedCalls } from './feed-calls.ts';
import { feedPlugin } from './feed-plugin.ts';
import { publishDueDeliveries } from './publish-by-rule.ts';

/** Programs feed registers with a token; what came under a rule becomes public after its wait (FD1 to FD6). */
export const feeding = defineServerFeature({
  routes: feedPlugin,
  calls: feedCalls,
  parts: ({ publishing }) => [
    publishing({
      name: 'due deliveries',
      publish: publishDueDeliveries,
      failed: 'deliveries that are due could not be published',
    }),
  ],
});
