import { isDefinition } from '#page/register-schema.ts';
import { checkRegister } from '#page/check-register.ts';
import { formatProblem, type Problem } from '#page/problems.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import type { PageEdition } from '../../store/documents/list-page-editions.ts';
import { loadPages } from '../../site/page-store.ts';

type Edition = Pick<PageEdition, 'page' | 'document'>;

/**
 * PS1: problems for which the site would refuse editions that are to be published, by the check that it makes itself
 * when it loads them. Included is harm elsewhere (a register's new edition under the pages that show it).
 * @param dir page-schemas/
 * @param stored what is public
 * @returns problems of an edition have the file `edition:{name}`
 */
export function editionProblems(dir: string, stored: readonly Edition[], added: readonly Edition[]): Problem[] {
  const load = (editions: readonly Edition[]) => loadPages({ dir, editions, widgets, sources }).problems;
  const things = new Set(added.map(thingOf));
  // earlier editions of the same thing would stand in, and their problems are not these
  const others = stored.filter((edition) => !things.has(thingOf(edition)));
  const before = new Set(load(others).map(formatProblem));
  const found = load([...added, ...others]).filter((problem) => !before.has(formatProblem(problem)));
  const known = new Set(found.map(formatProblem));
  return [...found, ...added.flatMap(writtenAnew).filter((problem) => !known.has(formatProblem(problem)))];
}

/** PS9: a page may have the name of a register. */
const thingOf = ({ page, document }: Edition): string => `${isDefinition(document) ? 'register' : 'page'}:${page}`;

/** A definition that is written now says more than one that is public for long has to. */
const writtenAnew = ({ page, document }: Edition): Problem[] =>
  isDefinition(document)
    ? checkRegister(document).problems.map((problem) => ({ ...problem, file: `edition:${page}` }))
    : [];
