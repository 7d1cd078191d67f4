import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { SiteState } from '#page/page-schema.ts';
import { readQuery, withBase, withoutBase } from '#rules/addresses/site-address.ts';
import { Alerts } from '#ui/AlertLink.tsx';
import { Feeds } from '#ui/FeedLink.tsx';
import { BasePath } from '#ui/base-path.ts';
import { Suggesting } from '#ui/suggesting.ts';
import { VisitorForms } from '#ui/visitor-forms.ts';
import { USER_INFO } from '#wire/paths.ts';
import { AddressContext, useAddress, useMove } from './moves/address.ts';
import type { AddressBar } from './moves/address.ts';
import { MessageHost } from './notices/MessageHost.tsx';
import { messages } from './notices/messages.ts';
import { useSiteNavigation } from './moves/navigation.ts';
import { callCode } from './answers/calls.ts';
import { createPrefetch, fetchWhenQuiet } from './answers/prefetch.ts';
import { RoutePage } from './screens/RoutePage.tsx';
import type { Still } from './screens/ShellFrame.tsx';
import { isAgreed, onAgreement } from './notices/agreement.ts';
import { createSession } from './answers/session.ts';
import { CustomerInSideBar } from './shell/Customer.tsx';
import { useShellMoves } from './shell/shell-moves.ts';
import { blockLoader, createSiteData } from './answers/site-data.ts';
import type { Calls } from './answers/site-data.ts';
import { SiteContext, useSite } from './moves/site-context.ts';
import { visitorForms } from './visitor/forms.tsx';
import type { Tracking } from './answers/tracking.ts';
import { createVisitor } from './visitor.ts';

interface SiteAppProps {
  state: SiteState;
  calls: Calls;
  still: Still;
  address: AddressBar;
}

/**
 * The visitor's app: the state of the page, the shell, the page of the address. Rendered by the server and hydrated as
 * it is.
 */
export function SiteApp({ state, calls, still, address }: SiteAppProps) {
  const site = useMemo(() => {
    const session = createSession(calls);
    return {
      state,
      data: createSiteData(state, calls),
      still,
      calls,
      session,
      visitor: createVisitor(state, session, messages),
    };
  }, [state, calls, still]);
  const suggest = useMemo(
    () => (words: string) => import('./answers/suggest.ts').then(({ suggestionsFor }) => suggestionsFor(calls, words)),
    [calls],
  );
  return (
    <BasePath value={state.base}>
      <SiteContext value={site}>
        <AddressContext value={address}>
          <Feeds value={state.shell.feeds === true}>
            <Alerts value={state.shell.alerts === true}>
              <Moves />
              <VisitorForms value={visitorForms}>
                <Suggesting value={suggest}>
                  <RoutePage />
                </Suggesting>
              </VisitorForms>
              <CustomerInSideBar />
              <MessageHost />
            </Alerts>
          </Feeds>
        </AddressContext>
      </SiteContext>
    </BasePath>
  );
}

/** Listeners of the app; they draw nothing. */
function Moves() {
  const { state, data, session } = useSite();
  const address = useAddress();
  const navigate = useMove();
  const prefetch = useMemo(() => createPrefetch(data), [data]);
  useSiteNavigation(prefetch);
  useShellMoves();
  useAgreement();
  useEffect(() => {
    const asleep = state.page.blocks.filter(({ id }) => state.onUse?.includes(id));
    fetchWhenQuiet(async () => {
      const [loader] = await Promise.all([blockLoader(), callCode()]);
      await loader.loadActs(asleep);
    });
  }, [state]);
  useEffect(() => {
    const home = withBase(state.base, '/');
    const leave = () => {
      // the call of a withheld text leads to the login (ER6), which is more than the home page can do
      if (data.withholds(withoutBase(state.base, address.pathname) ?? '/', readQuery(address.search))) return;
      if (address.pathname !== home) navigate(home, { replace: true });
    };
    void session.check(leave);
    // changes of the login in another tab
    const elsewhere = ({ key }: StorageEvent) => void (key === USER_INFO && session.check(leave));
    window.addEventListener('storage', elsewhere);
    return () => window.removeEventListener('storage', elsewhere);
  }, [session, state, data, address, navigate]);
  // data for this reader goes with the session; on the screen it gives way to public data at once
  useEffect(() => session.subscribe(() => session.current() === null && data.forgetPersonal()), [session, data]);
  useEffect(() => {
    for (const tip of state.tips) messages.tip(tip);
  }, [state]);
  return null;
}

const never = () => false;

/** Views of pages are told as long as the visitor's consent is stored (TK1, AG6), which the script of consent keeps. */
function useAgreement(): void {
  const { state, calls } = useSite();
  const { pathname } = useAddress();
  const agreed = useSyncExternalStore(onAgreement, isAgreed, never);
  const track = useMemo(() => lazyTracking(calls), [calls]);
  useEffect(() => onAgreement((message) => message && messages.toast(message, false, 'status')), []);
  useEffect(() => void document.dispatchEvent(new CustomEvent('site:moved', { detail: pathname })), [pathname]);
  useEffect(() => {
    if (state.shell.tracking && agreed) void track(withoutBase(state.base, pathname) ?? '/', isAgreed);
  }, [agreed, state, pathname, track]);
}

/** The code that counts views is fetched with the first of them; a view that cannot be counted is no matter. */
function lazyTracking(calls: Calls) {
  let made: Promise<Tracking> | undefined;
  return async (...view: Parameters<Tracking['view']>): Promise<void> => {
    made ??= import('./answers/tracking.ts').then(({ createTracking }) => createTracking(calls));
    await made.then((tracking) => tracking.view(...view)).catch(() => (made = undefined));
  };
}
