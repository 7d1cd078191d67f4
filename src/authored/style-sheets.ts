import { DomUtils } from 'htmlparser2';
import { COMMENT, customProperties, HIDES, mayHide, readDeclarations, type Declaration } from './css-declarations.ts';
import {
  classesOf,
  compiled,
  fits,
  MOST_SELECTOR,
  readSelector,
  splitSelectors,
  STATE,
  weightOf,
  within,
  type Rule,
} from './css-selectors.ts';
import { isElement, type Document, type Element, type Node } from './tree.ts';

/** Declarations by property, both in lower case and without !important. */
export type Style = ReadonlyMap<string, string>;

/** characters of all style elements of a text, and rules of them, that are read; Word writes 60,000 and 200 */
const MOST_CSS = 500_000;
const MOST_RULES = 5_000;
/** limit of rules for one class or element */
const MOST_OF_KEY = 300;
/** steps up the tree that the selectors of one element may take */
const MOST_STEPS = 2_000;
const MOST_KNOWN = 10_000;

/** rules of attributes, places and the like, and steps among siblings that all of them may take */
const MOST_FREE = 500;
const MOST_FREE_STEPS = 3_000_000;
/** rules within each other */
const MOST_DEPTH = 8;
/** width of the screen, in px, on which a text is read */
const SCREEN = 1_280;

const MOST_GENERATED = 50;
const GENERATED = /::?(?:before|after|marker)$/i;

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
  private readonly generated: { fits: (element: Element) => boolean; words: (element: Element) => string }[] = [];
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
    return this.generated
      .filter((rule) => rule.fits(element))
      .map(({ words }) => words(element))
      .join('');
  }

  private addGenerated(written: string, declarations: readonly Declaration[]): void {
    const words = wordsOfContent(declarations.findLast(({ name }) => name === 'content')?.value ?? '');
    const isHidden = declarations.some(({ name, value }) => HIDES.test(`${name}:${value}`));
    if (!words || isHidden || this.generated.length >= MOST_GENERATED) return;
    const selector = written.replace(GENERATED, '') || '*';
    const rule = readSelector(selector);
    const fitsElement = rule
      ? (element: Element): boolean => fits(rule, 0, element, { left: MOST_STEPS })
      : STATE.test(selector)
        ? null
        : compiled(selector, this.adapter);
    if (fitsElement) this.generated.push({ fits: fitsElement, words });
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

/** Strings, counters and attributes of generated content. */
const PIECE = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|counters?\([^)]*\)|attr\(\s*([\w-]+)[^)]*\)/g;
/** Signs that only adorn: quotes, marks of lists, arrows, letters of icon fonts. */
const ADORNS = /^[\s\p{Pi}\p{Pf}\p{Po}\p{Ps}\p{Pe}\p{Co}"'“”•‣◦●○■□▪▫◆◇►▶▸▹▾▼▲>›»‹«→←↗|–—†‡]*$/u;
const SAYS = /[%‰‱#№&@*]/;
/** written for what a counter counts */
const COUNTED = '…';

/** Words of generated content beside an element; null where it only adorns. */
function wordsOfContent(content: string): ((element: Element) => string) | null {
  // words behind a stroke are for readers of screens
  const shown = content.replace(/\/\s*(?:"[^"]*"|'[^']*')\s*$/, '');
  const pieces = [...shown.matchAll(PIECE)].map(([whole, one, other, attribute]) =>
    attribute === undefined
      ? { words: whole.startsWith('counter') ? COUNTED : plainString(one ?? other ?? ''), attribute: '' }
      : { words: '', attribute },
  );
  const says = (words: string): boolean => words.includes(COUNTED) || SAYS.test(words) || !ADORNS.test(words);
  if (!pieces.some(({ words, attribute }) => attribute !== '' || says(words))) return null;
  return (element) => {
    const words = pieces
      .map((piece) => (piece.attribute ? element.attribs[piece.attribute] : piece.words) ?? '')
      .join('');
    // a list has numbers of its own
    const isNumber = element.name === 'li' && !/\p{L}/u.test(words);
    return isNumber || !says(words) ? '' : words;
  };
}

const plainString = (written: string): string =>
  written.replaceAll(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, code?: string, sign?: string) =>
    code === undefined ? sign! : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)),
  );

/** The end of the block that begins at a brace. */
function endOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return css.length;
}

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
