import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedPages } from '#server/site/page-store.ts';
import type { RefusedRegister } from './find-register.ts';

/**
 * Definitions that exist and cannot be used, with the reasons. Files are named by their path relative to the program's
 * folder.
 * @param dir page-schemas/
 */
export function refusedRegisters(
  dir: string,
  { lostRegisters, problems }: Pick<LoadedPages, 'lostRegisters' | 'problems'>,
): RefusedRegister[] {
  return [...lostRegisters].flatMap((stored) => {
    const file = `registers/${stored}.json`;
    const own = problems
      .filter((problem) => problem.file === file || problem.file === `edition:${stored}`)
      .map((problem) => ({ ...problem, file: problem.file === file ? `page-schemas/${file}` : problem.file! }));
    // a file with a wrong name can also be asked for by the register name that it contains
    const names = [
      stored,
      ...own.flatMap(({ code, suggestion }) =>
        code === 'misnamed-file' && suggestion !== undefined ? [suggestion.replace(/\.json$/, '')] : [],
      ),
    ];
    return names.map((register) => ({ register, title: titleOf(join(dir, file)), problems: own }));
  });
}

/** The title in a document that may be invalid JSON: its first "title" is that of the register. */
function titleOf(path: string): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return /"title"\s*:\s*"([^"\n]+)"/.exec(text)?.[1] ?? '';
}
