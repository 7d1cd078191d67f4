import { setImmediate, setTimeout } from 'node:timers/promises';

/** milliseconds since the last kept page was sent, after which nobody is taken to ask for one */
const STILL_ASKED = 500;
/** how many times as long as a page was drawn is left to kept pages before the next */
const REST = 2;
/** milliseconds: a process that was stopped while it drew must not rest for as long */
const LONGEST_REST = 50;

let free: Promise<void> = Promise.resolve();
let keptSent = -Infinity;

/** Tells that visitors are sent kept pages at this time, which drawing has to leave room for. */
export function noteKeptPage(): void {
  keptSent = performance.now();
}

/**
 * OL2: one page is drawn in a turn of the event loop, and while kept pages are asked for, twice as long is left to them
 * before the next as this one took. Pages whose data arrive together would else be drawn one after another before anything
 * else is looked at, and a kept page would wait for all of them.
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
  if (now - keptSent < STILL_ASKED) await setTimeout(Math.min(REST * (now - began), LONGEST_REST));
}
