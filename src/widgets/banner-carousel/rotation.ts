import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { LESS_MOTION, wantsLessMotion } from '#ui/less-motion.ts';

/** Milliseconds that a slide stays. */
const STAY = 7000;

function onMotionChange(tell: () => void): () => void {
  const query = matchMedia(LESS_MOTION);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}

/** null on the server and until the page is hydrated */
const useLessMotion = (): boolean | null => useSyncExternalStore(onMotionChange, wantsLessMotion, () => null);

/**
 * The shown slide of a scroller, and its walk from one to the next. The scroller is the truth: swiping, dots and the
 * walk all scroll it, so without scripts it still scrolls. What the visitor does by hand ends the walk; pointer, focus
 * and a hidden window hold it.
 */
export function useRotation(scroller: RefObject<HTMLElement | null>, count: number) {
  const lessMotion = useLessMotion();
  const [current, setCurrent] = useState(0);
  /** the visitor's own choice; before it, the setting for less motion counts */
  const [choice, setChoice] = useState<boolean | null>(null);
  const [held, setHeld] = useState(false);
  const playing = choice ?? !lessMotion;

  useEffect(() => {
    const slides = scroller.current;
    if (!slides) return;
    const follow = () => setCurrent(Math.min(count - 1, Math.round(slides.scrollLeft / slides.clientWidth)));
    slides.addEventListener('scroll', follow, { passive: true });
    return () => slides.removeEventListener('scroll', follow);
  }, [scroller, count]);

  const show = (index: number) => {
    const slides = scroller.current;
    slides?.scrollTo({
      left: ((index + count) % count) * slides.clientWidth,
      behavior: lessMotion ? 'instant' : 'smooth',
    });
  };

  // begins anew with every slide: each stays its whole time
  useEffect(() => {
    if (!playing || held || count < 2) return;
    const timer = setInterval(() => {
      if (!document.hidden) show(current + 1);
    }, STAY);
    return () => clearInterval(timer);
  });

  const stop = () => setChoice(false);
  const goTo = (index: number) => {
    stop();
    show(index);
  };
  const toggle = () => {
    setChoice(!playing);
    // a visitor who starts it by hand sees it walk, wherever pointer and focus are
    setHeld(false);
  };
  /** until hydrated every slide can be read and reached */
  return { current, playing, alive: lessMotion !== null, setHeld, stop, toggle, goTo };
}
