import { textOfHtml } from '../../store/articles/text-of-html.ts';

/** All texts in a document, as people read them. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [/<[a-z][^>]*>/i.test(value) ? textOfHtml(value) : value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
