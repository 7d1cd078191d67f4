import { createContext, use, useSyncExternalStore } from 'react';

/** Content of the browser's address bar. */
export interface Address {
  /** path with base */
  pathname: string;
  /** query with its question mark, or '' */
  search: string;
  /** key of the history entry */
  key: string;
  /** reached by Back or Forward, or by a link to a place on the page, which the browser follows by itself */
  back: boolean;
}

/**
 * The address as a store outside of React's contexts: a change of a context would draw anew what sleeps as HTML below it
 * (on-use.tsx).
 */
export interface AddressBar {
  /** the address that the page was drawn for, until it is hydrated */
  first: Address;
  read: () => Address;
  subscribe: (listen: () => void) => () => void;
  /** @param address of the site, begins with the base */
  move: (address: string, options?: { replace?: boolean }) => void;
}

const never = () => () => {};

/** Address of a page that moves nowhere: one that the server draws. */
export function stillAddress(pathname: string, search = ''): AddressBar {
  const first = { pathname, search, key: '', back: false };
  return { first, read: () => first, subscribe: never, move: () => {} };
}

/** The browser's own. */
export function browserAddress(): AddressBar {
  const listeners = new Set<() => void>();
  const newEntry = () => ({ key: Math.random().toString(36).slice(2) });
  const readBar = (back: boolean): Address => {
    const { pathname, search } = window.location;
    return { pathname, search, key: history.state?.key ?? '', back };
  };
  // an entry without a state is one that a link to a place on the page has made (SC1)
  if (!history.state) history.replaceState(newEntry(), '');
  const first = readBar(false);
  let now = first;
  const tell = (back: boolean) => {
    now = readBar(back);
    for (const listen of listeners) listen();
  };
  window.addEventListener('popstate', () => tell(true));
  return {
    first,
    read: () => now,
    subscribe: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    move: (address, { replace = false } = {}) => {
      try {
        if (replace) history.replaceState(newEntry(), '', address);
        else history.pushState(newEntry(), '', address);
      } catch {
        // a browser that counts how often the address changes
        return window.location.assign(address);
      }
      tell(false);
    },
  };
}

export const AddressContext = createContext(stillAddress(''));

export function useAddress(): Address {
  const { read, subscribe, first } = use(AddressContext);
  return useSyncExternalStore(subscribe, read, () => first);
}

/** Moves to an address of the site, which begins with the base. */
export const useMove = (): AddressBar['move'] => use(AddressContext).move;
