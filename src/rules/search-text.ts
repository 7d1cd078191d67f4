/**
 * Text as a search compares it: compatibility forms unified (full-width Ａ is A), lower case, no white space (RG3).
 * Applied to the stored text at publication and to the visitor's words alike.
 */
export function normaliseSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
}
