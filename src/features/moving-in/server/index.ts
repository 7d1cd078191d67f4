import { defineServerFeature } from '../../server-feature.ts';
import { movingInCalls } from './moving-in-calls.ts';
import { importsDirOf, removeOldImports } from './stored-import.ts';
import { openImportWork } from './work/open-work.ts';

/** Articles of a former site are checked and made drafts of, in the console and by a command (MI1 to MI15). */
export const movingIn = defineServerFeature({
  open: ({ database, filesDir, warn }) =>
    openImportWork({
      database,
      filesDir,
      importsDir: importsDirOf(filesDir),
      onCrash: (error) => warn({ err: error }, 'work on an import of articles ended before it was done'),
    }),
  calls: movingInCalls,
  clean: ({ filesDir }, now) => removeOldImports(importsDirOf(filesDir), now),
});
