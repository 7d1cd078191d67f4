/** characters of one list of declarations */
const MOST_STYLE = 4_000;

export interface Declaration {
  name: string;
  value: string;
  important: boolean;
}

const DECLARATION = /(?:^|[;\s])([a-z-][\w-]{1,60})\s*:\s*((?:"[^"]*"|'[^']*'|\\.|[^;"'\\])+)/gi;
export const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
/** \73 or \; */
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi;

const unescaped = (text: string): string =>
  text.replaceAll(ESCAPE, (_, code: string | undefined, sign: string) =>
    code === undefined
      ? sign
      : Number.parseInt(code, 16) <= 0x10ffff
        ? String.fromCodePoint(Number.parseInt(code, 16))
        : '',
  );

/** Custom properties to which a text gives one value each; of others nobody knows which counts. */
export function customProperties(html: string): ReadonlyMap<string, string> {
  const values = new Map<string, string | null>();
  if (!html.includes('var(')) return new Map();
  for (const [, name = '', written = ''] of html.matchAll(/(--[\w-]{1,60})\s*:\s*([^;{}"'<>]{1,200})/g)) {
    const value = written.trim().toLowerCase();
    values.set(name, values.has(name) && values.get(name) !== value ? null : value);
  }
  return new Map([...values].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}

const VARIABLE = /var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)/g;

/** A value with its custom properties, also where one names another. */
function resolved(value: string, custom: ReadonlyMap<string, string>): string {
  let made = value;
  for (let times = 0; times < 5 && made.includes('var('); times += 1)
    // properties that name several others would multiply
    made = made
      .replaceAll(VARIABLE, (whole, name: string, other?: string) => custom.get(name) ?? other?.trim() ?? whole)
      .slice(0, MOST_STYLE);
  return made;
}

const FONT =
  /^((?:[a-z-]+\s+|\d{3}\s+)*)((?:\d*\.?\d+(?:[a-z]+|%)?)|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*[\w.%]+)?\s+(.+)$/;

/** AC4: what `font` says of slant, weight, size and family, each by its own name. */
function longhands(declaration: Declaration): Declaration[] {
  const [, before = '', size, family] = declaration.name === 'font' ? (FONT.exec(declaration.value) ?? []) : [];
  if (size === undefined || family === undefined) return [declaration];
  const one = (name: string, value: string): Declaration => ({ name, value, important: declaration.important });
  return [
    one('font-style', /\b(?:italic|oblique)\b/.exec(before)?.[0] ?? 'normal'),
    one('font-weight', /\b(?:bold|bolder|lighter|\d{3})\b/.exec(before)?.[0] ?? 'normal'),
    one('font-size', size),
    one('font-family', family),
  ];
}

/** Declarations that may take something from the eye. */
export const mayHide = ({ name, value }: Declaration): boolean =>
  (name === 'display' && value === 'none') ||
  (name === 'visibility' && value === 'hidden') ||
  /^(?:mso-hide|opacity|text-indent|clip|clip-path|transform|font-size)$/.test(name) ||
  (name === 'color' && /^(?:white|transparent|#f{3,8})$/.test(value));

/** A group of rules of which one hides something. */
export const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden/i;

export function readDeclarations(text: string, custom: ReadonlyMap<string, string>): Declaration[] {
  if (!text.includes(':')) return [];
  const plain = text.slice(0, MOST_STYLE).replaceAll(COMMENT, ' ');
  // a name may be spelt in codes; in a value signs may be, a semicolon among them
  const spelt = plain.includes('\\') ? plain.replaceAll(/\\[\da-f]{1,6}\s?/gi, unescaped) : plain;
  return [...spelt.matchAll(DECLARATION)].flatMap(([, name = '', written = '']) => {
    const value = resolved(unescaped(written).trim().toLowerCase(), custom);
    const bare = value.replace(/\s*!important$/, '');
    return longhands({ name: name.toLowerCase(), value: bare, important: bare !== value });
  });
}
