import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * OL2: one page is drawn in a turn of the event loop. Pages whose data arrive together would else be drawn one after
 * another before anything else is looked at, and a kept page would wait for all of them.
 */
export async function drawingTurn(): Promise<void> {
  const turn = last.then(() => setImmediate());
  last = turn;
  await turn;
}
