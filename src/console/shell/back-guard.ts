/**
 * Back and Forward, before the router hears of them: listeners of a window are asked in the order in which they came,
 * so
 * this one is there before the router is drawn (ConsoleApp.tsx).
 */
type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => guard?.(event));

/** @param next what is asked from now on; null: nobody */
export function guardBack(next: Guard | null): void {
  guard = next;
}
