import { realpathSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';

/** The files of the folder that is imported. Nothing outside of it is read, by no way of writing a path. */
export class FolderFiles {
  readonly root: string;
  readonly #found = new Map<string, string | null>();

  /** @param root of a folder that is there */
  constructor(root: string) {
    this.root = realpathSync(root);
  }

  pathOf(file: string): string {
    return join(this.root, file);
  }

  /** The path in the folder, with / between its parts; null where there is no such file within it. */
  find(written: string): string | null {
    const path = normalize(written.replaceAll('\\', '/')).replace(/^(\.?\/)+/, '');
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const found = path !== '' && this.#isFile(path) ? path.split(sep).join('/') : null;
    this.#found.set(path, found);
    return found;
  }

  #isFile(file: string): boolean {
    if (file.includes('\0')) return false;
    const path = join(this.root, file);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    return realpathSync(path).startsWith(this.root + sep);
  }
}
