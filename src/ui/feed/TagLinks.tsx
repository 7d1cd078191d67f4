import { SiteLink } from '../SiteLink.tsx';
import './feed.css';

/** Tags of an article, each a link to all that bears it. */
export function TagLinks({ tags }: { tags: readonly { title: string; path: string }[] }) {
  return (
    <ul className="taglinks" aria-label="标签">
      {tags.map(({ title, path }) => (
        <li key={path}>
          <SiteLink path={path}>{title}</SiteLink>
        </li>
      ))}
    </ul>
  );
}
