import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SWRConfig, useSWRConfig } from 'swr';
import type { SiteState } from '#page/page-schema.ts';
import { withBase } from '#rules/site-address.ts';
import { BasePath } from '#ui/base-path.ts';
import { createConsent } from './consent/consent.ts';
import { ConsentHost } from './consent/ConsentHost.tsx';
import { MessageHost } from './MessageHost.tsx';
import { messages } from './messages.ts';
import { useSiteNavigation } from './navigation.ts';
import { createPrefetch } from './prefetch.ts';
import { RoutePage } from './RoutePage.tsx';
import type { Still } from './ShellFrame.tsx';
import { createSession } from './session.ts';
import { CustomerInSideBar } from './shell/Customer.tsx';
import { useShellMoves } from './shell/shell-moves.ts';
import { createSiteData } from './site-data.ts';
import type { Calls } from './site-data.ts';
import { SiteContext, useSite } from './site-context.ts';

interface SiteAppProps {
  state: SiteState;
  calls: Calls;
  still: Still;
}

/** The visitor's app: the state of the page, the shell, the page of the address. Rendered by the server and hydrated as it is. */
export function SiteApp({ state, calls, still }: SiteAppProps) {
  const site = useMemo(() => ({ state, data: createSiteData(state, calls), still, calls, session: createSession(calls), consent: createConsent(state.shell.legal ?? {}) }), [state, calls, still]);
  const swr = useMemo(
    () => ({
      provider: () => site.data.cache as never,
      // what is shown is asked for anew by moving, not by looking: see SiteData.isFresh
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
    }),
    [site],
  );
  return (
    <BasePath value={state.base}>
      <SiteContext value={site}>
        <SWRConfig value={swr}>
          <Moves />
          <RoutePage />
          <CustomerInSideBar />
          <MessageHost />
          <ConsentHost />
        </SWRConfig>
      </SiteContext>
    </BasePath>
  );
}

/** What listens rather than draws. */
function Moves() {
  const { state, data, session } = useSite();
  const location = useLocation();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const prefetch = useMemo(() => createPrefetch(data, (key, answer) => void mutate(key, answer, { revalidate: false })), [data, mutate]);
  useSiteNavigation(prefetch);
  useShellMoves();
  useEffect(() => {
    const home = withBase(state.base, '/');
    void session.check(() => location.pathname !== home && void navigate(home, { replace: true }));
  }, [session, state, location, navigate]);
  useEffect(() => {
    for (const tip of state.tips) messages.tip(tip);
  }, [state]);
  return null;
}
