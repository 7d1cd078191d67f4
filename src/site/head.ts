import { useEffect, useLayoutEffect } from 'react';
import type { DocumentHead } from '#page/document-head.ts';
import { FAILED_NOTICE } from './notices.ts';

/** of an address whose page could not be had */
const UNKNOWN: DocumentHead = { title: FAILED_NOTICE.title, description: '', canonical: '' };

/** Keeps title, description and canonical address of the document true while moving between pages. React's own <title> would land in the body. */
export function useHead(head: DocumentHead | null): void {
  const { title, description, canonical, grey = false } = head ?? UNKNOWN;
  useEffect(() => {
    document.title = title;
    set('link[rel=canonical]', 'href', canonical);
    set('meta[name=description]', 'content', description);
  }, [title, description, canonical]);
  // before the new page is painted, or it would flash in the other colours
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('grey', grey);
  }, [grey]);
}

function set(selector: string, attribute: string, value: string) {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
