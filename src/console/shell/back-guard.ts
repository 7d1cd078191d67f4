/**
 * Back and Forward, before the router hears of them: listeners of a window are asked in the order in which they came,
 * so this one is there before the router is drawn (ConsoleApp.tsx).
 */
type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => guard?.(event));

/** Asked alone: a screen has one form. @returns what takes it away again */
export function guardBack(asked: Guard): () => void {
  guard = asked;
  return () => {
    if (guard === asked) guard = null;
  };
}
