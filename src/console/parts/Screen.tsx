import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useNavigationType } from 'react-router-dom';

interface Props {
  title: string;
  /** one paragraph: what the screen is for, and what can be done there */
  purpose: ReactNode;
  /** screens above this one */
  above?: readonly { to: string; name: string }[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** A screen of the console: where one is, its title, what it is for, and its content. */
export function Screen({ title, purpose, above = [], actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const how = useNavigationType();
  useEffect(() => {
    document.title = `${title} - 管理后台`;
    // after a click on a link the reading goes on at the new title; a page that was opened begins at its top
    if (how !== 'POP') heading.current?.focus({ preventScroll: true });
    // of this screen's first drawing alone
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [title]);
  return (
    <>
      {above.length > 0 && (
        <nav aria-label="所在位置" className="crumbs">
          <ol>
            {above.map(({ to, name }) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <header className="screen-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p>{purpose}</p>
        </div>
        {actions && <div className="screen-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
