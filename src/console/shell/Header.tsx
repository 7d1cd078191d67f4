import { CloseOutlined, MenuOutlined } from '@ant-design/icons';
import { NavLink } from 'react-router-dom';
import type { Me } from '#wire/console-answers.ts';
import { ONCE, useRead } from '../calls/use-calls.ts';
import { PersonMenu } from '../parts/PersonMenu.tsx';
import { menuCounts } from './FeatureNotes.tsx';
import type { Command } from './search/commands.ts';
import { SearchField } from './search/SearchField.tsx';
import { IN_HEADER } from './sections.ts';
import { SiteLink } from './SiteLink.tsx';
import { WaitingBadge } from './WaitingBadge.tsx';

interface Props {
  me: Me;
  commands: readonly Command[];
  isPhone: boolean;
  /** the menu of a phone */
  isOpen: boolean;
  /** editions that wait for the person */
  waits: number;
  onMenu: () => void;
}

/** LO1: firm, search, notices, site and person, in one line; on a phone menu, firm, search and notices. */
export function Header({ me, commands, isPhone, isOpen, waits, onMenu }: Props) {
  return (
    <header className="bar">
      {isPhone && (
        <button
          type="button"
          id="menu-switch"
          className="menu-switch"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={onMenu}
        >
          {isOpen ? <CloseOutlined aria-hidden /> : <MenuOutlined aria-hidden />}
          <span className="unseen">菜单</span>
          <WaitingBadge of={waits} />
        </button>
      )}
      <Firm />
      <SearchField commands={commands} />
      <div className="bar-end">
        {IN_HEADER.map(({ to, name }) => (
          <NavLink key={to} to={to} className="bar-link">
            {name}
            {menuCounts(to)}
          </NavLink>
        ))}
        {!isPhone && (
          <>
            <SiteLink />
            <PersonMenu me={me} />
          </>
        )}
      </div>
    </header>
  );
}

/** Logo and name of the firm, and the way to the first screen. */
function Firm() {
  const { data: firm } = useRead('GET /firm', {}, ONCE);
  return (
    <NavLink to="/" className="bar-name">
      {firm?.logo && <img src={firm.logo.src} width={firm.logo.width} height={firm.logo.height} alt="" />}
      {firm && !firm.logo?.hasName && <span className="bar-firm">{firm.name}</span>}
      <span className="bar-console">管理后台</span>
    </NavLink>
  );
}
