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

/** In which line of a text, counted from 1, each offset stands: where the lines begin is looked for once a text. */
export function linesOf(text: string): (offset: number) => number {
  const begins = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) begins.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = begins.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (begins[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** The first line of a file in which a text stands; 1 where it stands in none. */
export const lineOf = (path: string, text: string): number =>
  textOf(path)
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1 || 1;

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
