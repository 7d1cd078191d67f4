import type { ReactNode } from 'react';
import type { LayoutProps } from './layout-props.ts';

/** Places below the hero, in reading order; each is a band across the page. */
const BANDS = ['entries', 'main', 'tinted', 'lower', 'bottom'];

/**
 * The hero stands at the very top: the shell lays its header over it. What follows are bands as wide as the window, some
 * with a second column (HN6).
 */
export function HomeLayout({ page, siteName, place }: LayoutProps) {
  return (
    <div className={`home home--${page.headings ?? 'above'}`}>
      <div className="hero">
        <h1 className="unseen">{siteName || page.title}</h1>
        {place('hero')}
      </div>
      <div id="content">
        {BANDS.map((name) => (
          <Band key={name} name={name} side={place(`${name}-side`)}>
            {place(name)}
          </Band>
        ))}
        {place('band')}
      </div>
    </div>
  );
}

function Band({ name, side, children }: { name: string; side: ReactNode; children: ReactNode }) {
  if (!children && !side) return null;
  return (
    <div className={`band band--${name}`}>
      <div className={children && side ? 'wrap band__columns' : 'wrap'}>
        {children}
        {side}
      </div>
    </div>
  );
}
