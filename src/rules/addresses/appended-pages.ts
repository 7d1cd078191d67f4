/** RL1, RL3: which pages an appending list shows at once, and in how few questions they can be had. Pure. */

/** pages that stand below each other at most */
export const MOST_PAGES = 20;
const MOST_ITEMS = 200;
/** the largest page that a list call answers */
const LARGEST_PAGE = 100;

/** The first of the pages that are shown at `pageNum`: the last 20, fewer where pages are large. */
export function firstShownPage(pageNum: number, pageSize: number): number {
  const most = Math.max(1, Math.min(MOST_PAGES, Math.floor(MOST_ITEMS / pageSize)));
  return Math.max(1, pageNum - most + 1);
}

export interface Span {
  /** pages to ask for, in order */
  asks: { pageNum: number; pageSize: number }[];
  /** items of the answers, put together, that do not belong to the span */
  skip: number;
  count: number;
}

/**
 * The items of the pages `first` to `last` as one question where one page can hold them, else as pages of a hundred.
 */
export function spanOf(first: number, last: number, pageSize: number): Span {
  const offset = (first - 1) * pageSize;
  const count = (last - first + 1) * pageSize;
  if (count <= LARGEST_PAGE && offset % count === 0)
    return { asks: [{ pageNum: offset / count + 1, pageSize: count }], skip: 0, count };
  const from = Math.floor(offset / LARGEST_PAGE);
  const to = Math.floor((offset + count - 1) / LARGEST_PAGE);
  const asks = Array.from({ length: to - from + 1 }, (_, at) => ({ pageNum: from + at + 1, pageSize: LARGEST_PAGE }));
  return { asks, skip: offset - from * LARGEST_PAGE, count };
}
