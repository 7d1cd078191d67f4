/**
 * Content-Disposition with the name twice (RFC 6266): in UTF-8 for all present browsers, and in ASCII for the rest.
 * Path separators, control and direction characters never reach a visitor's disk.
 * @param fallback a name for the rest with more meaning than one with its Chinese replaced
 */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string, fallback = filename): string {
  const name = cleanName(filename);
  // backslash, quote and percent sign are read differently by different browsers
  const ascii = cleanName(fallback)
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeName(name)}`;
}

function cleanName(filename: string): string {
  const name = filename
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .trim();
  return shorten(name) || 'file';
}

/** Shortens a name to the 255 bytes of file systems; the ending stays. */
function shorten(name: string): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  const characters = Array.from(name.slice(0, name.length - ending.length));
  while (Buffer.byteLength(characters.join('') + ending) > 200)
    characters.length = Math.min(characters.length - 1, 200);
  return characters.join('') + ending;
}

/** RFC 5987: characters that encodeURIComponent leaves and the grammar does not allow are escaped, too. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
