const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
/** Elements that end an open one of these kinds beside them, so that old HTML without end tags counts as flat. */
const ENDS: Record<string, readonly string[]> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['tr', 'td', 'th'],
  option: ['option'],
};

/**
 * Takes out start tags nested deeper than `most`: parsers need quadratic time for them (a megabyte of <b> is minutes).
 * A rough count that may misread comments and attributes; what it returns is still to be sanitised.
 */
export function capDepth(html: string, most: number): string {
  const open: string[] = [];
  return html.replace(/<(\/?)([a-z][a-z0-9:-]*)/gi, (start, slash: string, name: string) => {
    const tag = name.toLowerCase();
    if (slash) {
      const at = open.lastIndexOf(tag);
      if (at >= 0) open.length = at;
      return start;
    }
    if (VOID.has(tag)) return start;
    while (open.length > 0 && ENDS[tag]?.includes(open.at(-1)!)) open.pop();
    // <!b …> is a declaration, which every parser passes over
    if (open.length >= most) return `<!${name}`;
    open.push(tag);
    return start;
  });
}
