import { visibleBlocks } from '#page/bind-params.ts';
import type { Resolution } from '#page/page-schema.ts';
import type { SiteData } from './site-data.ts';

/** Fetches a page and its blocks before it is asked for: once, and never for a visitor who saves data. */
export function createPrefetch(data: SiteData) {
  return (path: string, query: Record<string, string>): void => {
    if (!savesData()) void fetchPage(path, query).catch(() => {});
  };

  async function fetchPage(path: string, query: Record<string, string>) {
    const page = await resolutionOf(path);
    if ('redirect' in page) return;
    for (const block of visibleBlocks(page, query)) {
      const key = data.blockKey(page, block, query);
      if (!data.isFresh(key))
        void data.loadBlock(page, block, query, true).then((result) => result.value.ok && data.put(key, result));
    }
  }

  async function resolutionOf(path: string): Promise<Resolution> {
    const key = data.pageKey(path);
    const { data: known } = data.read<Resolution>(key);
    if (known && data.isFresh(key)) return known.value;
    const result = await data.loadPage(path, data.silent);
    data.put(key, result);
    return result.value;
  }
}

/** Fetches what the next move will need once the page is there and quiet: never for a visitor who saves data (WG6). */
export function fetchWhenQuiet(fetch: () => Promise<unknown>): void {
  if (savesData()) return;
  // Safari is never told when it has nothing to do
  const whenIdle = window.requestIdleCallback ?? window.setTimeout;
  const start = () => whenIdle(() => void fetch().catch(() => {}));
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
