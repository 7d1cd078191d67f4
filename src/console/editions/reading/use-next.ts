import { useEffect } from 'react';
import { preload } from 'swr';
import type { EditionLine } from '#wire/console-answers.ts';
import { addressOf, call, LONG_TIMEOUT } from '../../calls/call.ts';

/** RV1: what the next edition's page begins with is fetched while this one is read. */
export function useNext(line: EditionLine | undefined): void {
  const { editionId, version } = line ?? {};
  useEffect(() => {
    if (editionId === undefined || version === undefined) return;
    const sides = { editionId, from: 'public', to: String(version) };
    for (const begun of [
      preload(addressOf('GET /editions/:editionId', { editionId }), () =>
        call('GET /editions/:editionId', { editionId }),
      ),
      preload(addressOf('GET /editions/:editionId/compare', sides), () =>
        call('GET /editions/:editionId/compare', sides, LONG_TIMEOUT),
      ),
    ])
      // the page that needs it fetches it again, and says why it is not there
      void Promise.resolve(begun).catch(() => {});
  }, [editionId, version]);
}
