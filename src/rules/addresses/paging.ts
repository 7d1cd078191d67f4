/**
 * The room `rules` is the brokerage's rules as pure functions, one topic a file, read by browser, server and tests
 * alike. It has no React, no clock, no network, and no import from another room.
 *
 * This file: which page numbers a pager offers, and which items a page holds (PC3).
 */

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** Number of the last page, at least 1: an empty list has one empty page. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / Math.max(1, pageSize)));
}

/** Page numbers to offer, ascending; 0 stands for a gap of two pages or more. At most 9 entries. */
export function pageList(pageNum: number, last: number): number[] {
  const wanted = new Set([1, last]);
  const from = Math.max(1, Math.min(pageNum - 2, last - 5));
  const to = Math.min(last, Math.max(pageNum + 2, 6));
  for (let page = from; page <= to; page++) wanted.add(page);
  const pages: number[] = [];
  for (const page of [...wanted].filter((n) => n >= 1).sort((a, b) => a - b)) {
    const before = pages.at(-1) ?? 0;
    if (page - before === 2) pages.push(page - 1);
    else if (page - before > 2) pages.push(0);
    pages.push(page);
  }
  return pages;
}

/** First and last item of a page, from 1; both 0 for an empty page. */
export function itemRange(pageNum: number, pageSize: number, total: number): { first: number; last: number } {
  const first = (pageNum - 1) * pageSize + 1;
  return first > total ? { first: 0, last: 0 } : { first, last: Math.min(total, pageNum * pageSize) };
}

/** US2: a total as it is read; one that nobody told is at least what was seen. */
export function totalText({
  total,
  more = false,
  untold = false,
  pageNum,
  pageSize,
}: {
  total: number;
  more?: boolean | undefined;
  untold?: boolean | undefined;
  pageNum: number;
  pageSize: number;
}): string {
  const isOpen = untold && total > pageNum * pageSize;
  return countText(isOpen ? total - 1 : total, more || isOpen);
}

/** A count as it is read: 3200 → 3,200; one that ended at a limit → 10,000+. */
export function countText(total: number, more?: boolean): string {
  return String(total).replace(/\B(?=(\d{3})+$)/g, ',') + (more ? '+' : '');
}
