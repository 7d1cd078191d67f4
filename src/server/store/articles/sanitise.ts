import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { AUTHORED_CLASSES } from '#authored/authored-classes.ts';
import { addFinding, type Finding, type FindingKind, type Findings } from '#authored/findings.ts';
import { MAX_DEPTH, readAuthored } from '#authored/read-authored.ts';
import { nestLists } from '#authored/tidy-lists.ts';
import { withoutLoginKey } from './authored-key.ts';
import { textOfHtml } from './text-of-html.ts';

/** Elements that an article's body may hold; anything else is dropped and its text kept. */
export const ALLOWED_TAGS: readonly string[] = [
  'p', 'div', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code',
  'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark',
  'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption',
  'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
]; // prettier-ignore

/** Attributes by element; `class` is allowed on all of them, with the values of AUTHORED_CLASSES only. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  col: ['span'],
  colgroup: ['span'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};

/** Word and WeChat wrap everything in these; the block stays a block. */
const BLOCKS = [
  'section',
  'article',
  'main',
  'header',
  'footer',
  'aside',
  'nav',
  'address',
  'center',
  'form',
  'fieldset',
  'details',
  'summary',
];
/** Elements whose text is no text of the article. */
const DROPPED_WHOLE: readonly string[] = [
  'script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'xml', 'head', 'title', 'svg', 'math', 'template', 'iframe',
  'object', 'applet', 'frameset', 'noembed', 'noframes', 'plaintext', 'button', 'audio', 'video',
]; // prettier-ignore
/** PC5: wider images take the whole column. */
const COLUMN_WIDTH = 1200;

/** Authored HTML as it may be stored, and what was found in it. */
export interface Cleaned {
  html: string;
  findings: Findings;
}

/**
 * Authored HTML as it may be stored and shown (done once, at publication): read for what it says (AC1), then freed of
 * scripts, remote images, styles, ids and unknown elements. A body with an h1 has its headings moved down one level:
 * the page's title is the only h1.
 * @returns html '' when nothing visible is left; cleaning twice changes nothing more
 */
export function cleanArticle(html: string): Cleaned {
  const read = readAuthored(html);
  let cleaned = cleanOnce(read.html);
  // the second reading must give the same text: nested links, for one, are drawn apart by every parser
  for (
    let again = cleanOnce(cleaned), rounds = 0;
    again !== cleaned && rounds < 3;
    again = cleanOnce(cleaned), rounds++
  )
    cleaned = again;
  return { html: isVisible(cleaned) ? cleaned : '', findings: withLost(read.findings, read.html, cleaned) };
}

/** The same without what was found. */
export const sanitiseArticle = (html: string): string => cleanArticle(html).html;

/** AC2: with what the sanitiser itself took of a text that was read: nothing goes without being found. */
function withLost(found: Findings, before: string, after: string): Findings {
  const findings = new Map<FindingKind, Finding>(found);
  const [given, written] = [countsOf(before), countsOf(after)];
  for (const kind of ['characters', 'links', 'pictures', 'tables'] as const)
    if (given[kind] > written[kind]) addFinding(findings, kind, '', given[kind] - written[kind]);
  return findings;
}

const countsOf = (html: string) => ({
  // a reference and the character that it stands for are one
  characters: textOfHtml(html).replaceAll(/[\s\u00A0]/g, '').length,
  links: count(html, /<a\b[^>]*\shref="[^"]/g),
  pictures: count(html, /<img\b[^>]*\ssrc="[^"]/g),
  tables: count(html, /<table\b/g),
});

const count = (html: string, found: RegExp): number => html.match(found)?.length ?? 0;

let sanitizer: typeof sanitizeHtml | undefined;
/** Loaded by the first text that is published: its parsers are 6 MB that a server which only answers does without. */
const loadSanitizer = (): typeof sanitizeHtml =>
  (sanitizer ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml);

