import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { findStoredDocuments, storeDocuments } from '../store/documents/stored-documents.ts';
import type { Db } from '../db/tables.ts';
import { loadPages, type LoadedPages, type PageStoreFacts } from './page-store.ts';

type Question = Pick<PageStoreFacts, 'editions'> & { previous: LoadedPages | undefined };

/**
 * The current pages and registers. Contents of valid files are stored, and replace a file that is broken at a later
 * start (PS1). Only the site of now is stored; a failure to store must not fail a load.
 */
export function createCurrentPages(db: Db, dir: string, warn: (facts: object, message: string) => void) {
  let stored: ReadonlyMap<string, unknown> | null = null;

  async function store({ documents, refusedFiles, folderRead }: LoadedPages): Promise<void> {
    if (!folderRead) return;
    try {
      const before = (stored ??= await findStoredDocuments(db));
      const current = new Map([
        ...refusedFiles.flatMap((file): [string, unknown][] => (before.has(file) ? [[file, before.get(file)]] : [])),
        ...documents,
      ]);
      if (isSame(current, before)) return;
      await storeDocuments(db, current);
      stored = current;
    } catch (error) {
      warn({ err: error }, 'good page schemas could not be kept for a later start');
    }
  }

  return {
    async load({ editions, previous }: Question): Promise<LoadedPages> {
      const load = (stood?: LoadedPages) =>
        loadPages({ dir, editions, widgets, sources, ...(stood && { previous: stood }) });
      const loaded = load(previous);
      if (previous || loaded.problems.length === 0) return loaded;
      stored ??= await findStoredDocuments(db);
      return stored.size > 0 ? load(loadPages({ dir: stored, editions: [], widgets, sources })) : loaded;
    },
    store,
  };
}

function isSame(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([file, document]) => {
      const other = b.get(file);
      // a file that did not change is the same document still
      return document === other || JSON.stringify(document) === JSON.stringify(other);
    })
  );
}
