/**
 * HTML of articles on its way out of the editor, and whether the editor can hold what it was given. An editor drops
 * what
 * it has no node for; that must be seen before anything is lost.
 */

/** Marks of text, whose order says nothing. */
const MARKS: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  del: 's',
  code: 'code',
  a: 'a',
  sub: 'sub',
  sup: 'sup',
  small: 'small',
  mark: 'mark',
  ins: 'ins',
};
/** the server writes these itself */
const UNSAID = new Set(['rel']);

const read = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;

/**
 * The editor's HTML as an article keeps it: no paragraph in a cell or an item that has nothing else, header rows as
 * such, nothing empty at the end.
 */
export function toArticleHtml(html: string): string {
  const body = read(html);
  tidy(body, 'li, td, th');
  for (const table of body.querySelectorAll('table')) liftHeader(table);
  for (let last = body.lastElementChild; last && isEmptyParagraph(last); last = body.lastElementChild) last.remove();
  return body.innerHTML;
}

function tidy(body: HTMLElement, around: string): void {
  for (const cell of body.querySelectorAll('td, th'))
    for (const name of ['colspan', 'rowspan']) if (cell.getAttribute(name) === '1') cell.removeAttribute(name);
  for (const block of body.querySelectorAll(around)) {
    const [first, ...rest] = [...block.childNodes].filter(
      (node) => node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() !== '',
    );
    const isAlone = rest.every((node) => block.tagName === 'LI' && /^(UL|OL)$/.test(node.nodeName));
    if (first instanceof HTMLElement && first.tagName === 'P' && first.attributes.length === 0 && isAlone)
      first.replaceWith(...first.childNodes);
  }
}

function liftHeader(table: HTMLTableElement): void {
  const {
    tBodies: [body],
    tHead,
  } = table;
  if (!body || tHead) return;
  const rows = [...body.children];
  const other = rows.findIndex((row) => [...row.children].some((cell) => cell.tagName !== 'TH'));
  const count = headerRows(rows.slice(0, Math.max(0, other)));
  if (count === 0) return;
  const head = table.ownerDocument.createElement('thead');
  head.append(...rows.slice(0, count));
  body.before(head);
}

/** Rows from the top that no cell leaves downwards: a cell ends with the part of the table that it stands in. */
function headerRows(rows: readonly Element[]): number {
  const ends = rows.map(
    (row, at) => at + Math.max(1, ...[...row.children].map((cell) => Number(cell.getAttribute('rowspan') ?? 1))),
  );
  return rows.findLastIndex((_, at) => ends.slice(0, at + 1).every((end) => end <= at + 1)) + 1;
}

const isEmptyParagraph = (element: Element): boolean =>
  element.tagName === 'P' && element.textContent?.trim() === '' && element.querySelector('img, br') === null;

interface Token {
  /** words for the editor; '' for text */
  name: string;
  said: string;
}

/**
 * Content that an editor must keep, in order: elements with their words, and text with its marks; white space aside.
 */
function tokensOf(html: string): Token[] {
  const body = read(html);
  tidy(body, 'li, td, th, blockquote');
  const tokens: Token[] = [];
  const text = (words: string, marks: readonly string[]): void => {
    const last = tokens.at(-1);
    const marked = `${[...new Set(marks)].sort().join(' ')}|`;
    if (words === '') return;
    if (last?.name === '' && last.said.startsWith(marked)) last.said += words;
    else tokens.push({ name: '', said: marked + words });
  };
  const walk = (node: Node, marks: readonly string[]): void => {
    if (node.nodeType === Node.TEXT_NODE) return text((node.textContent ?? '').replace(/\s+/g, ''), marks);
    if (!(node instanceof HTMLElement) || isEmptyParagraph(node)) return;
    const name = node.tagName.toLowerCase();
    const attributes = [...node.attributes]
      .filter((one) => !UNSAID.has(one.name))
      .map((one) => `${one.name}=${one.value}`)
      .sort()
      .join(' ');
    const mark = name === 'code' && node.parentElement?.tagName === 'PRE' ? undefined : MARKS[name];
    const isPart = mark !== undefined || name === 'thead' || name === 'tbody';
    if (!isPart) tokens.push({ name, said: `${name} ${attributes}` });
    for (const child of node.childNodes) walk(child, mark === undefined ? marks : [...marks, `${mark} ${attributes}`]);
    if (!isPart) tokens.push({ name, said: `/${name}` });
  };
  for (const child of body.childNodes) walk(child, []);
  return tokens;
}

/**
 * Parts of an article that the editor has lost.
 * @returns null where it kept all; else names of elements, [] where they are in another order only
 */
export function lostBy(given: string, result: string): string[] | null {
  const [before, after] = [tokensOf(given), tokensOf(result)];
  if (before.length === after.length && before.every(({ said: words }, at) => words === after[at]!.said)) return null;
  const left = new Map<string, number>();
  for (const { said: words } of after) left.set(words, (left.get(words) ?? 0) + 1);
  const lost = before.filter(({ said: words }) => {
    const count = left.get(words) ?? 0;
    left.set(words, count - 1);
    return count <= 0;
  });
  return [...new Set(lost.map(({ name }) => name).filter((name) => name !== ''))];
}
