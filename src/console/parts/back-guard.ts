/**
 * Handles Back and Forward before the router hears of them. Listeners of a window are called in the order in which they
 * came, so this one is there before the router is drawn (ConsoleApp.tsx).
 */
type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => guard?.(event));

/** Asked alone: a screen has one form. @returns what takes it away again */
export function guardBack(newGuard: Guard): () => void {
  guard = newGuard;
  return () => {
    if (guard === newGuard) guard = null;
  };
}
