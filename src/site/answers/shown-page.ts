import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Resolution, ResolvedPage } from '#page/page-schema.ts';
import { readQuery, withBase, withoutBase } from '#rules/addresses/site-address.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { useAddress, useMove } from '../moves/address.ts';
import { messages } from '../notices/messages.ts';
import { useSite } from '../moves/site-context.ts';
import { useAnswer } from './use-answer.ts';

export interface Shown {
  /** null: the definition could not be had */
  page: ResolvedPage | null;
  query: Record<string, string>;
  /** key of the history entry that is shown */
  entry: string;
}

/** The shown page, whose address may be behind the address bar's while a new page is on its way. */
export function useShown(): { shown: Shown; waiting: boolean; retry: () => void } {
  const { state, data } = useSite();
  const address = useAddress();
  const [first] = useState(address);
  // the server has read the first address, whatever its spelling
  const atFirstPath = address.pathname === first.pathname;
  const path = atFirstPath
    ? (state.page.shownAt ?? state.page.path)
    : (withoutBase(state.base, address.pathname) ?? '/');
  const isFirst = atFirstPath && address.search === first.search;
  // the same while only the hash changes
  const query = useMemo(() => (isFirst ? state.query : readQuery(address.search)), [isFirst, state, address.search]);

  const key = data.pageKey(path);
  const { data: cached, error, retry: again } = useAnswer<Resolution>(key, () => data.loadPage(path));
  const resolution = cached?.key === key ? cached.value : undefined;
  useRedirect(resolution);
  const refused = !resolution && error !== undefined && isRefusal(error);
  // a page that the call does not know, or a chunk that a new release has taken away: the server's document says what
  // is so
  useEffect(() => {
    if (refused) window.location.reload();
  }, [refused]);

  const page =
    resolution && !('redirect' in resolution) ? resolution : error && !resolution && !refused ? null : undefined;
  const [previous, setPrevious] = useState<Shown>({ page: state.page, query: state.query, entry: address.key });
  const known: Shown | null = page === undefined ? null : { page, query, entry: address.key };
  const smooth = known !== null && known.page?.path !== previous.page?.path && movesSmoothly(state.elder);
  if (known && !smooth && (known.page !== previous.page || known.entry !== previous.entry)) setPrevious(known);
  const fadingTo = useRef<Shown['page'] | undefined>(undefined);
  useLayoutEffect(() => {
    const begun = fadingTo.current;
    fadingTo.current = smooth ? known.page : undefined;
    if (!smooth || known.page === begun) return;
    // the first of two pages chosen in haste is passed over: no failure
    document.startViewTransition(() => flushSync(() => setPrevious(known))).ready.catch(() => {});
  });

  // every answer stays unreadable under a key that is no longer the server's: a new document brings the new one
  const retry = () => {
    messages.dismiss();
    return isUnreadable(error) ? window.location.reload() : again();
  };
  return { shown: smooth ? previous : (known ?? previous), waiting: !known, retry };
}

/** Pages fade into each other when the browser supports it and the visitor has not asked for less motion. */
const movesSmoothly = (elder: true | undefined): boolean =>
  !elder && 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** RT9: a redirect replaces history. */
function useRedirect(resolution: Resolution | undefined): void {
  const navigate = useMove();
  const { state } = useSite();
  const to = resolution && 'redirect' in resolution ? resolution.redirect : null;
  useEffect(() => {
    if (to !== null) navigate(withBase(state.base, to), { replace: true });
  }, [to, navigate, state]);
}

/**
 * The server was reached and has answered that there is no such page; anything that is no answer may pass by itself.
 */
function isRefusal(error: unknown): boolean {
  return !isCallFailed(error) || error.outcome.startsWith('code') || (error.status >= 400 && error.status < 500);
}

const isUnreadable = (error: unknown): boolean => isCallFailed(error) && error.outcome === 'unreadable';
