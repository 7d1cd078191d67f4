import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { useRead } from '../calls/use-calls.ts';

/**
 * RM4: why an edition cannot be approved as it is; undefined while that is not known. '' where nothing holds it up, and where
 * that cannot be read: the server decides.
 */
export function useHeld(editionId: number): string | undefined {
  const { data, error } = useRead('GET /editions/:editionId/held', { editionId });
  return data?.why ?? (error === undefined ? undefined : '');
}

/** Reads again what holds an edition up, in its page and in lists. */
export function useHeldAgain(editionId: number): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(
    () =>
      mutate(
        (key) =>
          typeof key === 'string' && (key.startsWith(`/editions/${editionId}/held`) || key.startsWith('/editions?')),
      ),
    [mutate, editionId],
  );
}
