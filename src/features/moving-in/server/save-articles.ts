import type { Database } from '#server/db/connect.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import type { FolderFiles } from './folder-files.ts';
import type { MadeArticle } from './make-articles.ts';
import { planEditions } from './plan-editions.ts';
import type { Problems } from './problems.ts';
import { saveImport } from './save-import.ts';
import { writeState, type ImportState, type SavedEdition } from './state.ts';
import { StoredFiles } from './stored-files.ts';

/** MI5: articles that are in no edition yet; those that were changed since are reported. */
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

/** Progress calls while it runs. */
interface SaveProgress {
  /** after each batch: articles of all that are stored */
  stored: (articles: number) => void;
  edition?: (edition: SavedEdition & { isNew: boolean }) => void;
}

/**
 * MI5, MI7: makes a draft of articles, or as few as may hold them, each noted in `state` and in the folder before the
 * next.
 * @throws CannotImport, StoreFull
 */
export async function saveArticles(
  fresh: readonly MadeArticle[],
  state: ImportState,
  { database: { db, freeSpace }, files, filesDir, actor, total }: Saving,
  progress: SaveProgress,
): Promise<void> {
  const store = { db, dir: filesDir, ...(freeSpace && { freeSpace }) };
  const known = new StoredFiles(db, files);
  let before = 0;
  for (const group of planEditions(fresh)) {
    const { isNew, ...edition } = await saveImport(group, {
      store,
      files,
      known,
      actor,
      total,
      onProgress: (stored) => progress.stored(before + stored),
    });
    before += group.length;
    state.editions.push(edition);
    writeState(files, state);
    progress.edition?.({ ...edition, isNew });
  }
}
