import type { ReactNode } from 'react';

/** An empty state that says what is empty and, when possible, what to do next. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg className="empty__mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <path d="M10 6h20l8 8v28H10zM30 6v8h8M17 22h14M17 29h14M17 36h8" />
      </svg>
      <p className="empty__title">{title}</p>
      {children && <div className="empty__text">{children}</div>}
    </div>
  );
}
