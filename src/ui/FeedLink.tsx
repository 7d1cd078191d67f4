import { createContext, use, type ReactNode } from 'react';
import { withBase } from '#rules/addresses/site-address.ts';
import { useBasePath } from './base-path.ts';

/** Whether lists and registers have feeds (RG37). */
export const Feeds = createContext(false);

/** To the feed of a page. @param of its site path */
export function FeedLink({ of, children }: { of: string; children: ReactNode }) {
  const base = useBasePath();
  if (!use(Feeds)) return null;
  return (
    <a href={withBase(base, `${of}/rss.xml`)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
