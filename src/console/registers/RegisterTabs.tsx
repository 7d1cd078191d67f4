import { NavLink } from 'react-router-dom';

/** The two screens of a register. */
export function RegisterTabs({ register }: { register: string }) {
  const base = `/registers/${encodeURIComponent(register)}`;
  return (
    <nav className="register-tabs" aria-label="登记表">
      <NavLink to={base} end>
        数据
      </NavLink>
      <NavLink to={`${base}/definition`}>定义</NavLink>
    </nav>
  );
}
