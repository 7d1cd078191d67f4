/** Attributes that are read, not followed: addresses, classes and values stay as they are (LG4). */
const READ = /(\s(?:alt|title|aria-label)=")([^"]*)/g;

/**
 * Sanitised HTML with its words converted: what stands between tags, and in the attributes that are read. An element's
 * own name, its address and its class stay, whatever characters they hold.
 * @param html well-formed, with < and " of attributes' values written as entities
 */
export function convertHtml(html: string, convert: (text: string) => string): string {
  return html.replace(/<[^<>]*>?|[^<]+/g, (piece) =>
    piece.startsWith('<')
      ? piece.replace(READ, (_, name: string, words: string) => name + convert(words))
      : convert(piece),
  );
}
