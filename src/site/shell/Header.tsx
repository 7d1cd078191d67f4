import { useContext } from 'react';
import type { ReactNode } from 'react';
import type { Shell } from '#page/page-schema.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { ReadingContext } from '../screens/reading-context.ts';
import { Customer, CustomerInHeader, StillCustomer } from './Customer.tsx';
import { Drawer } from './Drawer.tsx';
import { ElderBar } from './ElderBar.tsx';
import { LanguageMenu, Languages } from './Language.tsx';
import { Logo } from './Logo.tsx';
import { Menu } from './Menu.tsx';
import { ModeLink } from './ModeLink.tsx';
import { SiteSearch } from './SiteSearch.tsx';
import { TextSize } from './TextSize.tsx';

interface HeaderProps {
  shell: Shell;
  /** paths from the home page to this page; they mark the open menu items */
  trail: readonly string[];
  /** RT2 */
  minimal: boolean;
  /** HD1: lies over the page's hero as long as that is at the top */
  over: boolean;
  marker: ReactNode;
}

export function Header({ shell, trail, minimal, over, marker }: HeaderProps) {
  const { name, englishName, hotline, englishSite } = shell.brand;
  const { elder } = useContext(ReadingContext);
  const isTwoRows = shell.brand.header !== undefined && !elder && !minimal;
  const look = isTwoRows ? 'header header--two' : over && !elder ? 'header header--over' : 'header';
  return (
    <>
      <a className="skip" href="#content">
        跳到正文
      </a>
      <header className={minimal ? `${look} header--minimal` : look}>
        {shell.demo && <p className="ribbon">演示数据，均为虚构</p>}
        {elder && <ElderBar hotline={shell.brand.hotline} />}
        <div className={minimal ? 'wrap header__row' : rowClass(shell, elder)}>
          <SiteLink
            path="/"
            className="header__home"
            label={name && !minimal ? undefined : [name, englishName, '首页'].filter(Boolean).join(' ')}
          >
            <Logo name={name} englishName={englishName} logo={shell.brand.logo} />
          </SiteLink>
          {minimal ? (
            <Hotline number={hotline} />
          ) : (
            <Ways shell={shell} trail={trail} english={englishSite} elder={elder} />
          )}
        </div>
        {marker}
      </header>
    </>
  );
}

/** A visitor who can log in has a place in the row before the session is known: later content moves nothing. */
const rowClass = ({ login, row }: Shell, elder: boolean): string =>
  [
    'wrap header__row header__row--ways',
    login === undefined ? '' : ' header__row--login',
    // larger letters leave no room
    !row?.field || elder ? '' : ` header__row--field-${row.field}`,
    !row?.line || elder ? '' : ` header__row--line-${row.line}`,
  ].join('');

function Hotline({ number }: { number: string }) {
  return (
    number && (
      <a className="header__hotline" href={`tel:${number}`}>
        客服热线 <b>{number}</b>
      </a>
    )
  );
}

function Ways({
  shell,
  trail,
  english,
  elder,
}: Pick<HeaderProps, 'shell' | 'trail'> & { english: string | undefined; elder: boolean }) {
  const items = shell.menu ?? shell.fixedMenu ?? [];
  const { alive } = useContext(ReadingContext);
  const { row } = shell;
  const { hotline, header } = shell.brand;
  return (
    <>
      {header && !elder && <Hotline number={hotline} />}
      <Menu items={items} inRow={row} trail={trail} />
      {shell.menu && (
        <SiteLink
          path="/search"
          className="header__search"
          label="搜索"
          current={trail.includes('/search') ? 'page' : undefined}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <circle cx="8.5" cy="8.5" r="6" />
            <path d="M13 13l5 5" />
          </svg>
        </SiteLink>
      )}
      {row?.field && !elder && <SiteSearch className="header__field" placeholder="搜索公告和名册" />}
      {!elder && <ModeLink className="header__mode" />}
      {shell.login !== undefined &&
        (alive ? <CustomerInHeader /> : <StillCustomer login={shell.login} className="header__you" />)}
      <LanguageMenu english={english} />
      {row?.line && !elder && <Hotline number={hotline} />}
      <Drawer items={items} trail={trail} search={shell.menu !== null} first={<Languages english={english} />}>
        <ModeLink />
        {!elder && <TextSize />}
        {shell.login !== undefined && (
          <p className="drawer__you">{alive ? <Customer /> : <StillCustomer login={shell.login} />}</p>
        )}
      </Drawer>
    </>
  );
}
