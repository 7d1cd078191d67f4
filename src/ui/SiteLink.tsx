/**
 * The room `ui` is parts without data: what they show is handed in, and nothing here knows a call, a page or a
 * widget. Parts work as plain HTML first; scripts only make them quicker.
 */
import type { ReactNode } from 'react';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import { withBase } from '#rules/addresses/site-address.ts';
import { useBasePath } from './base-path.ts';

interface SiteLinkProps {
  /** site path without base, or an http(s) address */
  path: string;
  className?: string;
  current?: 'page' | 'true';
  label?: string;
  /** RK5: who is not logged in is asked to log in first; site/navigation does so */
  needsFundAccount?: boolean;
  /** an entry of a list that keys choose from: Tab passes it */
  option?: { id: string; isChosen: boolean };
  children: ReactNode;
}

/** A link of the site, or one that leaves it in a new window (CH6). Clicks are taken over by site/navigation. */
export function SiteLink({ path, className, current, label, needsFundAccount, option, children }: SiteLinkProps) {
  const base = useBasePath();
  const shared = {
    className,
    'aria-current': current,
    'aria-label': label,
    ...(needsFundAccount && { 'data-fund-account': '' }),
    ...(option && { id: option.id, role: 'option', 'aria-selected': option.isChosen, tabIndex: -1 }),
  };
  if (!isExternal(path)) {
    return (
      <a {...shared} href={withBase(base, path)}>
        {children}
      </a>
    );
  }
  return (
    <a {...shared} href={path} target="_blank" rel="noopener">
      {children}
      <span className="leaves" aria-hidden="true">
        ↗
      </span>
      <span className="unseen">（新窗口打开）</span>
    </a>
  );
}
