import { readHtml } from '../crawl/read-html.ts';

/** Words that are others a minute later. */
const PASSING = /\d+\s*(?:秒|分钟|小时|天)(?:\d+\s*分钟)?前/g;

/**
 * What a page says, element by element: name, classes and own text of everything within `main`. Addresses of files with a
 * hash, scripts and styles are no part of it.
 */
export function pageLines(html: string): string[] {
  const elements = readHtml(html);
  const begin = elements.findIndex(({ name }) => name === 'main');
  const end = elements.findIndex(({ name, attributes }) => name === 'aside' && attributes.class === 'side');
  const title = elements.find(({ name }) => name === 'title')?.text ?? '';
  const shown = begin < 0 ? [] : elements.slice(begin, end < 0 ? undefined : end);
  return [
    `title ${title}`,
    ...shown.map(({ name, attributes, own }) =>
      [
        name + (attributes.class ? `.${attributes.class.trim().replace(/\s+/g, '.')}` : ''),
        own.trim().replace(/\s+/g, ' '),
      ]
        .filter(Boolean)
        .join(' ')
        .replace(PASSING, 'N前'),
    ),
  ];
}

export interface LineDifference {
  /** as it was, and as it is */
  before: string[];
  after: string[];
  /** of the first line that differs, from 1 */
  at: number;
}

/** Where two pages begin to differ and where they agree again from the end; null where they say the same. */
export function differenceOf(before: readonly string[], after: readonly string[]): LineDifference | null {
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1;
  if (at === before.length && at === after.length) return null;
  let same = 0;
  while (
    same < before.length - at &&
    same < after.length - at &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same += 1;
  return {
    before: before.slice(at, before.length - same),
    after: after.slice(at, after.length - same),
    at: at + 1,
  };
}
