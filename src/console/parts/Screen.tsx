import { useContext, useEffect, useId, useRef, type ReactNode } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';
import { helpOf } from '../help/help-pages.ts';
import { ScreenTabs } from './screen-tabs.ts';
import { WaitingCount } from './waiting.ts';

interface Props {
  title: string;
  /** one paragraph: what the screen is for, and what can be done there */
  purpose: ReactNode;
  /** position of the screen in a sequence of steps: 第 2 步，共 5 步 */
  step?: string;
  /** screens above this one */
  above?: readonly { to: string; name: string }[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** the entry of the history that the browser opened, until one goes elsewhere */
let opened: string | null | undefined;

/** A screen of the console: where one is, its title, what it is for, and its content. */
export function Screen({ title, purpose, step = '', above = [], actions, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const how = useNavigationType();
  const { pathname, key } = useLocation();
  const waiting = useContext(WaitingCount);
  const tabs = useContext(ScreenTabs);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} - 管理后台`;
  }, [title, waiting]);
  useEffect(() => {
    opened = opened === undefined ? key : opened === key ? key : null;
    // after a click on a link or Back the reading goes on at the new title; a page that was opened begins at its top
    if (how !== 'POP' || key !== opened) heading.current?.focus({ preventScroll: true });
    // only with this screen's first drawing
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
          <h1 ref={heading} tabIndex={-1} aria-describedby={step === '' ? undefined : id}>
            {title}
          </h1>
          <p>
            {step !== '' && <span id={id}>{`${step}。`}</span>}
            {purpose}
            {!pathname.startsWith('/help') && (
              <>
                {' '}
                <Link to={`/help/${helpOf(pathname)}`} className="help-link">
                  怎样使用
                </Link>
              </>
            )}
          </p>
        </div>
        {actions && <div className="screen-actions">{actions}</div>}
      </header>
      {tabs}
      {children}
    </>
  );
}
