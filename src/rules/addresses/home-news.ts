/** HN3: how the home page asks a news list. */
export const HOME_NEWS = { pageNum: 1, pageSize: 4, topFlag: 3, status: 2 } as const;

interface NewsItem {
  /** ISO 8601 with offset, '' when the item has no time */
  originalTime: string;
  flagTop: 0 | 1;
}

/** HN1, HN2: newest first, then the pinned item before all; of several the newest. Items without a time come last. */
export function orderHomeNews<T extends NewsItem>(items: readonly T[]): T[] {
  // offsets may differ, so the moments are compared and not their texts
  const timeOf = ({ originalTime }: T) => Date.parse(originalTime) || 0;
  const newestFirst = items.toSorted((a, b) => timeOf(b) - timeOf(a));
  const pinned = newestFirst.find(({ flagTop }) => flagTop === 1);
  return pinned ? [pinned, ...newestFirst.filter((item) => item !== pinned)] : newestFirst;
}
