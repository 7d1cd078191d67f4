import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

/** The two screens of a register, and beside them its state. */
export function RegisterTabs({ register, children }: { register: string; children?: ReactNode }) {
  const base = `/registers/${encodeURIComponent(register)}`;
  return (
    <div className="register-head">
      <nav className="register-tabs" aria-label="登记表">
        <NavLink to={base} end>
          数据
        </NavLink>
        <NavLink to={`${base}/definition`}>定义</NavLink>
      </nav>
      {children}
    </div>
  );
}
