import { documentIn } from '#kinds/changes.ts';
import { changeOf } from '#kinds/change-words.ts';
import type { Change } from '#kinds/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import type { Comparison } from '#wire/edition-answers.ts';

/** ED1: what an edition changes, as a page of the site shows it. */
export interface Marks {
  /** permalinks of rows that came or became others */
  rows: ReadonlySet<string>;
  /** rows that leave, and are seen no more */
  removed: number;
  /** lines of texts that came or became others, without spaces */
  lines: ReadonlySet<string>;
}

/** A new thing has no marks, because all of it is new. */
export function marksOf({ subjects }: Comparison, changes: readonly Change[]): Marks {
  const [rows, lines] = [new Set<string>(), new Set<string>()];
  let removed = 0;
  for (const { subject, how, rows: differing, fields } of subjects) {
    if (how !== 'changed') continue;
    const key = documentIn(rowsKind, changeOf(subject, changes))?.definition.key;
    for (const { after } of differing?.list ?? []) {
      const link = key && after ? rowPermalink(key, after) : null;
      if (link !== null) rows.add(link);
    }
    removed += differing?.removed ?? 0;
    for (const { path, lines: texts, after } of fields) {
      if (path === '/document/title' && typeof after === 'string') lines.add(bare(after));
      for (const { how: became, pieces } of texts ?? []) {
        const text = pieces.map((piece) => (piece.how === 'removed' ? '' : piece.text)).join('');
        if (became !== 'same' && became !== 'removed' && bare(text) !== '') lines.add(bare(text));
      }
    }
  }
  return { rows, removed, lines };
}

const bare = (text: string): string => text.replaceAll(/\s/g, '');

const BLOCKS = 'main :is(h1, h2, h3, h4, p, li, td, th, figcaption, blockquote)';

/** Changed parts of a drawn page, in reading order; parts marked before are not marked twice. */
export function markIn(page: Document, { rows, lines }: Marks): HTMLElement[] {
  const found = new Set<HTMLElement>();
  if (rows.size > 0) {
    for (const link of page.querySelectorAll<HTMLAnchorElement>('tbody a[href]')) {
      const row = rowIn(link.href, rows) ? link.closest('tr') : null;
      if (row) found.add(row);
    }
    for (const one of rowIn(page.URL, rows) ? page.querySelectorAll<HTMLElement>('tr.shown') : []) found.add(one);
    for (const row of rows) {
      const fold = page.querySelector(`#${CSS.escape(`q-${row}`)}`)?.closest('details');
      if (!fold) continue;
      fold.open = true;
      found.add(fold);
    }
  }
  if (lines.size > 0)
    for (const block of page.querySelectorAll<HTMLElement>(BLOCKS))
      if (lines.has(bare(block.textContent ?? ''))) found.add(block);
  const marked = [...found].toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  for (const element of marked) highlight(element);
  return marked;
}

/** Whether an address of the frame is that of one of these rows. */
function rowIn(href: string, rows: ReadonlySet<string>): boolean {
  const path = URL.canParse(href) ? new URL(href).searchParams.get('path') : null;
  if (path === null) return false;
  return [...new URL(path, 'http://site').searchParams.values()].some((value) => rows.has(value));
}

/** The frame's policy lets nobody bring a style sheet; its elements take styles one by one. */
function highlight(element: HTMLElement): void {
  element.dataset.changed = '';
  for (const part of element.tagName === 'TR' ? element.querySelectorAll<HTMLElement>('td, th') : [element])
    part.style.setProperty('background-color', '#fff3bf', 'important');
  element.style.setProperty('outline', '2px solid #b8860b');
  element.style.setProperty('outline-offset', '-2px');
}

/** Brings an element of a framed page into view, and not the frame itself. */
export function showIn(page: Document, element: HTMLElement): void {
  const window = page.defaultView;
  if (!window) return;
  const { top, height } = element.getBoundingClientRect();
  const room = Math.max(0, (window.innerHeight - height) / 2);
  window.scrollTo({ top: window.scrollY + top - Math.min(room, window.innerHeight / 3) });
}

/** Beginning of an article's text, where nothing on its page is marked. */
export const textOf = (page: Document): HTMLElement | null => page.querySelector('main article, main .article');
