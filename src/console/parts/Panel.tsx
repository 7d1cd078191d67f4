import { useId, type ReactNode, type RefObject } from 'react';

interface Props {
  title: string;
  extra?: ReactNode;
  /** place of the focus at times: never a stop of the Tab key */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** A part of a screen on a ground of its own. */
export function Panel({ title, extra, heading, children }: Props) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id} ref={heading} tabIndex={heading && -1}>
          {title}
        </h2>
        {extra}
      </header>
      {children}
    </section>
  );
}
