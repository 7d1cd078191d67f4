import { useId, type ReactNode } from 'react';

/** A part of a screen on a ground of its own. */
export function Panel({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  );
}
