import { compile } from 'css-select';
import { DomUtils } from 'htmlparser2';
import { isElement, type Document, type Element, type Node } from './tree.ts';

/** Declarations by property, both in lower case and without !important. */
export type Style = ReadonlyMap<string, string>;

/** characters of all style elements of a text, and rules of them, that are read; Word writes 60,000 and 200 */
const MOST_CSS = 500_000;
const MOST_RULES = 5_000;
/** of them for one class or element */
const MOST_OF_KEY = 300;
/** characters of one list of declarations */
const MOST_STYLE = 4_000;
/** steps up the tree that the selectors of one element may take */
const MOST_STEPS = 2_000;
const MOST_KNOWN = 10_000;

/** rules of attributes, places and the like, and steps among siblings that all of them may take */
const MOST_FREE = 500;
const MOST_FREE_STEPS = 3_000_000;
/** rules within each other */
const MOST_DEPTH = 8;
/** selectors of a nested rule as if it stood alone, and characters of it with those around: they multiply */
const MOST_NESTED = 20;
const MOST_SELECTOR = 1_000;
/** width of the screen, in px, on which a text is read */
const SCREEN = 1_280;

const MOST_GENERATED = 50;
const GENERATED = /::?(?:before|after)$/i;

interface Compound {
  tag: string;
  id: string;
  classes: readonly string[];
}

interface Rule {
  /** the element's own, then those around it from the inside out */
  compounds: readonly Compound[];
  /** direct[n]: compound n + 1 is the parent of n, and not anywhere around it */
  direct: readonly boolean[];
  weight: number;
  declarations: Declaration[];
}

interface Declaration {
  name: string;
  value: string;
  important: boolean;
}

const NONE: Style = new Map();

/** A rule of which the selector asks for more than elements, classes and ids. */
interface FreeRule {
  selector: string;
  fits: (element: Element) => boolean;
  weight: number;
  declarations: readonly Declaration[];
}

/**
 * The style sheets within a text, for what its elements look like: programs write there what else stands in the style
 * attribute. Rules for other media, of states and of what is generated are passed over; those that may hide something and
 * cannot be read are told.
 */
export class StyleSheets {
  private readonly byKey = new Map<string, Rule[]>();
  private readonly bySelector = new Map<string, Rule>();
  /** rules of what is generated before and behind elements, with its words */
  private readonly generated: (Rule & { words: string })[] = [];
  private count = 0;
  /** an element's style hangs on what is around it, too */
  private isNested = false;
  /** Word says the same of thousands of elements. */
  private readonly known = new Map<string, Style>();
  private readonly free: FreeRule[] = [];
  private freeSteps = MOST_FREE_STEPS;
  /** AC3: selectors and values that may hide something and that nobody here can read */
  readonly unread = new Set<string>();
  /** values of custom properties, where the text gives each only one */
  private readonly custom: ReadonlyMap<string, string>;
  /** classes that a rule names */
  readonly classes = new Set<string>();

  /** @param html of the text, for the custom properties in its style attributes */
  constructor(css: string, html = css) {
    this.custom = customProperties(html);
    if (css.trim() !== '')
      this.take(
        css
          .slice(0, MOST_CSS)
          .replaceAll(COMMENT, ' ')
          .replaceAll(/<!--|-->/g, ' '),
      );
    if (this.free.length > 0) this.isNested = true;
  }

  /** Declarations of an element: its style attribute after the rules that fit it. */
  styleOf(element: Element): Style {
    const { style = '', class: classes = '', id = '' } = element.attribs;
    if (style === '' && this.count === 0) return NONE;
    if (this.isNested) return this.read(element);
    const key = `${element.name}\n${classes}\n${id}\n${style}`;
    const known = this.known.get(key) ?? this.read(element);
    if (this.known.size < MOST_KNOWN) this.known.set(key, known);
    return known;
  }

  /** AC2: words that a rule adds before or behind an element; '' for none. */
  generatedBy(element: Element): string {
    if (this.generated.length === 0) return '';
    const steps = { left: MOST_STEPS };
    return this.generated
      .filter((rule) => fits(rule, 0, element, steps))
      .map(({ words }) => words)
      .join('');
  }

