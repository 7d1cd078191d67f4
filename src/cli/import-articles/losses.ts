import { DROPPED_WHOLE } from '#server/store/sanitise.ts';
import { ElementType, parseDocument } from 'htmlparser2';

/** What cleaning takes that nobody reads: how a page looked, and what a browser is told of it. */
const QUIET = new Set(['style', 'head', 'title', 'xml', 'noscript', 'option']);
const TOLD = [...DROPPED_WHOLE.filter((name) => !QUIET.has(name)), 'embed', 'input', 'select', 'canvas', 'map'];
const COUNTED = { img: 'pictures', a: 'links', table: 'tables' } as const;

interface Counts {
  elements: Map<string, number>;
  handlers: number;
  /** without spaces, and without texts that are none of the article */
  characters: number;
}

/**
 * MI3: what cleaning took from a text, in words such as '1 script, 2 pictures, 12 of 900 characters'; '' for nothing.
 * Styles, ids and unknown elements around a text are not told.
 */
export function lossesOf(before: string, after: string): string {
  const [given, kept] = [countsOf(before), countsOf(after)];
  const gone = (name: string) => (given.elements.get(name) ?? 0) - (kept.elements.get(name) ?? 0);
  const words = TOLD.flatMap((name) => (gone(name) > 0 ? [`${gone(name)} ${name}`] : []));
  for (const [name, title] of Object.entries(COUNTED)) if (gone(name) > 0) words.push(`${gone(name)} ${title}`);
  if (given.handlers > 0) words.push(`${given.handlers} event handlers`);
  const characters = given.characters - kept.characters;
  if (characters > 0) words.push(`${characters} of ${given.characters} characters`);
  return words.join(', ');
}

/** MI3: characters of a text that a reader sees, without spaces. */
export const charactersIn = (html: string): number => countsOf(html).characters;

function countsOf(html: string): Counts {
  const counts: Counts = { elements: new Map(), handlers: 0, characters: 0 };
  const open = [...parseDocument(html).children];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('data' in node && node.type === ElementType.Text) counts.characters += node.data.replaceAll(/\s+/g, '').length;
    if (!('attribs' in node)) continue;
    const { name, attribs, children } = node;
    // a link without an address and a picture without a file are none
    const isEmpty = (name === 'a' && !attribs.href) || (name === 'img' && !attribs.src);
    if (!isEmpty) counts.elements.set(name, (counts.elements.get(name) ?? 0) + 1);
    counts.handlers += Object.keys(attribs).filter((attribute) => /^on/i.test(attribute)).length;
    if (!DROPPED_WHOLE.includes(name)) open.push(...children);
  }
  return counts;
}
