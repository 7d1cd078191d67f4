import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSite } from '../moves/site-context.ts';
import { TAKEN, type Known, type Cached } from './site-data.ts';

const NOTHING_KNOWN: Known<never> = {};
const never = (): (() => void) => () => {};

interface Reading<T> {
  data: Cached<T> | undefined;
  /** error of the last request that failed */
  error: unknown;
  /** asks anew, fresh or not */
  retry: () => void;
}

/**
 * The data of a key, fetched where it is not known or not fresh any more. Until the answer to another key is there,
 * that to the former one stays.
 * @param key null: nothing is looked at
 * @param load null: it is looked at and never asked for
 */
export function useAnswer<T>(key: string | null, load: (() => Promise<Cached<T>>) | null): Reading<T> {
  const { data } = useSite();
  const subscribe = useCallback(
    (listen: () => void) => (key === null ? never() : data.subscribe(key, listen)),
    [data, key],
  );
  const read = () => (key === null ? NOTHING_KNOWN : data.read<T>(key));
  const known: Known<T> = useSyncExternalStore(subscribe, read, read);
  const [former, setFormer] = useState(known.data);
  if (known.data && known.data !== former) setFormer(known.data);
  const isTaken = known.data === TAKEN;
  const retry = () => key !== null && load && data.ask(key, load);
  // a new function with each render asks for the same, and an answer that comes asks for no other
  useEffect(() => {
    if (key !== null && (!data.read(key).data || !data.isFresh(key))) retry();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, key]);
  useEffect(() => {
    if (isTaken) retry();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isTaken]);
  return {
    data: known.data ?? (key === null ? undefined : former),
    error: known.error,
    retry,
  };
}
