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
  const head = table.ownerDocument.createElement('thead');
  for (let row = body.rows[0]; row && [...row.cells].every((cell) => cell.tagName === 'TH'); row = body.rows[0])
    head.append(row);
  // a table of header cells alone has rows of its own
  if (head.rows.length > 0 && body.rows.length > 0) body.before(head);
  else body.prepend(...head.rows);
}

const isEmptyParagraph = (element: Element): boolean =>
  element.tagName === 'P' && element.textContent?.trim() === '' && element.querySelector('img, br') === null;

interface Token {
  /** words for the editor; '' for text */
  name: string;
  said: string;
}

/** What an editor must keep, in order: elements with what they say, and text with its marks; white space aside. */
function tokensOf(html: string): Token[] {
  const body = read(html);
  tidy(body, 'li, td, th, blockquote');
  const tokens: Token[] = [];
  const text = (said: string, marks: readonly string[]): void => {
    const last = tokens.at(-1);
    const marked = `${[...new Set(marks)].sort().join(' ')}|`;
    if (said === '') return;
    if (last?.name === '' && last.said.startsWith(marked)) last.said += said;
    else tokens.push({ name: '', said: marked + said });
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
 * What the editor has not kept of an article.
 * @returns null where it kept all; else names of elements, [] where they are in another order only
 */
export function lostBy(given: string, kept: string): string[] | null {
  const [before, after] = [tokensOf(given), tokensOf(kept)];
  if (before.length === after.length && before.every(({ said }, at) => said === after[at]!.said)) return null;
  const left = new Map<string, number>();
  for (const { said } of after) left.set(said, (left.get(said) ?? 0) + 1);
  const lost = before.filter(({ said }) => {
    const count = left.get(said) ?? 0;
    left.set(said, count - 1);
    return count <= 0;
  });
  return [...new Set(lost.map(({ name }) => name).filter((name) => name !== ''))];
}
