import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf, CallName, ParamsOf } from '#wire/console-calls.ts';
import { addressOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';

export interface Loaded<T> {
  data: T | undefined;
  error: unknown;
  retry: () => void;
}

/** A GET that is asked once, because a form must not change under its author. @param params null: nothing to ask */
export function useOnce<Name extends CallName>(name: Name, params: ParamsOf<Name> | null): Loaded<AnswerOf<Name>> {
  const send = useSend();
  const path = params === null ? '' : addressOf(name, params);
  const [found, setFound] = useState<{ path: string; data?: AnswerOf<Name>; error?: unknown }>();
  const load = useCallback(
    (isWanted: () => boolean) => {
      if (params === null) return;
      send(name, params).then(
        (data) => isWanted() && setFound({ path, data }),
        (error: unknown) => isWanted() && setFound({ path, error }),
      );
    },
    // the way to the sign-in may change; what was read does not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [path],
  );
  useEffect(() => {
    let isWanted = true;
    load(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [load]);
  const current = found?.path === path ? found : undefined;
  return { data: current?.data, error: current?.error, retry: () => load(() => true) };
}