  private addGenerated(selector: string, declarations: readonly Declaration[]): void {
    const content = declarations.find(({ name }) => name === 'content')?.value ?? '';
    const words = /^(?:"([^"]*)"|'([^']*)')$/.exec(content)?.slice(1).join('') ?? '';
    const rule = /[\p{L}\p{N}]/u.test(words) ? readSelector(selector.replace(GENERATED, '')) : null;
    if (rule && this.generated.length < MOST_GENERATED) this.generated.push({ ...rule, words });
  }

  private read(element: Element): Style {
    const declared = new Map<string, { value: string; rank: number }>();
    const take = ({ name, value, important }: Declaration, weight: number): void => {
      const rank = weight + (important ? 100_000 : 0);
      if (rank >= (declared.get(name)?.rank ?? 0)) declared.set(name, { value, rank });
    };
    for (const { declarations, weight } of this.rulesFor(element)) for (const one of declarations) take(one, weight);
    for (const { declarations, weight } of this.freeRulesFor(element))
      for (const one of declarations) take(one, weight);
    for (const one of this.declarationsIn(element.attribs.style ?? '')) take(one, 10_000);
    return new Map([...declared].map(([name, { value }]) => [name, value]));
  }

  private declarationsIn(text: string): Declaration[] {
    const declarations = readDeclarations(text, this.custom);
    for (const { name, value } of declarations)
      if (/^(?:display|visibility)$/.test(name) && value.includes('var(')) this.unread.add(`${name}:${value}`);
    return declarations;
  }

  private freeRulesFor(element: Element): FreeRule[] {
    return this.free.filter(({ selector, fits: fitsElement, declarations }) => {
      if (this.freeSteps > 0) return fitsElement(element);
      if (declarations.some(mayHide)) this.unread.add(selector);
      return false;
    });
  }

  private rulesFor(element: Element): Rule[] {
    if (this.count === 0) return [];
    const { id = '' } = element.attribs;
    const keys = ['*', element.name, ...classesOf(element).map((name) => `.${name}`), `#${id}`];
    const steps = { left: MOST_STEPS };
    return [...new Set(keys)]
      .flatMap((key) => this.byKey.get(key) ?? [])
      .filter((rule) => fits(rule, 0, element, steps));
  }

  /** @param around selectors of the rule that these are nested in */
  private take(css: string, around = '', depth = 0): void {
    if (depth > MOST_DEPTH) return;
    for (let at = 0; at < css.length && this.count < MOST_RULES;) {
      const open = css.indexOf('{', at);
      if (open < 0) return;
      const prelude = css
        .slice(at, open)
        .replace(/^[^]*;/, '')
        .trim();
      const close = endOf(css, open);
      const body = css.slice(open + 1, close);
      if (prelude.startsWith('@')) this.takeGroup(prelude, body, around, depth);
      else this.takeNested(prelude, around, body, depth);
      at = close + 1;
    }
  }

  private takeNested(prelude: string, around: string, body: string, depth: number): void {
    const selectors = around === '' ? prelude : within(prelude, around);
    if (selectors !== null) this.takeRule(selectors, body, depth);
    else if (HIDES.test(body)) this.unread.add(prelude.slice(0, MOST_SELECTOR));
  }

  private takeGroup(prelude: string, body: string, around: string, depth: number): void {
    const [, name = '', condition = ''] = /^@([\w-]+)\s*([^]*)$/.exec(prelude.toLowerCase()) ?? [];
    const isMet =
      name === 'media'
        ? isMediumMet(condition)
        : name === 'supports'
          ? !/^not\b/.test(condition)
          : /^(?:layer|container|scope)$/.test(name)
            ? name === 'layer' || undefined
            : false;
    if (isMet === undefined && HIDES.test(body)) this.unread.add(prelude);
    if (!isMet) return;
    // declarations stand right within it where it stands within a rule
    if (around === '') this.take(body, '', depth + 1);
    else this.takeRule(around, body, depth);
  }

  private takeRule(selectors: string, body: string, depth: number): void {
    if (!body.includes('{')) return this.add(selectors, this.declarationsIn(body));
    let own = '';
    let nested = '';
    for (let at = 0; at < body.length;) {
      const open = body.indexOf('{', at);
      const from = open < 0 ? body.length : Math.max(body.lastIndexOf(';', open) + 1, at);
      const close = open < 0 ? body.length : endOf(body, open);
      own += `${body.slice(at, from)};`;
      nested += body.slice(from, close + 1);
      at = close + 1;
    }
    this.add(selectors, this.declarationsIn(own));
    this.take(nested, selectors, depth + 1);
  }

  /** A rule that css-select reads. */
  private addFree(selector: string, declarations: Declaration[]): void {
    if (STATE.test(selector)) return;
    this.count += 1;
    const isUnreadable = this.free.length >= MOST_FREE || /:has\(/i.test(selector);
    const found = isUnreadable ? null : compiled(selector, this.adapter);
    if (found !== null) this.free.push({ selector, fits: found, weight: weightOf(selector), declarations });
    else if (declarations.some(mayHide)) this.unread.add(selector);
  }

  /** Way through the tree, with the steps counted. */
  private readonly adapter = {
    ...DomUtils,
    isTag: isElement,
    getSiblings: (node: Node): (Node | Document)[] => {
      const siblings = DomUtils.getSiblings(node);
      this.freeSteps -= siblings.length;
      return siblings;
    },
  };

  private add(selectors: string, declarations: Declaration[]): void {
    if (declarations.length === 0) return;
    for (const written of splitSelectors(selectors)) {
      const selector = written.trim();
      if (GENERATED.test(selector)) this.addGenerated(selector, declarations);
      const same = this.bySelector.get(selector);
      const rule = same ?? readSelector(selector);
      if (!rule) this.addFree(selector, declarations);
      if (!rule || this.count >= MOST_RULES) continue;
      this.count += 1;
      rule.declarations.push(...declarations);
      if (same) continue;
      this.bySelector.set(selector, rule);
      const [{ tag, id, classes } = { tag: '', id: '', classes: [] }] = rule.compounds;
      for (const name of classes) this.classes.add(name);
      if (rule.compounds.length > 1) this.isNested = true;
      const key = id ? `#${id}` : classes[0] ? `.${classes[0]}` : tag || '*';
      const list = this.byKey.get(key) ?? [];
      if (list.length < MOST_OF_KEY) list.push(rule);
      this.byKey.set(key, list);
    }
  }
}

