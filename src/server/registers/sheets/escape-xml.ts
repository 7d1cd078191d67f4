// oxlint-disable-next-line no-control-regex -- control characters are what must not reach the file
const SPECIAL = /[&<>"\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot hold, and texts that look like their spelling, are written _xHHHH_. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      SPECIAL,
      (character) => NAMED[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}
