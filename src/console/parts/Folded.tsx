import { useState, type ReactNode } from 'react';

/** More things than these are folded. */
export const MOST_UNFOLDED = 12;

interface Props {
  /** title of the folded part, with the number of its entries */
  title: ReactNode;
  /** the address names something in it */
  isNamed?: boolean;
  /** drawn once it is open */
  children: ReactNode;
}

/** SU12: a long part of a screen, opened on demand, and where the address names something in it. */
export function Folded({ title, isNamed = false, children }: Props) {
  const [isOpen, setOpen] = useState(isNamed);
  const [wasNamed, setWasNamed] = useState(isNamed);
  if (wasNamed !== isNamed) {
    setWasNamed(isNamed);
    if (isNamed) setOpen(true);
  }
  return (
    <details className="folded" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

/** SU12: folded where there are many. */
export const FoldedWhenMany = ({ count, ...props }: Props & { count: number }) =>
  count > MOST_UNFOLDED ? <Folded {...props} /> : props.children;
