import type { EditionHooks } from './server-feature.ts';
import { remarkHooks } from './remarks/server/remark-hooks.ts';
import { shareHooks } from './shared-previews/server/share-hooks.ts';

/** Words of features about editions, by the name of the folder. */
export const editionHooks: Readonly<Record<string, EditionHooks>> = {
  remarks: remarkHooks,
  'shared-previews': shareHooks,
};
