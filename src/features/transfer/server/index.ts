import { defineServerFeature } from '../../server-feature.ts';
import { openTransfers } from './open-transfers.ts';
import { transferCalls } from './transfer-calls.ts';

/** Files that go between the environments of a firm, from the console (BE5, BE6). */
export const transfer = defineServerFeature({
  open: ({ env, db, pagesDir, filesDir, runInWorkerFor, database, failed }) =>
    openTransfers({
      db,
      pagesDir,
      filesDir,
      name: env.siteUrl,
      runInWorkerFor,
      freeSpace: database.freeSpace,
      failed: (error) => failed(error, 'a file could not be taken to, or from, another environment'),
    }),
  calls: transferCalls,
});
