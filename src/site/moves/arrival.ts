import { useEffect, useRef } from 'react';
import { arrivalPlace } from '#rules/addresses/scroll-memory.ts';
import { hashTarget } from '#ui/hash-target.ts';

/** Scroll positions of this visit's history entries. */
const positions = new Map<string, number>();

/** SC2: those of this visit's paths that keep their place. */
const places = new Map<string, number>();

interface Arrival {
  /** path that is shown, '' where no page could be had */
  path: string;
  /** key of the history entry that is shown */
  entry: string;
  /** reached by Back or Forward */
  back: boolean;
  /** the path's place is kept (SC2, SC3) */
  keeps: boolean;
  /** whether the page's title is drawn */
  titled: boolean;
}

/**
 * SC1: another path starts at its top, or at its last place if it keeps that. Back returns to the last place; paging
 * and filters of one path do not move the page. Keyboard and screen reader arrive at the new page's title, which is
 * thereby read out.
 */
export function useArrival({ path, entry, back, keeps, titled }: Arrival): void {
  const before = useRef({ path, entry });
  const shown = useRef({ path, entry, keeps });

  useEffect(() => {
    // the browser restores by itself before the old page is back; on leaving, reload and bfcache are its own again
    const manual = () => (history.scrollRestoration = 'manual');
    const auto = () => (history.scrollRestoration = 'auto');
    const remember = () => {
      positions.set(shown.current.entry, window.scrollY);
      if (shown.current.keeps) places.set(shown.current.path, window.scrollY);
    };
    manual();
    window.addEventListener('pageshow', manual);
    window.addEventListener('pagehide', auto);
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      auto();
      window.removeEventListener('pageshow', manual);
      window.removeEventListener('pagehide', auto);
      window.removeEventListener('scroll', remember);
    };
  }, []);

  useEffect(() => {
    const was = before.current;
    if (was.entry === entry) return;
    before.current = { path, entry };
    shown.current = { path, entry, keeps };
    // a link to a place on this very page: the browser has gone there, and the entry has no state of ours
    if (was.path === path && history.state === null) return;
    const place = arrivalPlace({
      back,
      samePath: was.path === path,
      keeps,
      ofEntry: positions.get(entry),
      ofPath: places.get(path),
    });
    const target = !back && hashTarget();
    if (target) target.scrollIntoView();
    else if (place !== null) window.scrollTo(0, place);
    // nobody may scroll here before Back returns to it
    if (!positions.has(entry)) positions.set(entry, window.scrollY);
  }, [path, entry, back, keeps]);

  const announced = useRef(path);
  useEffect(() => {
    if (!titled || announced.current === path) return;
    announced.current = path;
    focusTitle();
  }, [path, titled]);
}

function focusTitle() {
  const title = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  // a visitor who has begun to type meanwhile is not interrupted
  if (!title || document.activeElement?.matches('input, select')) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
