import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BasePath } from '#ui/base-path.ts';

export { viewOfExample as buildViewBlock, type Example } from '#page/widget-example.ts';

/**
 * Markup as the server writes it, below the base /swhysc, without the places where a line may end, or may not. These
 * depend on a module that another test of the same process may have loaded (LG10).
 */
export function draw(part: ReactNode): string {
  return renderToStaticMarkup(<BasePath value="/swhysc">{part}</BasePath>)
    .replaceAll(/<span class="phrases__number">(.*?)<\/span>/gs, '$1')
    .replaceAll(/<span class="phrases">.*?<\/span>/gs, (phrases) => phrases.replaceAll('<wbr>', ''));
}

/** Text of markup, tags taken out. */
export const textOf = (markup: string): string =>
  markup
    // a place where a line may end is in no text (LG10)
    .replaceAll(/<wbr\/?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
