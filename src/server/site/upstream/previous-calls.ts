/** pages that are remembered, and calls of one */
const MOST_PAGES = 500;
const MOST_CALLS = 100;

export interface UpstreamCall {
  path: string;
  params: Readonly<Record<string, unknown>>;
}

export type PreviousCalls = ReturnType<typeof createPreviousCalls>;

/**
 * US13: the calls of other systems that each page was made of when it was last drawn. The next time all of them
 * begin at once, also those that only the answer of another names.
 */
export function createPreviousCalls() {
  const pages = new Map<string, readonly UpstreamCall[]>();
  return {
    of: (page: string): readonly UpstreamCall[] => pages.get(page) ?? [],
    remember(page: string, calls: readonly UpstreamCall[]): void {
      pages.delete(page);
      if (calls.length === 0) return;
      pages.set(page, calls.slice(0, MOST_CALLS));
      if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value!);
    },
  };
}
