import type { ReactNode } from 'react';
import type { LayoutProps } from './layout-props.ts';

/** Places below the hero, in reading order; each is a band across the page. */
const BANDS = ['entries', 'main', 'tinted', 'lower', 'bottom'];

/** The hero stands at the very top: the shell lays its header over it. What follows are bands as wide as the window. */
export function HomeLayout({ page, siteName, place }: LayoutProps) {
  return (
    <div className="home">
      <div className="hero">
        <h1 className="unseen">{siteName || page.title}</h1>
        {place('hero')}
      </div>
      <div id="content">
        {BANDS.map((name) => (
          <Band key={name} name={name}>
            {place(name)}
          </Band>
        ))}
        {place('band')}
      </div>
    </div>
  );
}

function Band({ name, children }: { name: string; children: ReactNode }) {
  return (
    children && (
      <div className={`band band--${name}`}>
        <div className="wrap">{children}</div>
      </div>
    )
  );
}
