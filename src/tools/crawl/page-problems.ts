import { canonicalOf } from '../walk/links.ts';
import type { Element } from '../walk/read-html.ts';
import { scriptProblems } from './script-problems.ts';

/** Problems that any page can have, whatever its content. */
type ProblemCode =
  | 'dead-link'
  | 'dead-anchor'
  | 'no-title'
  | 'no-description'
  | 'no-canonical'
  | 'no-lang'
  | 'no-h1'
  | 'many-h1'
  | 'heading-order'
  | 'no-alt'
  | 'no-name'
  | 'doubled-id'
  | 'too-large'
  /** words in another script than that of the page */
  | 'simplified';

export interface PageProblem {
  code: ProblemCode;
  /** the problem's place: the shortest text by which it can be found */
  what: string;
}

/** characters of HTML; a larger page is slow on a phone in spite of compression */
const LARGEST = 500_000;

/**
 * All problems of one page by itself.
 * @param html as it was sent
 */
export function pageProblems(html: string, elements: readonly Element[]): PageProblem[] {
  return [
    ...headProblems(elements),
    ...headingProblems(elements),
    ...nameProblems(elements),
    ...idProblems(elements),
    ...scriptProblems(elements),
    ...(html.length > LARGEST ? [{ code: 'too-large' as const, what: `${html.length} characters` }] : []),
  ];
}

const named = (elements: readonly Element[], name: string): Element[] =>
  elements.filter((element) => element.name === name);

/** Problems in the head. Pages that search engines must not index (error pages, previews) need no canonical address. */
function headProblems(elements: readonly Element[]): PageProblem[] {
  const problems: PageProblem[] = [];
  const meta = (name: string) =>
    named(elements, 'meta').find(({ attributes }) => attributes.name === name)?.attributes.content ?? '';
  // only the first `title` is the page's: a drawing (SVG) may have one, too
  if (!named(elements, 'title')[0]?.text.trim()) problems.push({ code: 'no-title', what: '' });
  if (!meta('description').trim()) problems.push({ code: 'no-description', what: '' });
  if (!meta('robots').includes('noindex') && !canonicalOf(elements)) problems.push({ code: 'no-canonical', what: '' });
  const lang = named(elements, 'html')[0]?.attributes.lang ?? '';
  if (!/^zh-Han[st]$/.test(lang)) problems.push({ code: 'no-lang', what: lang });
  return problems;
}

function headingProblems(elements: readonly Element[]): PageProblem[] {
  const problems: PageProblem[] = [];
  const headings = elements.filter(({ name }) => /^h[1-6]$/.test(name));
  const first = headings.filter(({ name, text }) => name === 'h1' && text.trim());
  if (first.length === 0) problems.push({ code: 'no-h1', what: '' });
  if (first.length > 1) problems.push({ code: 'many-h1', what: first.map(({ text }) => text.trim()).join(', ') });
  let above = 0;
  for (const { name, text } of headings) {
    const level = Number(name[1]);
    if (above > 0 && level > above + 1)
      problems.push({ code: 'heading-order', what: `h${above} → ${name} ${text.trim()}` });
    above = level;
  }
  return problems;
}

function nameProblems(elements: readonly Element[]): PageProblem[] {
  const problems: PageProblem[] = [];
  for (const { name, attributes, text } of elements) {
    if (name === 'img' && attributes.alt === undefined) problems.push({ code: 'no-alt', what: attributes.src ?? '' });
    const pressed = (name === 'a' && attributes.href !== undefined) || name === 'button' || name === 'summary';
    const hidden = attributes['aria-hidden'] === 'true';
    if (
      pressed &&
      !hidden &&
      !`${text}${attributes['aria-label'] ?? ''}${attributes['aria-labelledby'] ?? ''}${attributes.title ?? ''}`.trim()
    )
      problems.push({ code: 'no-name', what: `${name} ${attributes.href ?? attributes.class ?? ''}` });
  }
  return problems;
}

function idProblems(elements: readonly Element[]): PageProblem[] {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const { attributes } of elements) {
    const { id } = attributes;
    if (id === undefined) continue;
    if (seen.has(id)) doubled.add(id);
    seen.add(id);
  }
  return [...doubled].map((id) => ({ code: 'doubled-id', what: id }));
}
