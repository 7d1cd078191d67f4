import { randomUUID } from 'node:crypto';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { storeArticles, storeArticleSet } from '#kinds/article-import/server/article-sets.ts';
import { articleImport, type SetArticle } from '#kinds/article-import/index.ts';
import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Senders } from '#page/settings/senders.ts';
import type { Db } from '#server/db/tables.ts';
import { changeWith } from '#server/editions/review/public-change.ts';
import { replacedMeanwhile, type Compared } from './compare-export.ts';
import { markOf } from './neutral.ts';
import { ownDocument, placedDocument } from './own-document.ts';
import { readExport } from './read-export.ts';

/** Limits of what is stored together: articles, and characters of their texts. */
const BATCH = { articles: 200, characters: 500_000 };

interface Given {
  db: Db;
  senders: Senders;
  /** the file that was compared */
  path: string;
  separate: readonly Compared[];
  /** paths here of stored files in the file */
  filepaths: ReadonlyMap<string, string>;
  title: string;
  /** name of the sender */
  source: string;
}

/**
 * BE8: stores the articles that come apart, a batch at a time, and gives the change that names them by their set. The file is read
 * once more for it, because texts name stored files as they are here, which is known when these are stored.
 * @throws TransferRefused where the file is not the one that was compared
 */
export async function bringArticles({ db, senders, path, separate, filepaths, title, source }: Given): Promise<Change> {
  const bySubject = new Map(separate.map((thing) => [thing.subject, thing]));
  const hashes: string[] = [];
  let batch: SetArticle[] = [];
  let characters = 0;
  const store = async (): Promise<void> => {
    hashes.push(...(await storeArticles(db, batch)));
    [batch, characters] = [[], 0];
  };
  for await (const line of readExport(path, senders)) {
    // only files follow; each article is identified by its mark
    if ('contents' in line) break;
    const thing = 'thing' in line ? bySubject.get(`${line.thing.kind}:${line.thing.id}`) : undefined;
    if (!thing || !('thing' in line)) continue;
    if (markOf(line.thing, line.thing.document) !== thing.mark.hash) throw replacedMeanwhile(path);
    batch.push(await setArticleOf(thing, line.thing.document, filepaths));
    characters += thing.characters;
    if (batch.length >= BATCH.articles || characters >= BATCH.characters) await store();
  }
  await store();
  if (hashes.length !== separate.length) throw replacedMeanwhile(path);
  const articleSet = await storeArticleSet(db, hashes);
  // a name that nothing was published under
  return {
    kind: articleImport.name,
    id: `transfer-${randomUUID()}`,
    document: { title, source, articleSet },
  };
}

async function setArticleOf(
  thing: Compared,
  exported: unknown,
  filepaths: ReadonlyMap<string, string>,
): Promise<SetArticle> {
  const { kind, id, ownId, revision } = thing;
  const { document } = changeWith(kind, id, ownDocument(thing, placedDocument(exported, filepaths)));
  const cleaned = (await storeOf({ kind }).draft!.cleaned!(document as never)) as ArticleDocument;
  return { document: cleaned, oldAddress: '', ...(ownId !== null && { replaces: revision }) };
}
