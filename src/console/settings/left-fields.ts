import { useState } from 'react';
import type { FieldProblem } from '#wire/console-answers.ts';

/** name of the form's fields (SchemaForm) */
export const FORM_NAME = 'setting';

/**
 * SU11: what is wrong with a field is said once it has been left, so that nobody meets a form full of errors.
 * @param isToldAll a save was tried, or an earlier form has told it
 */
export function useLeftFields(problems: readonly FieldProblem[], showsAll: boolean) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  return {
    told: showsAll ? problems : problems.filter((problem) => isLeft(left, idOf(problem))),
    /** @param id of a field */
    leave: (id: string): void => setLeft((before) => (before.has(id) ? before : new Set([...before, id]))),
  };
}

/** Id of a field in the form: setting_addresses_0_text. */
const idOf = ({ pointer, field }: FieldProblem): string =>
  [FORM_NAME, ...pointer.split('/').slice(1), ...(field === undefined ? [] : [field])].join('_');

/** True for a group if one of its fields was left. */
const isLeft = (left: ReadonlySet<string>, id: string): boolean =>
  [...left].some((one) => one === id || one.startsWith(`${id}_`));
