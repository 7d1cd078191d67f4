import type { readSheet } from '../sheets/read-sheet.ts';
import type { Sheet, SheetRow } from '../sheets/sheet.ts';

/** files whose first rows are cached; each has some hundred kilobytes */
const MOST_CACHED = 12;

type Read = () => ReturnType<typeof readSheet>;
type Top = Omit<Sheet, 'batches' | 'close'> & { rows: SheetRow[]; isWhole: boolean };

/**
 * Cache of the first rows of files that people work on now: each correction is answered at once, and most files are
 * read only once. A file is named by its content, so a cached entry is never old.
 */
export class CachedTops {
  private readonly cache = new Map<string, Promise<Top>>();
  private readonly most: number;

  /** @param most rows of a file */
  constructor(most: number) {
    this.most = most;
  }

  /** First rows of a file. @param read reads the file where they are not cached; its errors are not cached either */
  async first(filepath: string, sheet: string, read: Read): Promise<Sheet> {
    return served(await this.topOf(filepath, sheet, read));
  }

  /** All rows: a small file's from the cache, others' read anew. */
  async whole(filepath: string, sheet: string, read: Read): Promise<Sheet> {
    const top = await this.topOf(filepath, sheet, read);
    return top.isWhole ? served(top) : read();
  }

  private topOf(filepath: string, sheet: string, read: Read): Promise<Top> {
    const key = `${filepath}\n${sheet}`;
    const known = this.cache.get(key) ?? firstRows(read, this.most);
    this.cache.delete(key);
    this.cache.set(key, known);
    for (const [oldest] of this.cache) {
      if (this.cache.size <= MOST_CACHED) break;
      this.cache.delete(oldest);
    }
    known.catch(() => this.cache.delete(key));
    return known;
  }
}

async function firstRows(read: Read, most: number): Promise<Top> {
  const { batches, close, ...facts } = await read();
  const rows: SheetRow[] = [];
  let isWhole = true;
  for await (const batch of batches) {
    rows.push(...batch);
    isWhole = rows.length <= most;
    if (!isWhole) break;
  }
  await close();
  return { ...facts, rows: rows.slice(0, most), isWhole };
}

function served({ rows, isWhole: _isWhole, ...facts }: Top): Sheet {
  return { ...facts, batches: once(rows), close: async () => {} };
}

async function* once<T>(list: T[]): AsyncGenerator<T[]> {
  yield list;
}
