import { useEffect, useLayoutEffect } from 'react';
import type { DocumentHead } from '#page/document-head.ts';
import { inScript } from '#ui/script/active-script.ts';

/**
 * Keeps title, description and canonical address of the document true while moving between pages. React's own <title>
 * would land in the body.
 */
export function useHead({ title, description, canonical, grey = false }: DocumentHead): void {
  useEffect(() => {
    document.title = inScript(title);
    set('link[rel=canonical]', 'href', canonical);
    set('meta[name=description]', 'content', inScript(description));
  }, [title, description, canonical]);
  // before the new page is painted, or it would flash in the other colours
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('grey', grey);
  }, [grey]);
}

function set(selector: string, attribute: string, value: string) {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
