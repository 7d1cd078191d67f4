/**
 * Back and Forward, before the router hears of them: listeners of a window are asked in the order in which they came,
 * so
 * this one is there before the router is drawn (ConsoleApp.tsx).
 */
type Guard = (event: PopStateEvent) => void;

/** the last that came is asked alone: a form within a form answers first */
const guards: Guard[] = [];

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => guards.at(-1)?.(event));

export interface Guarding {
  /** whether it is the one that is asked: no other came after it */
  isAsked: () => boolean;
  /** takes it away again; then those that were there before are asked as before */
  end: () => void;
}

export function guardBack(guard: Guard): Guarding {
  guards.push(guard);
  return {
    isAsked: () => guards.at(-1) === guard,
    end: () => void guards.splice(guards.indexOf(guard), 1),
  };
}
