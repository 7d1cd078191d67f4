import { useEffect, useMemo } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import type { SiteState } from '#page/page-schema.ts';
import { BasePath } from '#ui/base-path.ts';
import { MessageHost } from './MessageHost.tsx';
import { messages } from './messages.ts';
import { useSiteNavigation } from './navigation.ts';
import { createPrefetch } from './prefetch.ts';
import { RoutePage } from './RoutePage.tsx';
import type { Still } from './ShellFrame.tsx';
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
  const site = useMemo(() => ({ state, data: createSiteData(state, calls), still }), [state, calls, still]);
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
          <MessageHost />
        </SWRConfig>
      </SiteContext>
    </BasePath>
  );
}

/** What listens rather than draws. */
function Moves() {
  const { state, data } = useSite();
  const { mutate } = useSWRConfig();
  const prefetch = useMemo(() => createPrefetch(data, (key, answer) => void mutate(key, answer, { revalidate: false })), [data, mutate]);
  useSiteNavigation(prefetch);
  useShellMoves();
  useEffect(() => {
    for (const tip of state.tips) messages.tip(tip);
  }, [state]);
  return null;
}
