import { defineServerFeature } from '../../server-feature.ts';
import { dataSetThings } from './data-set-things.ts';
import { dataSets } from './data-sets-call.ts';
import { dataDocumentPlugin } from './data-document-plugin.ts';
import { answerFeed, FEED, feedFor } from './feed.ts';

/** Feeds of lists and registers, and the registers as data for programs (RG34, RG37). */
export const openData = defineServerFeature({
  shell: () => ({ feeds: true }),
  publicCalls: [dataSets],
  pages: {
    alternates: (site, page) => {
      const path = feedFor(site, page);
      return path === null ? [] : [{ type: 'application/rss+xml', path }];
    },
    things: dataSetThings,
    beside: { ending: FEED, answer: answerFeed },
  },
  routes: dataDocumentPlugin,
});
