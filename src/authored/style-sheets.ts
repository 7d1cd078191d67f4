import type { Element } from './tree.ts';

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

/**
 * The style sheets within a text, for what its elements look like: programs write there what else stands in the style
 * attribute. Selectors of elements, classes and ids are known, alone or within each other; rules for other media, of
 * states and of what is generated are passed over.
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
  /** classes that a rule names */
  readonly classes = new Set<string>();

  constructor(css: string) {
    if (css.trim() !== '')
      this.take(css.slice(0, MOST_CSS).replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|<!--|-->/g, ' '));
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
    for (const one of readDeclarations(element.attribs.style ?? '')) take(one, 10_000);
    return new Map([...declared].map(([name, { value }]) => [name, value]));
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

  private take(css: string): void {
    for (let at = 0; at < css.length && this.count < MOST_RULES;) {
      const open = css.indexOf('{', at);
      if (open < 0) return;
      const prelude = css
        .slice(at, open)
        .replace(/^[^]*;/, '')
        .trim();
      const close = endOf(css, open);
      const body = css.slice(open + 1, close);
      if (/^@media\s+(all|screen)$/i.test(prelude)) this.take(body);
      else if (!prelude.startsWith('@')) this.add(prelude, readDeclarations(body));
      at = close + 1;
    }
  }

  private add(selectors: string, declarations: readonly Declaration[]): void {
    if (declarations.length === 0) return;
    for (const written of selectors.split(',')) {
      const selector = written.trim();
      if (GENERATED.test(selector)) this.addGenerated(selector, declarations);
      const same = this.bySelector.get(selector);
      const rule = same ?? readSelector(selector);
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

const DECLARATION = /(?:^|[;\s])([a-z-]{2,60})\s*:\s*((?:"[^"]*"|'[^']*'|[^;"'])+)/gi;

function readDeclarations(text: string): Declaration[] {
  if (!text.includes(':')) return [];
  return [...text.slice(0, MOST_STYLE).matchAll(DECLARATION)].map(([, name = '', written = '']) => {
    const value = written.trim().toLowerCase();
    const bare = value.replace(/\s*!important$/, '');
    return { name: name.toLowerCase(), value: bare, important: bare !== value };
  });
}

/** null for one that is not known: of a state, an attribute, a place among others. */
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
    const [, tag = '', rest = ''] = /^([a-z][\w:-]*|\*)?((?:[.#][\w-]+)*)(?::link)?$/i.exec(part) ?? [];
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
