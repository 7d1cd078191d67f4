import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MovingInFolder, MovingInForm, MovingInJob } from '../wire.ts';
import type { NamedArticle } from './leave-out.ts';
import type { ImportState } from './state.ts';

/**
 * MI11: imports that people of the console have uploaded. Each is a folder DATA_DIR/imports/{id}: the files of the former
 * site below files/, and what is known of them in documents beside it, each written as a whole.
 */
export interface StoredImport extends MovingInForm {
  importId: string;
  name: string;
  upload: 'folder' | 'zip';
  /** owner of the import */
  staffId: number;
  /** the person's name at that time */
  by: string;
  /** ISO 8601, when articles were left out (MI14) or the list was given again (MI15); absent: never */
  mendedAt?: string;
  /** ISO 8601 */
  madeAt: string;
  changedAt: string;
}

/** The documents of an import, by their names. */
export interface ImportDocuments {
  import: StoredImport;
  /** written when all files are there */
  folder: MovingInFolder;
  job: MovingInJob & { process: string };
  check: CheckDocument;
  /** MI14: articles with errors, as the newest check found them */
  wrong: { checkedAt: string; list: NamedArticle[] };
  /** MI14: articles that were left out */
  left: NamedArticle[];
  saved: SavedDocument;
}

interface CheckDocument {
  at: string;
  /** key of the form and map that were checked */
  form: string;
  articles: number;
  present: number;
  files: number;
  links: number;
  editions: number;
  losses: string;
  encodings: string[];
  errors: number;
  wrong?: number;
  left?: number;
  kinds: Record<string, number>;
}

/** Record of which articles are in which edition; stays when the files are removed. */
interface SavedDocument {
  state: ImportState;
}

const DAY = 24 * 3_600_000;
/** MI11: milliseconds after the last change for which files, and the record of saved articles, are stored */
export const IMPORT_RETENTION = { files: 30 * DAY, saved: 365 * DAY };

/** beside DATA_DIR/files */
export const importsDirOf = (filesDir: string): string => join(dirname(filesDir), 'imports');

const IMPORT_ID = /^[0-9a-f]{12}$/;
/** JSON lines of problems, beside the documents */
export const PROBLEMS_FILE = 'problems.jsonl';
/** file whose presence ends work, on any server */
export const CANCEL_FILE = 'cancel';

/** Folder of an import, by an id that may come from outside. */
export class ImportFolder {
  readonly importId: string;
  readonly dir: string;
  readonly filesDir: string;

  /** @param importId as it was given */
  constructor(importsDir: string, importId: string) {
    if (!IMPORT_ID.test(importId)) throw new TypeError(`no id of an import: ${importId}`);
    this.importId = importId;
    this.dir = join(importsDir, importId);
    this.filesDir = join(this.dir, 'files');
  }

  pathOf(name: string): string {
    return join(this.dir, name);
  }

  /** null where there is none */
  async read<Name extends keyof ImportDocuments>(name: Name): Promise<ImportDocuments[Name] | null> {
    try {
      return JSON.parse(await readFile(this.pathOf(`${name}.json`), 'utf8')) as ImportDocuments[Name];
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Replaces it as a whole. */
  async write<Name extends keyof ImportDocuments>(name: Name, document: ImportDocuments[Name]): Promise<void> {
    const path = this.pathOf(`${name}.json`);
    const written = `${path}.${randomBytes(4).toString('hex')}`;
    await writeFile(written, JSON.stringify(document), { mode: 0o600 });
    await rename(written, path);
  }

  /** Changes what is known of it, and notes when. */
  async change(changes: Partial<StoredImport>): Promise<void> {
    const stored = await this.read('import');
    if (stored) await this.write('import', { ...stored, ...changes, changedAt: new Date().toISOString() });
  }

  /** Removes the whole folder. */
  async remove(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** null for an id that no import has */
export const importFolder = (importsDir: string, importId: string): ImportFolder | null =>
  IMPORT_ID.test(importId) ? new ImportFolder(importsDir, importId) : null;

export async function createImport(
  importsDir: string,
  given: Pick<StoredImport, 'name' | 'upload' | 'staffId' | 'by'>,
): Promise<string> {
  const importId = randomBytes(6).toString('hex');
  const folder = new ImportFolder(importsDir, importId);
  await mkdir(folder.filesDir, { recursive: true, mode: 0o700 });
  const madeAt = new Date().toISOString();
  await folder.write('import', { ...given, importId, madeAt, changedAt: madeAt, root: '', read: null, map: {} });
  return importId;
}

/** Imports of all persons, the one changed last first. */
export async function listImports(importsDir: string): Promise<{ folder: ImportFolder; stored: StoredImport }[]> {
  const names = await readdir(importsDir).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found: { folder: ImportFolder; stored: StoredImport }[] = [];
  for (const name of names) {
    const folder = importFolder(importsDir, name);
    const stored = await folder?.read('import');
    if (folder && stored) found.push({ folder, stored });
  }
  return found.sort((a, b) => (a.stored.changedAt < b.stored.changedAt ? 1 : -1));
}

/**
 * MI11: removes imports without a change for long. Of a saved one the files are removed first, and the record of its
 * articles, which leads old addresses to new ones, much later.
 * @returns how many lost something
 */
export async function removeOldImports(importsDir: string, now: Date): Promise<number> {
  let removed = 0;
  for (const { folder, stored } of await listImports(importsDir)) {
    const age = now.getTime() - Date.parse(stored.changedAt);
    if (age < IMPORT_RETENTION.files) continue;
    const isSaved = (await folder.read('saved')) !== null;
    if (!isSaved || age >= IMPORT_RETENTION.saved) await folder.remove();
    else if ((await folder.read('folder')) === null) continue;
    else {
      await rm(folder.filesDir, { recursive: true, force: true });
      await rm(folder.pathOf('folder.json'), { force: true });
    }
    removed += 1;
  }
  return removed;
}
