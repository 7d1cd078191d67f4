/**
 * The folder `tests/house` holds the repository to its own rules: walls between rooms, lists equal to folders,
 * documents equal to code. It reads files and runs nothing of the product but its lists. This file: reading them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** made by the product, not written: never looked at */
const MADE = new Set(['node_modules', 'dist', 'data', 'test-results', '.git', '.vite']);

/** Paths below the root, with forward slashes, of all files in a folder ('' is the root). */
export function filesIn(folder: string, matching = /./): string[] {
  if (!existsSync(root + folder)) return [];
  const at = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  return readdirSync(root + folder, { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(at(entry.name), matching) : [at(entry.name)]))
    .filter((path) => matching.test(path))
    .sort();
}

export const foldersIn = (folder: string): string[] =>
  readdirSync(root + folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

export const textOf = (path: string): string => readFileSync(root + path, 'utf8');

/** Page schemas that are JSON; what is broken in one is told by the check of page schemas, once. */
export function documentsIn<T>(path: RegExp): { file: string; document: T }[] {
  return filesIn('page-schemas', path).flatMap((file) => {
    try {
      return [{ file, document: JSON.parse(textOf(file)) as T }];
    } catch {
      return [];
    }
  });
}

export const exists = (path: string): boolean => existsSync(root + path);

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Cells of the tables below a heading of a Markdown document, header and rule lines left out. */
export function tableBelow(document: string, heading: string): string[][] {
  const section = document
    .split(/^(?=#{1,6} )/m)
    .find((part) => part.split('\n', 1)[0]!.replace(/^#+ /, '') === heading);
  if (section === undefined) throw new Error(`There is no heading "${heading}"`);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}
