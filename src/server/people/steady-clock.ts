let ahead = -Infinity;

/**
 * The time in milliseconds by which sessions, tokens and links end (PD17). It follows the system's clock forwards and
 * never back: when that is put back, time goes on here as it passes. What a wrong clock ended stays ended.
 */
function steadyNow(): number {
  const counted = performance.now();
  ahead = Math.max(ahead, Date.now() - counted);
  return counted + ahead;
}

/** A moment before or after now. */
export const steadyDate = (milliseconds = 0): Date => new Date(steadyNow() + milliseconds);

/**
 * Milliseconds by which clocks of two servers may differ. What began later than that was begun by a clock that has been
 * put back since: when it ends cannot be known, so it has ended.
 */
export const CLOCKS_DIFFER = 5 * 60_000;
