import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import useSWR, { useSWRConfig, type SWRConfiguration } from 'swr';
import { features } from '#features/index.ts';
import type { Me } from '#wire/console-answers.ts';
import type { AnswerOf, CallName, ParamsOf } from '#wire/console-calls.ts';
import {
  addressOf,
  call,
  CallFailed,
  CHANGE_PASSWORD,
  isCallFailed,
  LONG_TIMEOUT,
  queryOf,
  SECOND_FACTOR_NEEDED,
  SIGN_IN_NEEDED,
} from './call.ts';

/** Message of the sign-in above its form: why one is there. */
export interface Arrival {
  told?: string;
}

/**
 * The person who is signed in; fetched again whenever the window is looked at. That there is nobody fails as a refusal
 * does.
 */
export const useMe = () => useSWR<Me, unknown>(addressOf('GET /me', {}), readMe);

async function readMe(): Promise<Me> {
  const me = await call('GET /me', {});
  if (me === null) throw new CallFailed(SIGN_IN_NEEDED, '请先登录');
  return me;
}

type Read = Extract<CallName, `GET ${string}`>;

interface ReadOptions<Answer> extends SWRConfiguration<Answer, unknown> {
  timeout?: number;
}

/** Params, which a call without any may leave out, and more. */
type ReadArguments<Params, More> = {} extends Params ? [params?: Params, more?: More] : [params: Params, more?: More];

/**
 * Data of a GET, kept and refreshed by SWR under its address.
 * @param asked params, as the call is described; null while there is nothing to ask. Then options
 */
export function useRead<Name extends Read>(
  name: Name,
  ...args: ReadArguments<ParamsOf<Name> | null, ReadOptions<AnswerOf<Name>>>
) {
  const [params = {} as ParamsOf<Name>, { timeout, ...options } = {}] = args;
  return useSWR<AnswerOf<Name>, unknown>(
    params && addressOf(name, params),
    () => call(name, params!, timeout),
    options,
  );
}

/** Option of useRead: calls that go through all rows of a register get more time. */
export const PATIENT = { timeout: LONG_TIMEOUT };

/** Option of useRead: a form must not change while it is edited, nor an edition while it is reviewed. */
export const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false };

/** Option of useRead for a page of a list: while the next is on its way this one stays. */
export const PAGED = { keepPreviousData: true };

/**
 * Meaning of every failed call. Either the session has ended, so that the way leads to the sign-in and from there back
 * here. Or the password must be changed or a second factor set up first, which the shell shows once it asks who is
 * there. Everything else is the caller's.
 */
export function useRefusals(): (reason: unknown) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { mutate } = useSWRConfig();
  return useCallback(
    (reason: unknown) => {
      if (!isCallFailed(reason)) return;
      if (reason.code === CHANGE_PASSWORD || reason.code === SECOND_FACTOR_NEEDED) void mutate('/me');
      if (reason.code !== SIGN_IN_NEEDED || pathname === '/sign-in') return;
      const back = pathname + search;
      const message = reason.message === '请先登录' ? undefined : reason.message;
      void navigate(`/sign-in${back === '/' ? '' : queryOf({ back })}`, {
        state: { told: message } satisfies { told: string | undefined },
      });
    },
    [navigate, pathname, search, mutate],
  );
}

/** Sends a call; the caller is told of what fails, after the console has done what every refusal asks for. */
export function useSend(): <Name extends CallName>(
  name: Name,
  ...args: ReadArguments<ParamsOf<Name>, number>
) => Promise<AnswerOf<Name>> {
  const refuse = useRefusals();
  return useCallback(
    async (name, ...[params = {} as ParamsOf<typeof name>, timeout]) => {
      try {
        return await call(name, params, timeout);
      } catch (reason) {
        refuse(reason);
        throw reason;
      }
    },
    [refuse],
  );
}

/** Calls whose answers an edition that is saved makes others. */
const CHANGED = [
  '/editions',
  '/work-list',
  '/workbench',
  '/work-calendar',
  '/settings',
  '/page-schemas',
  '/registers',
  '/legal-texts',
].concat(Object.values(features).flatMap(({ changed = [] }) => changed));
/** Calls whose answers a publication, or the end of setting up, makes others. */
const PUBLISHED = [
  ...CHANGED,
  '/broken',
  '/channel-duties',
  '/publications',
  '/channels',
  '/articles',
  '/opening',
  '/people',
];

/**
 * Reads again what a saved edition has changed. What was kept of single editions is forgotten at once: the screen that
 * comes next would offer steps for the version before, and the server would refuse them.
 */
export function useChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  const again = useAgain(CHANGED);
  return useCallback(async () => {
    await mutate((key) => typeof key === 'string' && key.startsWith('/editions/'), undefined, { revalidate: false });
    await again();
  }, [mutate, again]);
}

/** Reads again what a step of an edition, which may have published it, has changed. */
export const usePublished = (): (() => Promise<unknown>) => useAgain(PUBLISHED);

function useAgain(paths: readonly string[]): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(
    () => mutate((key) => typeof key === 'string' && paths.some((path) => key.startsWith(path))),
    [mutate, paths],
  );
}

/**
 * Forgets all that was read: it was another person's, or is no longer sure. With `anew` the data on the screen is read
 * again, as after a sign-in. SWR otherwise drops answers on their way but keeps their place for two seconds, and a
 * caller meanwhile would wait for ever. Whoever leaves asks for nothing more.
 */
export function useForget(): (anew: boolean) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback((anew: boolean) => mutate(() => true, undefined, { revalidate: anew }), [mutate]);
}
