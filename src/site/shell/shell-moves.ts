import { useEffect } from 'react';
import { wantsLessMotion } from '#ui/less-motion.ts';

/** pixels below which a change of direction is a trembling hand */
const TREMBLE = 4;

/** folds of the shell, and the menus of tables and lists */
const FOLDS = '.fold[open], .downloads[open], .pager__size[open]';

/** boxes that may have to be scrolled: tables, the text of a dialog */
const BOXES = '[role="region"][tabindex]';

/**
 * Header and floating bar follow the visitor by one set of listeners. HD1 and HD2 set an attribute of the root that the
 * style sheet reads (`data-scroll`: down or up, absent at the top). Folds close by Escape, by a choice within them, by
 * a click elsewhere and by Back. SB7 leaves no trace in the history.
 */
export function useShellMoves(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const folds = () => document.querySelectorAll<HTMLDetailsElement>(FOLDS);
    let last = 0;

    function onScroll() {
      const y = window.scrollY;
      if (y <= (document.querySelector<HTMLElement>('.ribbon')?.offsetHeight ?? 0)) delete dataset.scroll;
      else if (Math.abs(y - last) > TREMBLE) dataset.scroll = y > last && !folds().length ? 'down' : 'up';
      else return;
      last = y;
    }

    function onClick(event: Event) {
      const target = event.target as Element;
      if (target.closest('[href="#top"]')) {
        event.preventDefault();
        window.scrollTo({ top: 0, behavior: wantsLessMotion() ? 'auto' : 'smooth' });
      }
      for (const fold of folds()) if (!fold.contains(target) || target.closest('a, button')) fold.open = false;
    }

    function onKeyDown(event: KeyboardEvent) {
      const { key } = event;
      if (key === '/') toBox(event);
      if (key === 'Tab')
        for (const box of document.querySelectorAll<HTMLElement>(BOXES)) box.tabIndex = scrolls(box) ? 0 : -1;
      if (key !== 'Escape') return;
      for (const fold of folds()) {
        fold.open = false;
        fold.querySelector('summary')!.focus();
      }
    }

    const onBack = () => folds().forEach((fold) => (fold.open = false));

    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('popstate', onBack);
    // before React hears of them: it keeps to itself what happens over HTML that it has not hydrated (WG5)
    document.addEventListener('click', onClick, true);
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('popstate', onBack);
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, []);
}

/** The key / leads to the box of the site's search from wherever nothing is typed. */
function toBox(event: KeyboardEvent): void {
  const box = document.querySelector<HTMLInputElement>('[aria-keyshortcuts="/"]');
  if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.matches('input, select, textarea, [contenteditable]')) return;
  event.preventDefault();
  box.select();
  box.focus();
}

/** SC4: a box of which all is in sight, or that lets all be seen, is no stop of the keyboard. */
function scrolls(box: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
  return (
    (scrollWidth > clientWidth || scrollHeight > clientHeight) &&
    getComputedStyle(box)
      .overflow.split(' ')
      .some((one) => one !== 'visible')
  );
}
