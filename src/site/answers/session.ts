import Cookies from 'js-cookie';
import { paths, TOKEN_COOKIE, USER_INFO } from '#wire/paths.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { tokenOf } from '#wire/token-text.ts';
import type { Calls } from './site-data.ts';

/** User info (website.md section 3). */
interface UserInfo {
  custName?: string;
  riskLevel?: string;
  /** yyyymmdd */
  riskValidDate?: string;
  isProInvestor?: string;
}

/** undefined: not looked yet, as on the server; null: nobody */
export type Whoever = UserInfo | null | undefined;

/**
 * Address of the login page, with the address to come back to (LS6). @param login a path of this server or an address
 */
export function loginAddress(login: string, here: string): string {
  const url = new URL(login, here);
  url.searchParams.set('url', here);
  return url.href;
}

export type Session = ReturnType<typeof createSession>;

/**
 * The reader, as the browser knows it (LS2–LS4, LS6, LS7): a store outside React. What a customer may read is decided
 * by the server alone; this knows a name and what to offer.
 */
export function createSession(calls: Calls) {
  let whoever: Whoever;
  let latest = 0;
  const listeners = new Set<() => void>();

  function change(next: Whoever) {
    whoever = next;
    for (const listener of listeners) listener();
  }

  function clear() {
    removeCookie();
    store(null);
  }

  function forget() {
    clear();
    change(null);
  }

  /**
   * On every change of route. A visitor without a token costs nothing. @param leaveForHome LS4: when the token is none
   * any more
   */
  async function check(leaveForHome: () => void): Promise<void> {
    latest += 1;
    const mine = latest;
    if (!hasToken()) return void (whoever === null ? clear() : forget());
    if (whoever === undefined) change(stored());
    try {
      const info = (await calls.silent.get(paths.userInfo, { queryType: 1 })) as UserInfo;
      if (mine !== latest) return;
      store(info);
      change(info);
    } catch (failure) {
      // LS4: only a parsed answer says that the token is none; a bad line, too many calls (429) or a service in trouble
      // say nothing
      if (mine !== latest || !isCallFailed(failure) || failure.code === '' || failure.status >= 429) return;
      forget();
      leaveForHome();
    }
  }

  /** LS6; the server ends the token too, but the logout works here even when the server cannot be reached. */
  async function logOut(): Promise<void> {
    await calls.silent.post(paths.logout, {}).catch(() => undefined);
    forget();
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: (): Whoever => whoever,
    check,
    logOut,
  };
}

/** '' for nobody, as always on the server, which draws for everybody. */
export const readToken = (): string => (typeof document === 'undefined' ? '' : (tokenOf(document.cookie) ?? ''));

export const hasToken = (): boolean => readToken() !== '';

/**
 * The cookie may belong to this host or to a parent domain (LS1), which a script cannot see, and a stranger's to a
 * deeper path: it is ended for each.
 */
function removeCookie(): void {
  if (!document.cookie.includes(`${TOKEN_COOKIE}=`)) return;
  const { hostname } = location;
  // an address of digits has no domains above it, and a browser would complain
  const parts = /\d$/.test(hostname) ? [] : hostname.split('.');
  const domains = ['', ...parts.slice(0, -1).map((_, at) => parts.slice(at).join('.'))];
  const above = location.pathname.split('/').map((_, at, names) => names.slice(0, at).join('/'));
  const paths = new Set(above.flatMap((path) => [path || '/', `${path}/`]));
  for (const path of paths)
    for (const domain of domains) Cookies.remove(TOKEN_COOKIE, { path, domain, sameSite: 'Lax' });
}

function store(info: UserInfo | null): void {
  try {
    if (info) localStorage.setItem(USER_INFO, JSON.stringify(info));
    else localStorage.removeItem(USER_INFO);
  } catch {
    // a browser that keeps nothing asks again
  }
}

/** The last known answer, until the new one arrives. */
function stored(): Whoever {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(USER_INFO) ?? 'null');
    return typeof known === 'object' && known !== null ? (known as UserInfo) : undefined;
  } catch {
    return undefined;
  }
}
