import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { article, type ArticleDocument } from '#kinds/article/index.ts';
import type { Db } from '../db/tables.ts';
import { addEdition } from '../editions/create-edition.ts';
import { draftHash, readDraft, type Draft } from '../editions/draft-changes.ts';
import { Refused } from '../errors.ts';
import { acceptFile } from '../files/accept-file.ts';
import type { FileStore } from '../files/store.ts';
import { record, type Actor } from '../people/staff/audit.ts';
import { CannotImport } from './cannot-import.ts';
import type { FolderFiles } from './folder-files.ts';
import type { MadeArticle } from './make-articles.ts';
import { editionTitle } from './plan-editions.ts';
import { placeholderOf } from './rewrite.ts';
import type { SavedEdition } from './state.ts';

interface Saving {
  store: FileStore;
  files: FolderFiles;
  /** who the drafts are by */
  actor: Actor & { staffId: number };
  /** articles of the whole import */
  total: number;
}

/**
 * MI5: stores the files of one edition, and makes it as a draft; where this draft is there already, because the run
 * before was cut off between the two, it is taken.
 * @throws CannotImport, StoreFull
 */
export async function saveEdition(
  group: readonly MadeArticle[],
  saving: Saving,
): Promise<SavedEdition & { isNew: boolean }> {
  const { store, actor, total } = saving;
  const stored = new Map<string, string>();
  for (const file of new Set(group.flatMap(({ files }) => files))) stored.set(file, await storeOne(file, saving));
  const changes = group.map((made) => ({ kind: article.name, document: withFiles(made, stored) }));
  const draft = await readDraft({ title: editionTitle(group, total), changes });
  const hash = draftHash(draft);
  const present = await findDraft(store.db, actor, hash);
  const editionId = present ?? (await addDraft(store.db, actor, draft));
  return { isNew: present === undefined, editionId, hash, articles: group.map(({ key, digest }) => ({ key, digest })) };
}

/** Through the same door as editors' files, and into the operation record. */
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

async function addDraft(db: Db, actor: Actor, draft: Draft): Promise<number> {
  const channelIds = draft.changes.map(({ document }) => (document as ArticleDocument).channelId);
  const { editionId } = await db
    .transaction()
    .execute((trx) => addEdition(trx, actor, { draft, channelIds: [...new Set(channelIds)].sort(), base: {} }));
  return editionId;
}
