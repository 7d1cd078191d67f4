/** One element of a page, with what a crawler needs of it. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** text of the element and everything inside it, including the names that images and labels give */
  text: string;
  /** its own text, without that of the elements inside */
  own: string;
  /** the text must not be converted between scripts: translate="no" on this element or around it */
  kept: boolean;
}

const TOKEN = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>|([^<]+)/g;
const ATTRIBUTE = /([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** comments and elements whose text is not part of the page */
const NO_TEXT = /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g;
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/**
 * The elements of a page in document order. Only reads HTML as this product writes it: quotes in attributes and `<` in
 * text are escaped.
 */
export function readHtml(html: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const say = (text: string) => {
    for (const element of open) element.text += text;
  };
  const isVerbatim = (translate: string | undefined) =>
    translate === undefined ? (open.at(-1)?.kept ?? false) : translate === 'no';
  for (const [, closing, name = '', given = '', text] of html
    .replace(NO_TEXT, (block) => /^<(?!!)[^>]*>/.exec(block)?.[0].replace(/>$/, '></script>') ?? '')
    .matchAll(TOKEN)) {
    if (text !== undefined) {
      say(decode(text));
      const inside = open.at(-1);
      if (inside) inside.own += decode(text);
    } else if (closing) close(open, name.toLowerCase());
    else {
      const attributes = attributesOf(given);
      const element = {
        name: name.toLowerCase(),
        attributes,
        text: '',
        own: '',
        kept: isVerbatim(attributes.translate),
      };
      elements.push(element);
      const { alt, 'aria-label': label } = attributes;
      if (!VOID.has(element.name)) open.push(element);
      say(label ?? alt ?? '');
    }
  }
  return elements;
}

/** Closes the innermost open element of this name, and everything open inside it. */
function close(open: Element[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name);
  if (at >= 0) open.length = at;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] ??= decode(double ?? single ?? bare ?? '');
  return attributes;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

export function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(parseInt(hex ?? decimal!, hex === undefined ? 10 : 16));
  });
}
