/** RFC 6901 pointer of these steps. */
export const pointerTo = (...steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${escaped(step)}`).join('');

const escaped = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** The steps of an RFC 6901 pointer. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at an RFC 6901 pointer; undefined where there is none. */
export const valueAt = (whole: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>((value, step) => Object(value)[step], whole);
