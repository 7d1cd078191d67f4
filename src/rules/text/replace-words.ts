/** Whether a text is authored HTML. */
const isHtml = (text: string): boolean => /<[a-z][^>]*>/i.test(text);

/** Sign that stands in no words, in the place of those that were replaced. */
const GONE = '\uFFFC';

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

/** Reason for which words in a text stay as they are. */
export type Remaining = 'inside-format' | 'other-signs';

/**
 * CS6: why words that people read in a text are not replaced in it: a tag stands inside of them, or they are written in
 * other signs. Null where none are left.
 * @param read text of HTML @param fold a text as searches compare it
 */
export function wordsRemaining(
  text: string,
  from: string,
  { read, fold }: Record<'read' | 'fold', (text: string) => string>,
): Remaining | null {
  const left = replaceWords(text, from, GONE);
  const words = isHtml(left) ? read(left) : left;
  if (words.includes(from)) return 'inside-format';
  return fold(words).includes(fold(from)) ? 'other-signs' : null;
}
