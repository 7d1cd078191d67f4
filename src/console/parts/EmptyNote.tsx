import type { ReactNode } from 'react';

/** A list without entries says why, and what to do. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty-note">
      <p className="empty-title">{title}</p>
      {children && <div>{children}</div>}
    </div>
  );
}
