import type { Database } from '../db/connect.ts';
import type { Actor } from '../people/staff/audit.ts';
import type { FolderFiles } from './folder-files.ts';
import type { MadeArticle } from './make-articles.ts';
import { planEditions } from './plan-editions.ts';
import type { Problems } from './problems.ts';
import { saveEdition } from './save-editions.ts';
import { writeState, type ImportState, type SavedEdition } from './state.ts';

/** MI5: articles that are in no edition yet; those that were changed since are told. */
export function freshArticles(
  made: readonly MadeArticle[],
  problems: Problems,
  { editions }: ImportState,
): MadeArticle[] {
  const known = new Map(
    editions.flatMap(({ editionId, articles }) => articles.map((one) => [one.key, { ...one, editionId }])),
  );
  return made.filter(({ key, digest, entry }) => {
    const there = known.get(key);
    if (there && there.digest !== digest)
      problems.add('changed-since', entry.place, {
        en: `change it in the console; edition ${there.editionId} has it as it was`,
        zh: `请在稿件 ${there.editionId} 中修改`,
      });
    return !there;
  });
}

interface Saving {
  database: Pick<Database, 'db' | 'freeSpace'>;
  files: FolderFiles;
  /** DATA_DIR/files */
  filesDir: string;
  actor: Actor & { staffId: number };
  /** articles of the whole import */
  total: number;
}

/**
 * MI5: makes drafts of articles, edition by edition, each noted in `state` and in the folder before the next.
 * @param told of each edition, with how many articles it has
 * @throws CannotImport, StoreFull
 */
export async function saveArticles(
  fresh: readonly MadeArticle[],
  state: ImportState,
  { database: { db, freeSpace }, files, filesDir, actor, total }: Saving,
  told: (edition: SavedEdition & { isNew: boolean }) => void,
): Promise<void> {
  const store = { db, dir: filesDir, ...(freeSpace && { freeSpace }) };
  for (const group of planEditions(fresh)) {
    const { isNew, ...edition } = await saveEdition(group, { store, files, actor, total });
    state.editions.push(edition);
    writeState(files, state);
    told({ ...edition, isNew });
  }
}
