import type { EditionForm, FormProblem } from './edition-form.ts';

/** What a server, a preview or a check found wrong, and of which value. */
export interface Found<V> {
  problems: readonly FormProblem[];
  /** null: of the value as it is now */
  of: V | null;
}

/**
 * What a form states beside its fields: what has to be filled in, then what was found wrong as far as it still concerns
 * the value, each field once.
 * @param missing what has to be filled in first
 */
export function statedProblems<V>(
  { problemIn }: Pick<EditionForm<V>, 'problemIn'>,
  { problems, of }: Found<V>,
  now: V,
  missing: readonly FormProblem[],
): FormProblem[] {
  const concerned = of === null || !problemIn ? problems : problems.flatMap((one) => problemIn(one, of, now) ?? []);
  return [...missing, ...concerned.filter((one) => !missing.some(({ pointer }) => pointer && pointer === one.pointer))];
}
