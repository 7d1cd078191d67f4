import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { storeArticles, storeArticleSet } from '#kinds/article-import/server/article-sets.ts';
import { articleImport } from '#kinds/article-import/index.ts';
import type { Db } from '#server/db/tables.ts';
import { addEdition } from '#server/editions/draft/create-edition.ts';
import { draftHash, type Draft } from '#server/editions/draft/draft-changes.ts';
import { Refused } from '#server/errors.ts';
import { acceptFile } from '#server/files/accept-file.ts';
import type { FileStore } from '#server/files/store.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import { CannotImport } from './cannot-import.ts';
import type { FolderFiles } from './folder-files.ts';
import type { MadeArticle } from './make-articles.ts';
import { editionTitle } from './plan-editions.ts';
import { placeholderOf } from './rewrite.ts';
import type { SavedEdition } from './state.ts';
import type { StoredFiles } from './stored-files.ts';

export interface Saving {
  store: FileStore;
  files: FolderFiles;
  /** files that an earlier run has stored */
  known: StoredFiles;
  /** person whose drafts they are */
  actor: Actor & { staffId: number };
  /** articles of the whole import */
  total: number;
  /** called after each batch with the articles that are stored */
  onProgress?: (stored: number) => void;
}

/** articles that are stored together */
const BATCH = 200;
/** files that are written side by side */
const AT_ONCE = 4;

/**
 * MI5, MI7: stores the files and the articles of one edition, and makes it as a draft that names them by their hash. What
 * an interrupted run has stored is not stored again; where the draft is there already, because that run was cut off
 * behind it, it is taken.
 * @throws CannotImport, StoreFull
 */
export async function saveImport(
  group: readonly MadeArticle[],
  saving: Saving,
): Promise<SavedEdition & { isNew: boolean }> {
  const { store, actor, total, files, onProgress } = saving;
  const hashes: string[] = [];
  for (let from = 0; from < group.length; from += BATCH) {
    const batch = group.slice(from, from + BATCH);
    const stored = await storeFiles([...new Set(batch.flatMap((one) => one.files))], saving);
    const articles = batch.map((made) => ({
      document: withFiles(made, stored),
      oldAddress: made.oldPlace?.path ?? '',
    }));
    hashes.push(...(await storeArticles(store.db, articles)));
    onProgress?.(hashes.length);
  }
  const articleSet = await storeArticleSet(store.db, hashes);
  const id = `import-${articleSet.hash.slice(0, 16)}`;
  const document = { title: basename(files.root).slice(0, 200), articleSet };
  const draft: Draft = {
    title: editionTitle(group, total),
    changes: [{ kind: articleImport.name, id, document }],
  };
  const hash = draftHash(draft);
  const present = await findDraft(store.db, actor, hash);
  const channelIds = articleSet.channels!.map(({ channelId }) => channelId).toSorted();
  const editionId = present ?? (await addDraft(store.db, actor, draft, channelIds));
  return { isNew: present === undefined, editionId, hash, articles: group.map(({ key, digest }) => ({ key, digest })) };
}

/** @returns by path in the folder where each file is stored */
async function storeFiles(wanted: readonly string[], saving: Saving): Promise<Map<string, string>> {
  const stored = await saving.known.find(wanted);
  const left = wanted.filter((file) => !stored.has(file));
  const next = left.values();
  const work = async (): Promise<void> => {
    for (const file of next) {
      const filepath = await storeOne(file, saving);
      stored.set(file, filepath);
      saving.known.add(file, filepath);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return stored;
}

/** Stores a file like an upload of an editor, with its entry in the operation record. */
async function storeOne(file: string, { store, files, actor }: Saving): Promise<string> {
  const path = files.pathOf(file);
  const { filepath, filename, bytes } = await acceptFile(
    store,
    basename(file),
    createReadStream(path),
    statSync(path).size,
  ).catch((error: unknown) => {
    throw error instanceof Refused
      ? new CannotImport(`${file} is not accepted: “${error.message}”`, `文件 ${file} 不能接收：${error.message}`)
      : error;
  });
  await record(store.db, actor, 'file.upload', { subject: `file:${filepath}`, facts: { filename, bytes } });
  return filepath;
}

function withFiles({ document, files }: MadeArticle, stored: ReadonlyMap<string, string>): ArticleDocument {
  let { content = '' } = document;
  for (const file of files) content = content.replaceAll(placeholderOf(file), stored.get(file)!);
  const byPlaceholder = new Map(files.map((file) => [placeholderOf(file), stored.get(file)!]));
  return {
    ...document,
    content,
    attachments: (document.attachments ?? []).map((one) => ({ ...one, filepath: byPlaceholder.get(one.filepath)! })),
  };
}

async function findDraft(db: Db, { staffId }: Saving['actor'], hash: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('edition')
    .innerJoin('edition_version', 'edition_version.edition_id', 'edition.edition_id')
    .select('edition.edition_id')
    .where('edition_version.version', '=', 1)
    .where('edition_version.content_hash', '=', hash)
    .where('edition_version.staff_id', '=', staffId)
    .where('edition.state', '<>', 'discarded')
    .executeTakeFirst();
  return found?.edition_id;
}

async function addDraft(db: Db, actor: Actor, draft: Draft, channelIds: string[]): Promise<number> {
  const { editionId } = await db
    .transaction()
    .execute((trx) => addEdition(trx, actor, { draft, channelIds, base: {} }));
  return editionId;
}
