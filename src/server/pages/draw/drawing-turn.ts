import { setImmediate, setTimeout } from 'node:timers/promises';

/** milliseconds since the last kept page was sent, after which no further request for one is expected */
const QUIET_AFTER = 500;
/** factor by which the pause for kept pages is longer than the drawing before it */
const REST = 2;
/** milliseconds: a process that was stopped while it drew must not rest for as long */
const LONGEST_REST = 50;

let free: Promise<void> = Promise.resolve();
let cachedSentAt = -Infinity;

/** Notes that visitors are sent kept pages at this time, for which drawing has to leave room. */
export function noteCachedPage(): void {
  cachedSentAt = performance.now();
}

/**
 * OL2: one page is drawn in a turn of the event loop. While kept pages are requested, a pause follows that is twice
 * as long as the drawing. Pages whose data arrive together would else be drawn one after another before any other
 * request is served, and a kept page would wait for all of them.
 */
export async function drawingTurn(): Promise<void> {
  const turn = free.then(() => setImmediate());
  free = turn.then(leaveRoom);
  await turn;
}

async function leaveRoom(): Promise<void> {
  const began = performance.now();
  await setImmediate();
  const now = performance.now();
  if (now - cachedSentAt < QUIET_AFTER) await setTimeout(Math.min(REST * (now - began), LONGEST_REST));
}
