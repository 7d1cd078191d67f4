import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import type { Db } from '#server/db/tables.ts';
import type { FolderFiles } from './folder-files.ts';

/** file in the folder; a line for each stored file: its path there, its size and time, and where it is stored */
const JOURNAL = '.import-articles.files.jsonl';

type Line = [file: string, size: number, time: number, filepath: string];

/** MI7: which files of a folder are stored, so that an interrupted import does not read all of them again. */
export class StoredFiles {
  readonly #db: Db;
  readonly #files: FolderFiles;
  readonly #lines = new Map<string, Line>();

  constructor(db: Db, files: FolderFiles) {
    this.#db = db;
    this.#files = files;
    const path = files.pathOf(JOURNAL);
    for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
      const read = lineOf(line);
      if (read) this.#lines.set(read[0], read);
    }
  }

  /** Stored paths of files that have not changed since and are still in the store. */
  async find(wanted: readonly string[]): Promise<Map<string, string>> {
    const lines = wanted.flatMap((file) => {
      const line = this.#lines.get(file);
      return line && line[1] === this.#facts(file).size && line[2] === this.#facts(file).mtimeMs ? [line] : [];
    });
    if (lines.length === 0) return new Map();
    // counts as uploaded again, and is not removed before an edition names it
    const rows = await this.#db
      .updateTable('file')
      .set({ brought_at: new Date() })
      .where(
        'filepath',
        'in',
        lines.map(([, , , filepath]) => filepath),
      )
      .returning('filepath')
      .execute();
    const there = new Set(rows.map(({ filepath }) => filepath));
    return new Map(lines.flatMap(([file, , , filepath]) => (there.has(filepath) ? [[file, filepath]] : [])));
  }

  add(file: string, filepath: string): void {
    const { size, mtimeMs } = this.#facts(file);
    const line: Line = [file, size, mtimeMs, filepath];
    this.#lines.set(file, line);
    appendFileSync(this.#files.pathOf(JOURNAL), `${JSON.stringify(line)}\n`);
  }

  #facts(file: string) {
    return statSync(this.#files.pathOf(file));
  }
}

/** A line that an interruption cut off counts as none. */
function lineOf(written: string): Line | null {
  try {
    const line: unknown = JSON.parse(written);
    return Array.isArray(line) && line.length === 4 ? (line as Line) : null;
  } catch {
    return null;
  }
}
