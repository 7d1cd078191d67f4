/** Whether a text is authored HTML. */
const isHtml = (text: string): boolean => /<[a-z][^>]*>/i.test(text);

/** Words as they stand between tags. */
const asHtml = (words: string): string => words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/**
 * CS6: a text with other words where people read the former ones: of HTML between tags alone, so that no address and no
 * file becomes another. The same text where they stand nowhere.
 */
export function replaceWords(text: string, from: string, to: string): string {
  if (!isHtml(text)) return text.replaceAll(from, () => to);
  return text
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : part.replaceAll(asHtml(from), () => asHtml(to))))
    .join('');
}
