import { SiteLink } from './SiteLink.tsx';

export interface TabLink {
  title: string;
  path: string;
  current: boolean;
}

/** Tabs that are addresses: links, so each can be shared and opened without scripts. */
export function Tabs({ tabs, label }: { tabs: readonly TabLink[]; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <SiteLink key={tab.path} path={tab.path} current={tab.current ? 'page' : undefined}>
          {tab.title}
        </SiteLink>
      ))}
    </nav>
  );
}
