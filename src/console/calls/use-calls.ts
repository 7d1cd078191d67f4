import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import useSWR, { useSWRConfig, type SWRConfiguration } from 'swr';
import type { Me } from '#wire/console-answers.ts';
import {
  call,
  CallFailed,
  CHANGE_PASSWORD,
  isCallFailed,
  LONG_TIMEOUT,
  queryOf,
  SIGN_IN_NEEDED,
  type Method,
  type Params,
} from './call.ts';

/** What the sign-in says above its form: why one is there. */
export interface Arrival {
  told?: string;
}

/** Whoever is signed in; asked again whenever the window is looked at. That there is nobody fails as a refusal does. */
export const useMe = () => useSWR<Me, unknown>('/me', readMe);

async function readMe(path: string): Promise<Me> {
  const me = await call<Me | null>('GET', path);
  if (me === null) throw new CallFailed(SIGN_IN_NEEDED, '请先登录');
  return me;
}

/** Data of a GET, kept and refreshed by SWR. @param path null while there is nothing to ask */
export const useRead = <T>(path: string | null, params: Params = {}, options: SWRConfiguration<T, unknown> = {}) =>
  useSWR<T, unknown>(path === null ? null : path + queryOf(params), options);

/** Of useRead: what goes through all rows of a register is waited for longer. */
export const PATIENT = { fetcher: <T>(key: string) => call<T>('GET', key, {}, LONG_TIMEOUT) };

/** A page of a list; while the next is on its way this one stays. */
export const useList = <T>(path: string, params: Params) =>
  useSWR<T, unknown>(path + queryOf(params), { keepPreviousData: true });

/**
 * What every failed call may mean: the session has ended, so that the way leads to the sign-in and from there back
 * here;
 * or the password must be changed first, which the shell shows once it asks who is there. Everything else is the
 * caller's.
 */
export function useRefusals(): (reason: unknown) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { mutate } = useSWRConfig();
  return useCallback(
    (reason: unknown) => {
      if (!isCallFailed(reason)) return;
      if (reason.code === CHANGE_PASSWORD) void mutate('/me');
      if (reason.code !== SIGN_IN_NEEDED || pathname === '/sign-in') return;
      const back = pathname + search;
      const told = reason.message === '请先登录' ? undefined : reason.message;
      void navigate(`/sign-in${back === '/' ? '' : queryOf({ back })}`, {
        state: { told } satisfies { told: string | undefined },
      });
    },
    [navigate, pathname, search, mutate],
  );
}

/** Sends a call; the caller is told of what fails, after the console has done what every refusal asks for. */
export function useSend(): <T>(method: Method, path: string, params?: Params, timeout?: number) => Promise<T> {
  const refuse = useRefusals();
  return useCallback(
    async <T>(method: Method, path: string, params?: Params, timeout?: number) => {
      try {
        return await call<T>(method, path, params, timeout);
      } catch (reason) {
        refuse(reason);
        throw reason;
      }
    },
    [refuse],
  );
}

/**
 * Forgets all that was read: it was another person's, or is no longer sure. With `anew` what the screen still shows is
 * read again, as after a sign-in: SWR otherwise drops answers on their way but keeps their place for two seconds, and
 * whoever asks meanwhile would wait for ever. Whoever leaves asks for nothing more.
 */
export function useForget(): (anew: boolean) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback((anew: boolean) => mutate(() => true, undefined, { revalidate: anew }), [mutate]);
}
