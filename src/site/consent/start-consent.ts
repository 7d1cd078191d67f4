import type { Legal } from '#page/page-schema.ts';
import { createConsent, type Consent, type Step } from './consent.ts';
import { createDialog } from './consent-dialog.ts';

declare global {
  interface DocumentEventMap {
    /** AG6: what is agreed to may be other than before; the body says what holds. detail: what the visitor is told */
    'site:agreement': CustomEvent<string>;
    /** the app shows another page in the same document. detail: its path */
    'site:moved': CustomEvent<string>;
  }
}

/**
 * AG5: links at the foot of the page that open a dialog; they are real addresses, which everything but a plain click
 * follows.
 */
const OPENS: Readonly<Record<string, Step>> = { '/legal/privacy': 1, '/legal/notice': 3 };

/**
 * Consent (AG), beside the app and before it: nothing of it is in the HTML, and a page without scripts has none.
 * @param base of the site's pages
 * @param go told once when what is asked of a first visit is on the screen, or cannot be had; at once where nothing is
 */
export function startConsent(legal: Legal, base: string, go: () => void): void {
  const consent = createConsent(legal);
  // the texts themselves can be read in peace, also by whoever has agreed to nothing yet
  let path = location.pathname;
  const isReading = (): boolean => path.startsWith(`${base}/legal/`);
  const dialog = createDialog({ legal, base, consent });
  const show = (message = ''): void => {
    const asking = consent.current();
    dialog.show(asking?.first && isReading() ? null : asking);
    document.body.toggleAttribute('data-agreed', consent.isStored());
    document.dispatchEvent(new CustomEvent('site:agreement', { detail: message }));
  };
  // checked again on the next page, because consent can be withdrawn
  const look = (): void => {
    if (!isReading()) consent.begin();
    show();
  };
  consent.subscribe(() => show());
  document.addEventListener('site:moved', ({ detail }) => {
    // the app tells the page that it begins with, too
    if (path === detail) return;
    path = detail;
    look();
  });
  document.addEventListener('click', onClick, { capture: true });
  look();
  if (consent.current() === null || isReading()) go();
  else void dialog.drawn().finally(go);

  function onClick(event: MouseEvent): void {
    const element = event.target instanceof Element ? event.target : null;
    const taking = element?.closest('[data-withdraws-consent]');
    if (taking) {
      if (takeOrGive(consent)) show(taking.getAttribute('data-withdraws-consent')!);
      return;
    }
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = element?.closest<HTMLAnchorElement>('.footer a');
    const step = link?.pathname.startsWith(`${base}/`) && OPENS[link.pathname.slice(base.length)];
    if (!step || !consent.open(step)) return;
    // before the site's own listener, which would move to the page
    event.preventDefault();
    event.stopPropagation();
  }
}

/** TK1: the same button gives what it took: where nothing is agreed to it opens the texts. @returns whether it took */
function takeOrGive(consent: Consent): boolean {
  if (!consent.isStored()) {
    consent.open(1);
    return false;
  }
  consent.withdraw();
  return true;
}
