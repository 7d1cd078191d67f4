import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredPage } from './page-cache.ts';
import { sha256 } from '../../db/sha256.ts';

/** Kept pages as of one publication, and the store and build that they belong to. */
export interface PageCopy {
  /** mark of the store (db/instance.ts) */
  instance: string;
  /** hash of the built files that the pages name */
  build: string;
  /** newest publication that this server knew; every page is good for it */
  publication: number;
  /** its hash; '' for an empty store */
  hash: string;
  /** milliseconds since 1970 of the last answer of the database */
  seenAt: number;
  pages: readonly StoredPage[];
}

/** Entry of a page in the index: the places of its two parts, by the hash of their bytes. */
interface Entry extends Omit<StoredPage, 'html'> {
  page: string;
  css: string;
}

type Index = Omit<PageCopy, 'pages'> & { entries: Entry[] };

const INDEX = 'index.json';

/**
 * DATA_DIR/pages: the pages of the cache on disk, so that a start while the database is away can serve them (PD9).
 * One index names them all; without it there is no copy. It is removed when a newer publication becomes known,
 * before anything else, so that withdrawn content cannot come back from it.
 */
export class DiskPages {
  readonly #folder: string;
  /** entries by the document of a page, which does not change */
  readonly #written = new WeakMap<object, Pick<Entry, 'page' | 'css'>>();

  /** @param folder DATA_DIR/pages; made when there is something to write */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes the copy. */
  forget(): void {
    rmSync(join(this.#folder, INDEX), { force: true });
  }

  /** Takes the folder away. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Writes a copy in place of the last one.
   * @param isCurrent called when all is written: whether no newer publication has become known meanwhile
   * @throws errors of the file system; then the last copy remains
   */
  async write({ pages, ...facts }: PageCopy, isCurrent: () => boolean): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const there = new Set(readdirSync(this.#folder));
    const entries: Entry[] = [];
    for (const { html, ...page } of pages) {
      let names = this.#written.get(html);
      if (!names || !there.has(names.page) || !there.has(names.css)) {
        const { head, css, rest, ...policy } = html;
        const text = JSON.stringify({ ...policy, head: head.toString(), rest: rest.toString() });
        names = { page: `${sha256(text)}.json`, css: `${sha256(css)}.css` };
        await this.#put(there, names.page, text);
        await this.#put(there, names.css, css);
        this.#written.set(html, names);
      }
      entries.push({ ...page, ...names });
    }
    const next = join(this.#folder, `${INDEX}.new`);
    const file = await open(next, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify({ ...facts, entries } satisfies Index));
      await file.sync();
    } finally {
      await file.close();
    }
    // no step in between: a process that learns of a publication removes the index
    if (!isCurrent()) return;
    renameSync(next, join(this.#folder, INDEX));
    const named = new Set([INDEX, ...entries.flatMap(({ page, css }) => [page, css])]);
    for (const name of there) if (!named.has(name)) rmSync(join(this.#folder, name), { force: true });
  }

  async #put(there: Set<string>, name: string, bytes: Buffer | string): Promise<void> {
    if (there.has(name)) return;
    const path = join(this.#folder, name);
    await writeFile(`${path}.new`, bytes, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    there.add(name);
  }

  /** The copy, or null where there is none; pages whose bytes are not those that were written are left out. */
  read(): PageCopy | null {
    let index: Index;
    try {
      index = JSON.parse(readFileSync(join(this.#folder, INDEX), 'utf8')) as Index;
    } catch {
      return null;
    }
    const sheets = new Map<string, Buffer | null>();
    const { entries, ...facts } = index;
    const pages = entries.flatMap(({ page, css: sheet, ...rest }): StoredPage[] => {
      if (!sheets.has(sheet)) sheets.set(sheet, this.#read(sheet));
      const [text, css] = [this.#read(page), sheets.get(sheet) ?? null];
      if (text === null || css === null) return [];
      const html = JSON.parse(text.toString()) as { head: string; rest: string; note: string; cssHash: string };
      return [{ ...rest, html: { ...html, head: Buffer.from(html.head), css, rest: Buffer.from(html.rest) } }];
    });
    return { ...facts, pages };
  }

  /** The bytes whose hash is the file's name. */
  #read(name: string): Buffer | null {
    try {
      const bytes = readFileSync(join(this.#folder, name));
      return name.startsWith(sha256(bytes)) ? bytes : null;
    } catch {
      return null;
    }
  }
}
