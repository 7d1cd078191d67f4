/** Milliseconds without a request after which a server is idle. */
const IDLE = 2_000;
/** bytes that the process must have grown by, or a collection is not worth its time */
const WORTH = 20 * 1024 * 1024;

/**
 * Memory of a burst of requests goes back to the system as soon as nobody waits. V8 collects when it needs room and
 * keeps the pages it has emptied. So an idle server would hold a third more than it needs for as long as it is idle.
 * Only a collection of last resort hands them back. It takes some 150 ms, and happens only after requests, when none
 * has come for two seconds and the process has grown.
 * @param requests how many have been begun so far
 * @param collect such a collection
 * @param resident bytes of the process
 * @returns a function that ends it
 */
export function collectWhenIdle(
  requests: () => number,
  collect: () => void,
  resident: () => number = () => process.memoryUsage.rss(),
): () => void {
  let [seen, done, left] = [0, 0, 0];
  const timer = setInterval(() => {
    const now = requests();
    const idle = now === seen;
    seen = now;
    if (!idle || done === now || resident() - left < WORTH) return;
    collect();
    [done, left] = [now, resident()];
  }, IDLE);
  timer.unref();
  return () => clearInterval(timer);
}

/** The collection that also empties V8's stock of pages; null without --expose-gc (server-process.mjs). */
export const collector: (() => void) | null = globalThis.gc
  ? () => void globalThis.gc!({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  : null;
