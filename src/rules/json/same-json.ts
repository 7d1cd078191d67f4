import { isObject } from './json.ts';

/** Whether two values say the same as JSON, whatever the order of their fields. */
export const isSameJson = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, given: unknown) =>
    isObject(given) ? Object.fromEntries(Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1))) : given,
  ) ?? '';
