import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Me } from '#wire/console-answers.ts';
import { PersonMenu } from '../parts/PersonMenu.tsx';
import type { menuFor, MenuLine } from './sections.ts';
import { SiteLink } from './SiteLink.tsx';
import { WaitingBadge } from './WaitingBadge.tsx';

interface Props {
  me: Me;
  menu: ReturnType<typeof menuFor>;
  /** line that the screen belongs to */
  current: MenuLine | undefined;
  isPhone: boolean;
  isOpen: boolean;
  /** editions that wait for the person */
  waits: number;
  onClose: () => void;
}

/** LO1: lines of the screens that the person may use; on a phone a sheet that the header's button opens. */
export function SideMenu({ me, menu, current, isPhone, isOpen, waits, onClose }: Props) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) nav.current?.querySelector('a')?.focus();
  }, [isOpen]);
  return (
    <nav
      ref={nav}
      id="menu"
      className={isOpen ? 'side open' : 'side'}
      aria-label="主菜单"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        onClose();
        document.getElementById('menu-switch')?.focus();
      }}
    >
      {menu.map(({ name, lines }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {lines.map(({ to, name: line, icon: Icon }) => (
              <li key={to}>
                <Link to={to} aria-current={to === current?.to ? 'page' : undefined} onClick={onClose}>
                  <Icon aria-hidden />
                  <span>{line}</span>
                  {to === '/editions' && <WaitingBadge of={waits} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isPhone && (
        <section className="side-person" aria-label="账号">
          <SiteLink />
          <PersonMenu me={me} />
        </section>
      )}
    </nav>
  );
}