/** Names in lower case: in old pages and mails they are not told apart by it. */
export const classesOf = ({ attribs }: Element): string[] =>
  attribs.class === undefined ? [] : attribs.class.toLowerCase().split(/\s+/).filter(Boolean);

/** Where the block ends that begins at a brace. */
function endOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return css.length;
}

const DECLARATION = /(?:^|[;\s])([a-z-][\w-]{1,60})\s*:\s*((?:"[^"]*"|'[^']*'|\\.|[^;"'\\])+)/gi;
const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
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
function customProperties(html: string): ReadonlyMap<string, string> {
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
const mayHide = ({ name, value }: Declaration): boolean =>
  (name === 'display' && value === 'none') ||
  (name === 'visibility' && value === 'hidden') ||
  /^(?:mso-hide|opacity|text-indent|clip|clip-path|transform|font-size)$/.test(name) ||
  (name === 'color' && /^(?:white|transparent|#f{3,8})$/.test(value));

/** A group of rules of which one hides something. */
const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** States in which somebody does something, and parts that programs alone know. */
const STATE =
  /::|:(?:hover|focus[\w-]*|active|visited|target|checked|before|after|first-l\w+|selection|placeholder[\w-]*|disabled|enabled|valid|invalid|fullscreen|-\w[\w-]*)/i;

/** Whether a medium is the screen on which a text is read; undefined where it asks for what is not known. */
function isMediumMet(media: string): boolean | undefined {
  const each = media.split(',').map((one): boolean | undefined => {
    if (/\b(?:print|speech|not|dark|no-preference|reduce)\b/.test(one)) return false;
    const conditions = one.match(/\([^()]*\)/g) ?? [];
    const met = conditions.map((condition) => {
      const [, limit = '', amount = '', unit = ''] =
        /^\(\s*(min|max)-(?:device-)?width\s*:\s*(\d*\.?\d+)(px|em|rem)?\s*\)$/.exec(condition) ?? [];
      if (limit === '') return undefined;
      const width = Number(amount) * (unit === 'px' || unit === '' ? 1 : 16);
      return limit === 'min' ? width <= SCREEN : width >= SCREEN;
    });
    return met.includes(false) ? false : met.includes(undefined) ? undefined : true;
  });
  return each.includes(true) ? true : each.includes(undefined) ? undefined : false;
}

/** Selectors of a list; a comma within brackets parts none. */
function splitSelectors(list: string): string[] {
  if (!/[([]/.test(list)) return list.split(',');
  const parts: string[] = [''];
  let depth = 0;
  for (const sign of list) {
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The selectors of a nested rule, as if it stood alone; null where they are more than people write. */
function within(nested: string, around: string): string | null {
  if (nested.length + around.length > MOST_SELECTOR) return null;
  const outers = splitSelectors(around);
  const inners = splitSelectors(nested);
  if (outers.length * inners.length > MOST_NESTED || (nested.match(/&/g)?.length ?? 0) > MOST_NESTED) return null;
  return inners
    .flatMap((inner) =>
      outers.map((outer) =>
        inner.includes('&') ? inner.replaceAll('&', outer.trim()) : `${outer.trim()} ${inner.trim()}`,
      ),
    )
    .join(',');
}

function compiled(selector: string, adapter: unknown): ((element: Element) => boolean) | null {
  try {
    return compile<Node | Document, Element>(selector, { adapter: adapter as never, cacheResults: false });
  } catch {
    return null;
  }
}

/** How much a selector counts beside others, nearly. */
const weightOf = (selector: string): number =>
  (selector.match(/#[\w-]/g)?.length ?? 0) * 100 +
  (selector.match(/\.[\w-]|\[|:(?!is|not|where)[a-z]/gi)?.length ?? 0) * 10 +
  (selector.match(/(?:^|[\s>+~(])[a-z]/gi)?.length ?? 0);

function readDeclarations(text: string, custom: ReadonlyMap<string, string>): Declaration[] {
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

/** null for one that asks for more: a state, an attribute, a place among others. */
function readSelector(selector: string): Rule | null {
  const parts = selector.replaceAll(/\s*>\s*/g, ' > ').split(/\s+/);
  const compounds: Compound[] = [];
  const direct: boolean[] = [];
  let weight = 0;
  for (const part of parts.toReversed()) {
    if (part === '>') {
      direct[compounds.length - 1] = true;
      continue;
    }
    // in an article every link is one
    const [, tag = '', rest = ''] = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)(?::link)?$/i.exec(part) ?? [];
    if (tag === '' && rest === '') return null;
    const names = rest.toLowerCase().match(/[.#][\w-]+/g) ?? [];
    const id = names.find((name) => name.startsWith('#'))?.slice(1) ?? '';
    const classes = names.filter((name) => name.startsWith('.')).map((name) => name.slice(1));
    weight += (id ? 100 : 0) + classes.length * 10 + (tag && tag !== '*' ? 1 : 0);
    direct[compounds.length] ??= false;
    compounds.push({ tag: tag === '*' ? '' : tag.toLowerCase(), id, classes });
  }
  return compounds.length === 0 ? null : { compounds, direct, weight, declarations: [] };
}

function fits(rule: Rule, at: number, element: Element, steps: { left: number }): boolean {
  const { tag, id, classes } = rule.compounds[at]!;
  if (tag && element.name !== tag) return false;
  if (id && element.attribs.id?.toLowerCase() !== id) return false;
  if (classes.length > 0) {
    const own = classesOf(element);
    if (!classes.every((name) => own.includes(name))) return false;
  }
  if (at + 1 === rule.compounds.length) return true;
  for (let around = element.parent; around && steps.left > 0; around = around.parent) {
    steps.left -= 1;
    if ('attribs' in around && fits(rule, at + 1, around, steps)) return true;
    if (rule.direct[at]) return false;
  }
  return false;
}
