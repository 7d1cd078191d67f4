import { Suspense, useMemo, useState } from 'react';
import { Link, Outlet, useLocation, type Location } from 'react-router-dom';
import { features } from '#features/index.ts';
import type { Me } from '#wire/console-answers.ts';
import { useMe } from '../calls/use-calls.ts';
import { ErrorGuard } from '../parts/ErrorGuard.tsx';
import { Loading } from '../parts/Loading.tsx';
import { ScreenTabs } from '../parts/screen-tabs.ts';
import { SettingNotesContext } from '../parts/setting-notes.ts';
import { useMedia } from '../parts/use-media.ts';
import { sumOf, useWaiting, WaitingCount } from '../parts/waiting.ts';
import { menuCounts, ScreenNotes, settingNotes } from './FeatureNotes.tsx';
import { Header } from './Header.tsx';
import { commandsOf } from './search/commands.ts';
import { IN_HEADER, menuFor, placeIn, tabsOf, type MenuScreen } from './sections.ts';
import { SideMenu } from './SideMenu.tsx';

const BEGINNINGS = Object.values(features).flatMap(({ beginnings = [] }) => beginnings);

/** The frame around every screen: skip link, header with the person's menu, and the side menu. */
export function Shell() {
  const { data: me } = useMe();
  return me ? <Frame me={me} /> : null;
}

function Frame({ me }: { me: Me }) {
  const location = useLocation();
  const { pathname } = location;
  const here = placeOf(location);
  const waiting = useWaiting(me.grants);
  const isPhone = useMedia('(max-width: 767px)');
  const [openAt, setOpenAt] = useState('');
  // closed on each screen
  const isOpen = isPhone && openAt === here;
  const menu = useMemo(() => menuFor(me.grants), [me.grants]);
  const lines = menu.flatMap((group) => group.lines);
  const place = placeIn(lines.flatMap(tabsOf), here);
  const line = lines.find((one) => tabsOf(one).some(({ to }) => to === place?.to));
  const commands = useMemo(
    () =>
      commandsOf(
        me.grants,
        menu.flatMap((group) => group.lines.flatMap(tabsOf)),
        BEGINNINGS,
      ),
    [me.grants, menu],
  );
  return (
    <WaitingCount value={sumOf(waiting)}>
      <div className="shell">
        <a className="skip" href="#content">
          跳到正文
        </a>
        <Header
          me={me}
          commands={commands}
          isPhone={isPhone}
          isOpen={isOpen}
          waits={sumOf(waiting)}
          onMenu={() => setOpenAt(isOpen ? '' : here)}
        />
        <SideMenu
          me={me}
          menu={menu}
          current={line}
          isPhone={isPhone}
          isOpen={isOpen}
          waits={sumOf(waiting)}
          onClose={() => setOpenAt('')}
        />
        <main id="content" tabIndex={-1} inert={isOpen}>
          <ErrorGuard key={pathname}>
            <ScreenNotes />
            <Suspense fallback={<Loading />}>
              <SettingNotesContext value={settingNotes}>
                <ScreenTabs value={line && place?.to === here && <Tabs screens={tabsOf(line)} here={here} />}>
                  <Outlet />
                </ScreenTabs>
              </SettingNotesContext>
            </Suspense>
          </ErrorGuard>
        </main>
      </div>
    </WaitingCount>
  );
}

/** Address by which the menu knows where one is: the list of articles is the list of work by its kind. */
const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  pathname === '/editions' && new URLSearchParams(search).get('kind') === 'article' ? '/content' : pathname;

/** LO1: the screens beside this one, below its title. */
function Tabs({ screens, here }: { screens: readonly MenuScreen[]; here: string }) {
  const tabs = screens.filter((screen) => !IN_HEADER.some(({ to }) => to === screen.to));
  if (tabs.length < 2) return null;
  return (
    <nav className="view-tabs" aria-label="同组的页">
      {tabs.map(({ to, name }) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined}>
          {name}
          {menuCounts(to)}
        </Link>
      ))}
    </nav>
  );
}
