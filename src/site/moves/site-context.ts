import { createContext, useContext } from 'react';
import type { SiteState } from '#page/page-schema.ts';
import type { Session } from '../answers/session.ts';
import type { Calls, SiteData } from '../answers/site-data.ts';
import type { VisitorStore } from '../visitor.ts';
import type { Still } from '../screens/ShellFrame.tsx';

/** Services for every part of the app: the page it started from, and how to load more. */
export interface Site {
  state: SiteState;
  data: SiteData;
  still: Still;
  session: Session;
  visitor: VisitorStore;
  calls: Calls;
}

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('outside SiteApp');
  return site;
}
