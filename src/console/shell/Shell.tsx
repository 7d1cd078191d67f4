import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { mayDoSomewhere, type Grant } from '#rules/people/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';
import { VIEWS } from '../editions/edition-answers.ts';
import { BackToSetUp } from '../set-up/BackToSetUp.tsx';
import { ErrorGuard } from '../parts/ErrorGuard.tsx';
import { Loading } from '../parts/Loading.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { sections } from './sections.ts';
import { sumOf, useWaiting, WaitingCount, type Waits } from './waiting.ts';

/** The frame around every screen: skip link, header with the person's menu, and the side menu. */
export function Shell() {
  const { data: me } = useMe();
  const { pathname } = useLocation();
  const waiting = useWaiting(me?.grants ?? []);
  if (!me) return null;
  return (
    <WaitingCount value={sumOf(waiting)}>
      <div className="shell">
        <a className="skip" href="#content">
          跳到正文
        </a>
        <header className="bar">
          <NavLink to="/" className="bar-name">
            管理后台
          </NavLink>
          <a href="/" target="_blank" rel="noopener" className="bar-link">
            查看网站
          </a>
          <PersonMenu me={me} />
        </header>
        <SideMenu grants={me.grants} here={pathname} waiting={waiting} />
        <main id="content" tabIndex={-1}>
          <ErrorGuard key={pathname}>
            <BackToSetUp />
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </ErrorGuard>
        </main>
      </div>
    </WaitingCount>
  );
}

/** What the person may do somewhere; on a phone behind a button, closed on each screen. */
function SideMenu({ grants, here, waiting }: { grants: readonly Grant[]; here: string; waiting: readonly Waits[] }) {
  const [openAt, setOpenAt] = useState('');
  const isOpen = openAt === here;
  const shown = sections.map(({ name, screens }) => ({
    name,
    screens: screens.filter(({ act }) => act === undefined || mayDoSomewhere(grants, act)),
  }));
  return (
    <nav className={isOpen ? 'side open' : 'side'} aria-label="主菜单">
      <Button className="side-switch" aria-expanded={isOpen} onClick={() => setOpenAt(isOpen ? '' : here)}>
        菜单
        <Count of={sumOf(waiting)} />
      </Button>
      {shown
        .filter(({ screens }) => screens.length > 0)
        .map(({ name, screens }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {screens.map(({ to, name: screen }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/'}>
                    {screen}
                    {to === '/editions' && <Count of={sumOf(waiting)} />}
                  </NavLink>
                  {to === '/editions' && <Waiting waiting={waiting} />}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  );
}

/** ED2 */
function Count({ of }: { of: number }) {
  return of === 0 ? null : (
    <>
      {' '}
      <span className="menu-count">{of}</span>
      <span className="unseen">份等您处理</span>
    </>
  );
}

function Waiting({ waiting }: { waiting: readonly Waits[] }) {
  return waiting.length === 0 ? null : (
    <ul className="menu-waiting">
      {waiting.map(({ view, count }) => (
        <li key={view}>
          <Link to={`/editions?view=${view}`}>
            {VIEWS[view]} <span className="menu-count">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
