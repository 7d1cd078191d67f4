import { compile } from 'css-select';
import type { Declaration } from './css-declarations.ts';
import type { Document, Element, Node } from './tree.ts';

/** selectors of a nested rule as if it stood alone, and characters of it with those around: they multiply */
const MOST_NESTED = 20;
export const MOST_SELECTOR = 1_000;

interface Compound {
  tag: string;
  id: string;
  classes: readonly string[];
}

export interface Rule {
  /** the element's own, then those around it from the inside out */
  compounds: readonly Compound[];
  /** direct[n]: compound n + 1 is the parent of n, and not anywhere around it */
  direct: readonly boolean[];
  weight: number;
  declarations: Declaration[];
}

/** Names in lower case: in old pages and mails they are not told apart by it. */
export const classesOf = ({ attribs }: Element): string[] =>
  attribs.class === undefined ? [] : attribs.class.toLowerCase().split(/\s+/).filter(Boolean);

/** States in which somebody does something, and parts that programs alone know. */
export const STATE =
  /::|:(?:hover|focus[\w-]*|active|visited|target|checked|before|after|first-l\w+|selection|placeholder[\w-]*|disabled|enabled|valid|invalid|fullscreen|-\w[\w-]*)/i;

/** Selectors of a list; a comma within brackets parts none. */
export function splitSelectors(list: string): string[] {
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
export function within(nested: string, around: string): string | null {
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

export function compiled(selector: string, adapter: unknown): ((element: Element) => boolean) | null {
  try {
    return compile<Node | Document, Element>(selector, { adapter: adapter as never, cacheResults: false });
  } catch {
    return null;
  }
}

/** Weight of a selector beside others, nearly. */
export const weightOf = (selector: string): number =>
  (selector.match(/#[\w-]/g)?.length ?? 0) * 100 +
  (selector.match(/\.[\w-]|\[|:(?!is|not|where)[a-z]/gi)?.length ?? 0) * 10 +
  (selector.match(/(?:^|[\s>+~(])[a-z]/gi)?.length ?? 0);

/** null for one that asks for more: a state, an attribute, a place among others. */
export function readSelector(selector: string): Rule | null {
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

export function fits(rule: Rule, at: number, element: Element, steps: { left: number }): boolean {
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
