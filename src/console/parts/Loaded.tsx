import type { ReactNode } from 'react';
import { Failure } from './Failure.tsx';
import { Loading } from './Loading.tsx';

interface Props<T> {
  of: { data: T | undefined; error: unknown; retry: () => void };
  children: (data: T) => ReactNode;
}

/** The loaded data, or that it is loading or failed. */
export function Loaded<T>({ of: { data, error, retry }, children }: Props<T>) {
  if (error !== undefined) return <Failure error={error} retry={retry} />;
  return data === undefined ? <Loading /> : children(data);
}
