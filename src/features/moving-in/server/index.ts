import { defineServerFeature } from '../../server-feature.ts';
import { databaseNow } from '#server/editions/publish/schedule-edition.ts';
import { movingInCalls } from './moving-in-calls.ts';
import { importsDirOf, removeOldImports } from './stored-import.ts';
import { openImportWork } from './work/open-work.ts';

const MINUTE = 60_000;

/** Articles of a former site are checked and made drafts of, in the console and by a command (MI1 to MI15). */
export const movingIn = defineServerFeature({
  open: ({ database, filesDir, runInWorkerFor, failed }) =>
    openImportWork({
      database,
      runInWorkerFor,
      filesDir,
      importsDir: importsDirOf(filesDir),
      onCrash: (error) => failed(error, 'work on an import of articles ended before it was done'),
    }),
  calls: movingInCalls,
  parts: ({ db, filesDir }) => [
    {
      name: 'old imports',
      node: 'any',
      first: 10 * MINUTE,
      every: 60 * MINUTE,
      run: async () => void (await removeOldImports(importsDirOf(filesDir), await databaseNow(db))),
      failed: 'imports that nobody goes on with could not be removed; it is tried again within the hour',
    },
  ],
});
