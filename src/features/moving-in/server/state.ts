import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { checkJson } from '#page/json-check.ts';
import { integer, list, object, text, type ValueOf } from '#page/schema-words.ts';
import type { Db } from '#server/db/tables.ts';
import { CannotImport } from './cannot-import.ts';
import type { FolderFiles } from './folder-files.ts';

/** file in the folder; it lists what is in the editions of one store */
const STATE_FILE = '.import-articles.json';
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

const schema = object({
  editions: list(
    object({
      editionId: integer(),
      /** hash of its first version */
      hash: text(),
      articles: list(object({ key: text({ maxLength: UNBOUNDED }), digest: text() }), { maxItems: UNBOUNDED }),
    }),
    { maxItems: UNBOUNDED },
  ),
});

/** MI5: which articles of the folder are in which edition. */
export type ImportState = ValueOf<typeof schema>;
export type SavedEdition = ImportState['editions'][number];

/**
 * Saved articles of this folder in this store. Editions that are missing or were discarded are forgotten. Of one that
 * was ended between two steps (ED8), unpublished articles are forgotten.
 * @throws CannotImport where the file was changed by others
 */
export async function readState(files: FolderFiles, db: Db): Promise<ImportState> {
  const path = files.pathOf(STATE_FILE);
  if (!existsSync(path)) return { editions: [] };
  const state = parsed(readFileSync(path, 'utf8'));
  const known: SavedEdition[] = [];
  for (const edition of state.editions) {
    const articles = await inStore(db, edition);
    if (articles.length > 0) known.push({ ...edition, articles });
  }
  return { editions: known };
}

function parsed(written: string): ImportState {
  try {
    const state: unknown = JSON.parse(written);
    if (checkJson(schema, state, '').length === 0) return state as ImportState;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CannotImport(
    `${STATE_FILE} is not as this command wrote it. Bring it back; or remove it, and discard in the console the editions of this folder first, or all articles come twice.`,
    '迁入记录已损坏；请先在“稿件”中放弃这次迁入的稿件，再重新上传文件夹',
  );
}

/** The articles of an edition that are in this store, or are about to be. */
async function inStore(db: Db, { editionId, hash, articles }: SavedEdition): Promise<SavedEdition['articles']> {
  const found = await db
    .selectFrom('edition')
    .innerJoin('edition_version', 'edition_version.edition_id', 'edition.edition_id')
    .leftJoin('edition_progress', 'edition_progress.edition_id', 'edition.edition_id')
    .select(['state', 'done'])
    .where('edition.edition_id', '=', editionId)
    .where('edition_version.version', '=', 1)
    .where('edition_version.content_hash', '=', hash)
    .where('edition.state', '<>', 'discarded')
    .executeTakeFirst();
  if (!found) return [];
  return found.state === 'published' && found.done !== null ? articles.slice(0, found.done) : articles;
}

/** Replaces the file as a whole, so that an interruption leaves the old or the new one. */
export function writeState(files: FolderFiles, state: ImportState): void {
  const path = files.pathOf(STATE_FILE);
  writeFileSync(`${path}.new`, JSON.stringify(state));
  renameSync(`${path}.new`, path);
}