const cleanOnce = (html: string): string => nestLists(loadSanitizer()(html, OPTIONS)).trim();

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: Object.fromEntries(
    ALLOWED_TAGS.map((tag) => [tag, [...(ALLOWED_ATTRIBUTES[tag] ?? []), 'class']]),
  ),
  allowedClasses: { '*': [...AUTHORED_CLASSES] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [...DROPPED_WHOLE],
  nestingLimit: MAX_DEPTH,
  transformTags: { '*': rewrite },
  exclusiveFilter: ({ tag, text, attribs, mediaChildren }) =>
    tag === 'img' ? !attribs.src : EMPTIABLE.has(renamed(tag)) && text.trim() === '' && mediaChildren.length === 0,
};

/** Elements that say nothing without content; a table cell or a list item does. */
const EMPTIABLE = new Set([
  'p',
  'div',
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'figure',
  'figcaption',
]);

function rewrite(
  tag: string,
  attributes: Record<string, string>,
): { tagName: string; attribs: Record<string, string> } {
  const tagName = renamed(tag);
  const attribs: Record<string, string> = {};
  for (const name of ALLOWED_ATTRIBUTES[tagName] ?? []) {
    const value = attributes[name] === undefined ? undefined : readAttribute(tagName, name, attributes[name]);
    if (value !== undefined) attribs[name] = value;
  }
  if (attribs.target) attribs.rel = 'noopener';
  else delete attribs.rel;
  const classes = new Set((attributes.class ?? '').split(/\s+/).filter((name) => AUTHORED_CLASSES.has(name)));
  if (tagName === 'img' && Number(attribs.width) > COLUMN_WIDTH) {
    delete attribs.width;
    delete attribs.height;
    classes.add('w-100');
  }
  if (classes.size > 0) attribs.class = [...classes].join(' ');
  return { tagName, attribs };
}

const renamed = (tag: string): string => (BLOCKS.includes(tag) ? 'div' : tag);

/** The value as it may stand; undefined drops the attribute. */
function readAttribute(tag: string, name: string, value: string): string | undefined {
  switch (name) {
    case 'href':
      return readLink(value);
    case 'src':
      return readOwnAddress(value);
    case 'target':
      return value.trim().toLowerCase() === '_blank' ? '_blank' : undefined;
    case 'scope':
      return ['row', 'col', 'rowgroup', 'colgroup'].find((word) => word === value.toLowerCase());
    case 'type':
      return /^[1aAiI]$/.test(value) ? value : undefined;
    case 'colspan':
    case 'rowspan':
    case 'span':
      return readCount(value, 1, 100);
    case 'start':
    case 'value':
      return readCount(value, 0, 9999);
    case 'reversed':
      return '';
    case 'width':
    case 'height':
      return readCount(value.replace(/px$/i, ''), 1, tag === 'img' ? 9999 : COLUMN_WIDTH);
    case 'rel':
      return undefined;
    default:
      return value.trim() === '' && name !== 'alt' ? undefined : value;
  }
}

function readCount(value: string, least: number, most: number): string | undefined {
  const number = /^\s*\d{1,4}(\.\d+)?\s*$/.test(value) ? Math.round(Number(value)) : NaN;
  return number >= least && number <= most ? String(number) : undefined;
}

/** http(s), mailto, tel, or an address of this site; a browser's own reading of it decides, not ours. */
function readLink(value: string): string | undefined {
  const address = value.trim();
  const parsed = parse(address);
  if (!parsed) return undefined;
  if (/^(https?:\/\/|mailto:|tel:)/i.test(address))
    return /^(https?|mailto|tel):$/.test(parsed.protocol) ? withoutLoginKey(address) : undefined;
  return readOwnAddress(address);
}

/** An address below this site: no scheme, no host, also not by way of \ or control characters. */
function readOwnAddress(value: string): string | undefined {
  const address = value.trim();
  const parsed = address === '' ? null : parse(address);
  return parsed?.origin === PLACEHOLDER && !/^[a-z][a-z0-9+.-]*:/i.test(address) ? withoutLoginKey(address) : undefined;
}

const PLACEHOLDER = 'https://site.invalid';

function parse(address: string): URL | null {
  // browsers drop or misread control characters inside an address; none is written on purpose
  return /[\u0000-\u001f\u007f]/.test(address) ? null : URL.parse(address, PLACEHOLDER);
}

function isVisible(html: string): boolean {
  if (/<(img|table|hr)\b/.test(html)) return true;
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&nbsp;|[\s\u00a0\u200b\ufeff]/g, '') !== '';
}
