import { createContext } from 'react';
import { mayDoSomewhere, type Grant } from '#rules/people/staff-rights.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import { useRead } from '../calls/use-calls.ts';

/** ED2: views of editions that wait for whoever is signed in, the most pressing first. */
export const WAITING_VIEWS = [
  'after-review',
  'returned',
  'approval-ended',
  'to-review',
  'to-publish',
] as const satisfies readonly EditionView[];

/** milliseconds; what others do is seen without a click */
const AGAIN = 60_000;

export interface Waits {
  view: (typeof WAITING_VIEWS)[number];
  count: number;
}

/** Waiting editions, fetched again each minute and after each step; [] where there are none or it is not known. */
export function useWaiting(grants: readonly Grant[]): Waits[] {
  const { data } = useRead('GET /editions/counts', mayDoSomewhere(grants, 'content.read') ? {} : null, {
    refreshInterval: AGAIN,
  });
  return WAITING_VIEWS.flatMap((view) => {
    const count = data?.[view] ?? 0;
    return count > 0 ? [{ view, count }] : [];
  });
}

export const sumOf = (waiting: readonly Waits[]): number => waiting.reduce((sum, { count }) => sum + count, 0);

/** Number of waiting editions, for the title of the browser's tab. */
export const WaitingCount = createContext(0);
