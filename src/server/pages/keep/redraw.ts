import { setTimeout as sleep } from 'node:timers/promises';
import type { Redrawable } from './page-cache.ts';

/** milliseconds between two of them, and before the next look while visitors wait */
const PAUSE = 50;

interface Redrawing {
  /** pages that are not there as of the newest publication, the most important first */
  due: () => Promise<Redrawable[]>;
  /** whether visitors wait for a page to be drawn */
  isBusy: () => boolean;
  /** draws a page, and keeps it */
  draw: (page: Redrawable, gone: AbortSignal) => Promise<unknown>;
}

/**
 * Draws home, first-level and the most visited pages again after each publication, one at a time, behind visitors
 * (PD8). The next visitor need not wait, and the pages are there as of this publication when the database goes away.
 */
export function createRedrawing({ due, isBusy, draw }: Redrawing) {
  let current = new AbortController();
  let running = Promise.resolve();

  async function redraw(stop: AbortSignal): Promise<void> {
    for (const page of await due().catch(() => [])) {
      do await sleep(PAUSE, undefined, { ref: false });
      while (isBusy() && !stop.aborted);
      if (stop.aborted) return;
      // a missing page or a database that is away is reported to the next visitor
      await draw(page, stop).catch(() => {});
    }
  }

  return {
    /**
     * Starts to draw; called after each publication. A run that is under way is ended first. Resolves when all are
     * drawn.
     */
    begin: (): Promise<void> => {
      current.abort();
      const { signal } = (current = new AbortController());
      return (running = running.then(() => redraw(signal)));
    },
    end: (): Promise<void> => {
      current.abort();
      return running;
    },
  };
}
