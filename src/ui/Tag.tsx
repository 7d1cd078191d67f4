import type { ReactNode } from 'react';

/** A quiet mark for a state: the word carries the meaning, the colour only supports it. */
export function Tag({
  look = 'quiet',
  children,
}: {
  look?: 'good' | 'quiet' | 'warn' | 'pinned';
  children: ReactNode;
}) {
  return <span className={`tag tag--${look}`}>{children}</span>;
}
