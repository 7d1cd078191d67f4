import type { EditionForm, FormProblem } from './edition-form.ts';

/** Problems that a server, a preview or a check found, with their value. */
export interface Found<V> {
  problems: readonly FormProblem[];
  /** null: of the value as it is now */
  of: V | null;
}

/**
 * Statements of a form beside its fields: first the fields that have to be filled in. Then come the problems as far as
 * they still concern the value, each field once.
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
