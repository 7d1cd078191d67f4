import { paths } from '#wire/paths.ts';
import type { Calls } from './site-data.ts';

/** Path at the collector that a page view is posted to. */
const PAGE_VIEW = '/page-view';

export type Tracking = ReturnType<typeof createTracking>;

/**
 * TK1: page views, for who has agreed (AG6). Where to is asked for once, when the first is told. A view says which page
 * and when: no query, which may hold a name that was searched for, no token, nothing of the customer.
 */
export function createTracking(calls: Calls) {
  let collector: Promise<string> | undefined;

  async function askForCollector(): Promise<string> {
    const { paramValue = '' } = (await calls.silent.get(paths.webParam, { code: 'sys.tracking' })) as {
      paramValue?: string;
    };
    return URL.parse(paramValue)?.origin ?? '';
  }

  return {
    /**
     * @param path of the site, without base and query @param agreed asked again when the answer is here: consent may
     * have been withdrawn meanwhile
     */
    async view(path: string, agreed: () => boolean, at = new Date()): Promise<void> {
      collector ??= askForCollector().catch(() => {
        // the next view asks again
        collector = undefined;
        return '';
      });
      const origin = await collector;
      if (origin && agreed()) navigator.sendBeacon(origin + PAGE_VIEW, JSON.stringify({ path, at: at.toISOString() }));
    },
  };
}
