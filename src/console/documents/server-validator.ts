import type { ErrorSchema, ValidatorType } from '@rjsf/utils';
import type { PropsProblem } from '#wire/console-answers.ts';

/** Checks are the server's: the library for them compiles code, which the console's policy forbids. */
export const serverValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

/** key under which a form looks for the words at a field */
const ERRORS = '__errors';

/** Errors of the server by field: a pointer /a/0/b becomes {a: {0: {b: …}}}. */
export function errorsByField(problems: readonly PropsProblem[]): ErrorSchema {
  const errors: Record<string, unknown> = {};
  for (const { pointer, field, message } of problems) {
    let at = errors;
    for (const part of [...pointer.split('/').slice(1), ...(field === undefined ? [] : [field])])
      at = (at[part] ??= {}) as Record<string, unknown>;
    at[ERRORS] = [...((at[ERRORS] as string[] | undefined) ?? []), message];
  }
  return errors as ErrorSchema;
}
