import { Link } from 'react-router-dom';

interface Tab {
  to: string;
  name: string;
  count: number;
  isCurrent: boolean;
}

/** Parts of a list as links, each with its number. */
export const CountTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="view-tabs" aria-label={label}>
    {tabs.map(({ to, name, count, isCurrent }) => (
      <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
        {name}
        <span className="count">{count}</span>
      </Link>
    ))}
  </nav>
);
