import { useEffect, useRef, useState, type RefObject } from 'react';
import { isSeen } from './seen-places.ts';

/** places of the difference with which the page begins; another comparison is no reading of this version */
const REGION = '.differences[data-first]';
/** folded parts have to be opened before they can be seen */
const FOLDED = 'details:not([open])';
/** parts that hide places: a fold, a button that lists more, a choice among rows, one that is not loaded */
const HANDLES = `${FOLDED}, [data-more-rows], [data-filtered], [data-pending]`;
const PLACES = `[data-difference], ${HANDLES}`;
/** milliseconds in which nobody has read anything: a key that is pressed twice agrees once */
const LEAST = 300;

interface Places {
  all: number;
  unseen: number;
}

/**
 * RV2: places of the difference inside an element, and those that were not in view yet; null while there is none to
 * look at. What was seen as a whole stays seen. A place that is not loaded, or failed to be, is never seen.
 */
export function usePlaces(root: RefObject<HTMLElement | null>) {
  const [places, setPlaces] = useState<Places | null>(null);
  const [isCut, setCut] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const current = useRef<Element | null>(null);
  useEffect(() => {
    const element = root.current!;
    const seen = new WeakSet<Element>();
    let [frame, timer, shownAt, isDone] = [0, 0, 0, false];
    const look = (): void => {
      frame = 0;
      const region = element.querySelector(REGION);
      if (!region || isDone || document.visibilityState !== 'visible') return;
      shownAt ||= performance.now();
      const view = viewOf(element);
      const all = placesIn(region);
      for (const place of all) if (!place.matches(HANDLES) && isSeen(boxOf(place), view)) seen.add(place);
      const unseen = all.filter((place) => !seen.has(place)).length;
      const wait = LEAST - (performance.now() - shownAt);
      if (wait > 0) {
        clearTimeout(timer);
        timer = window.setTimeout(later, wait + 1);
        return;
      }
      isDone = unseen === 0;
      setCut(region.querySelector('[data-not-listed]') !== null);
      setFailed(region.querySelector('[data-failed]') !== null);
      setPlaces((before) =>
        before?.all === all.length && before.unseen === unseen ? before : { all: all.length, unseen },
      );
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    const watch = new MutationObserver(later);
    watch.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] });
    const ends = new AbortController();
    const { signal } = ends;
    document.addEventListener('scroll', later, { capture: true, passive: true, signal });
    document.addEventListener('visibilitychange', later, { signal });
    window.addEventListener('resize', later, { signal });
    later();
    return () => {
      watch.disconnect();
      ends.abort();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [root]);
  /** RV5: brings the next or previous place into view, and opens what is folded there. */
  const move = (step: 1 | -1): void => {
    const region = root.current?.querySelector(REGION);
    const all = region ? placesIn(region) : [];
    if (all.length === 0) return;
    const at = all.findIndex((place) => place === current.current);
    const next = all[Math.min(Math.max(at + step, 0), all.length - 1)]!;
    current.current?.removeAttribute('data-current');
    current.current = next;
    next.setAttribute('data-current', '');
    if (next instanceof HTMLDetailsElement) next.open = true;
    if (next instanceof HTMLButtonElement) next.click();
    next.scrollIntoView({ block: next.clientHeight > window.innerHeight / 2 ? 'end' : 'center' });
  };
  return { places, isCut, hasFailed, move, tickNext: () => tickNext(root.current!) };
}

/** Box of a place; a row ends with what it tells below its cells. */
function boxOf(place: Element): { top: number; bottom: number; height: number } {
  const { top, bottom, height } = place.getBoundingClientRect();
  const rest = place.nextElementSibling;
  return { top, bottom: rest?.matches('.row-rest') ? rest.getBoundingClientRect().bottom : bottom, height };
}

/** Places in the reading order; those inside a fold that is shut are not counted before it is open. */
const placesIn = (region: Element): Element[] =>
  [...region.querySelectorAll(PLACES)].filter((place) => place.parentElement!.closest(FOLDED) === null);

/** RV4: ticks the next red line where it stands; one that is out of view is brought into view first. */
function tickNext(element: HTMLElement): void {
  const next = element.querySelector<HTMLInputElement>('.red-line-tick input:not(:checked)');
  if (!next) return;
  const { top, bottom } = next.getBoundingClientRect();
  const view = viewOf(element);
  if (top >= view.top && bottom <= view.bottom) next.click();
  else next.scrollIntoView({ block: 'center' });
}

/** The part of the window in which is read: between the header and the bar of acts. */
function viewOf(element: HTMLElement): { top: number; bottom: number } {
  const header = document.querySelector('.shell > .bar')?.getBoundingClientRect().bottom ?? 0;
  const bar = element.querySelector('.acts-bar')?.getBoundingClientRect().top ?? window.innerHeight;
  return { top: Math.max(0, header), bottom: Math.min(window.innerHeight, bar) };
}
