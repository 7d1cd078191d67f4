import { readHtml, type Element } from '../walk/read-html.ts';

/** Words that are others a minute later. */
const PASSING = /\d+\s*(?:秒|分钟|小时|天)(?:\d+\s*分钟)?前/g;

/** Attributes by which a page says something or leads somewhere; ids and positions are no part of what it says. */
const SAYING = [
  'action',
  'alt',
  'aria-label',
  'charset',
  'content',
  'datetime',
  'href',
  'hreflang',
  'lang',
  'name',
  'placeholder',
  'property',
  'rel',
  'src',
  'title',
  'value',
];

/** Links to the program's own files, whose names are others with each build. */
const BUILT = /^(stylesheet|modulepreload|preload)$/;
const HASHED = /\/assets\/[^"'\s,)\]]*/g;

const STRUCTURED = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Lines of a page, element by element, from its head to its foot: name, classes, words, and where it leads. Scripts,
 * styles and names of built files are no part of it.
 */
export function pageLines(html: string): string[] {
  const elements = readHtml(html).filter(({ name, attributes }) => !isBuilt(name, attributes.rel));
  return [
    ...elements.map(lineOf),
    ...[...html.matchAll(STRUCTURED)].flatMap(([, text = '']) => ['structured data', ...textLines(indented(text))]),
  ];
}

const isBuilt = (name: string, rel = ''): boolean =>
  name === 'script' || name === 'style' || (name === 'link' && BUILT.test(rel));

const lineOf = ({ name, attributes, own }: Element): string =>
  [
    name + (attributes.class ? `.${attributes.class.trim().replace(/\s+/g, '.')}` : ''),
    ...SAYING.flatMap((one) => (attributes[one] === undefined ? [] : `[${one}=${attributes[one]}]`)),
    own.trim().replace(/\s+/g, ' '),
  ]
    .filter(Boolean)
    .join(' ')
    .replace(HASHED, '/assets/…')
    .replace(PASSING, 'N前');

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 1);
  } catch {
    return json;
  }
}

/** The lines of a text that is no page: a feed, a list of addresses, a table. */
export const textLines = (text: string): string[] => text.split(/\r?\n|(?<=>)(?=<)/).map((line) => line.trimEnd());
