import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedPages } from '#server/site/page-store.ts';
import type { RefusedRegister } from './find-register.ts';

/**
 * Definitions that are there and cannot be used, with their reasons: files by their place from the folder of the
 * program on. @param dir page-schemas/
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
    // a file of a wrong name is asked for by the name that it states
    const names = [
      stored,
      ...own.flatMap(({ code, suggestion }) =>
        code === 'misnamed-file' && suggestion !== undefined ? [suggestion.replace(/\.json$/, '')] : [],
      ),
    ];
    return names.map((register) => ({ register, title: titleOf(join(dir, file)), problems: own }));
  });
}

/** The title of a document that may be no JSON: the first one in it is the register's own. */
function titleOf(path: string): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return /"title"\s*:\s*"([^"\n]+)"/.exec(text)?.[1] ?? '';
}
