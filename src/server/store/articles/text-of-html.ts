const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * The words of sanitised HTML in reading order, blocks and line breaks apart, for search and excerpts. Not for display
 * as HTML.
 */
export function textOfHtml(html: string): string {
  // behind the last > no tag ends: looking for its end from every < there would take time by the square of the length
  const end = html.lastIndexOf('>') + 1;
  return `${withoutTags(html.slice(0, end))}${html.slice(end)}`
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** The same, a line for each block, for people who compare two texts. Lines without words are left out. */
export const linesOfHtml = (html: string): string[] =>
  html
    .split(/<(?:\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|thead|tbody|blockquote|pre|figure|figcaption)|br|hr)\b[^>]*>/i)
    .map(textOfHtml)
    .filter((line) => line !== '');

/** Attributes that say something to somebody: the name of a picture, a hint, a number to dial. */
const SPOKEN_ATTRIBUTES =
  /\s(?:alt|title|aria-label|href\s*=\s*["']?\s*(?=(?:tel|sms|mailto):))(?:\s*=\s*)?("[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/** All that HTML says: a line for each block and cell, and what its attributes say. */
export const wordsOfHtml = (html: string): string =>
  [
    ...linesOfHtml(html.replaceAll(/<t[dh]\b[^>]*>/gi, '$&<br>')),
    ...[...html.matchAll(SPOKEN_ATTRIBUTES)].map(([, value]) => textOfHtml(value!)),
  ].join('\n');

const withoutTags = (html: string): string =>
  html
    .replace(
      /<(?:\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|thead|tbody|blockquote|pre|figure|figcaption)|br|hr|t[dh])\b[^>]*>/gi,
      ' ',
    )
    .replace(/<[^>]*>/g, '');
