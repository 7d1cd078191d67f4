import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { withoutBase } from '#rules/site-address.ts';
import { messages } from '../messages.ts';
import { useSite } from '../site-context.ts';
import type { Consent, Step } from './consent.ts';

/** Loaded when a text is needed: visitors who have agreed never load it. */
const ConsentDialog = lazy(() => import('./ConsentDialog.tsx').then((module) => ({ default: module.ConsentDialog })));

/**
 * AG5: links at the foot of the page that open a dialog; they are real addresses, which everything but a plain click
 * follows.
 */
const OPENS: Readonly<Record<string, Step>> = { '/legal/privacy': 1, '/legal/notice': 3 };

const nothing = () => null;

/**
 * TK1: the same button gives what it took: where nothing is agreed to it opens the texts. @param taken what is said
 * then
 */
function takeOrGive(consent: Consent, taken: string): void {
  if (!consent.isStored()) return void consent.open(1);
  consent.withdraw();
  messages.toast(taken, 'status');
}

/** Consent (AG): nothing of it is in the HTML, and a page without scripts has none. */
export function ConsentHost() {
  const { state, consent } = useSite();
  const { pathname } = useLocation();
  // the texts themselves can be read in peace, also by whoever has agreed to nothing yet
  const reading = withoutBase(state.base, pathname)?.startsWith('/legal/') === true;
  const asking = useSyncExternalStore(consent.subscribe, consent.current, nothing);

  // checked again on the next page, because consent can be withdrawn
  useEffect(() => {
    if (!reading) consent.begin();
  }, [consent, reading]);

  useEffect(() => {
    function onClick(event: MouseEvent) {
      const element = event.target instanceof Element ? event.target : null;
      const taking = element?.closest('[data-withdraws-consent]');
      if (taking) return takeOrGive(consent, taking.getAttribute('data-withdraws-consent')!);
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = element?.closest<HTMLAnchorElement>('.footer a');
      const step = link && OPENS[withoutBase(state.base, link.pathname) ?? ''];
      if (!step || !consent.open(step)) return;
      // before the site's own listener, which would move to the page
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [consent, state]);

  return (
    asking &&
    !(asking.first && reading) && (
      <Suspense fallback={null}>
        <ConsentDialog {...asking} />
      </Suspense>
    )
  );
}
