/** pages that are remembered, and calls of one */
const MOST_PAGES = 500;
const MOST_CALLS = 100;

export interface AskedCall {
  path: string;
  params: Readonly<Record<string, unknown>>;
}

export type AskedBefore = ReturnType<typeof createAskedBefore>;

/**
 * US13: which calls of other systems each page was made of when it was last drawn, so that the next time all of them begin at
 * once, also those that only the answer of another names.
 */
export function createAskedBefore() {
  const pages = new Map<string, readonly AskedCall[]>();
  return {
    of: (page: string): readonly AskedCall[] => pages.get(page) ?? [],
    remember(page: string, calls: readonly AskedCall[]): void {
      pages.delete(page);
      if (calls.length === 0) return;
      pages.set(page, calls.slice(0, MOST_CALLS));
      if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value!);
    },
  };
}
