import { fileURLToPath } from 'node:url';
import { formatProblem } from '#page/problems.ts';
import { loadPages } from '#server/site/page-store.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { printError, printWords } from './print.ts';

/**
 * Prints all problems of all documents in page-schemas/ (or in the folder given). Exits with 1 when there is one (PS1).
 */
const dir = process.argv[2] ?? fileURLToPath(new URL('../../page-schemas', import.meta.url));
const { pages, registers, problems } = loadPages({ dir, editions: [], widgets, sources });
for (const problem of problems) printError(formatProblem(problem));
const counted = `${pages.size} pages, ${Object.keys(registers).length} registers`;
printWords(
  problems.length === 0
    ? `${counted}: no problem`
    : `${counted} pass; ${problems.length} problem${problems.length === 1 ? '' : 's'}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
