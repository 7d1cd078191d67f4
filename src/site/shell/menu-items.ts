/**
 * Whether a page lies at or below a menu entry: told by the way to it, because a channel's address need not begin with
 * its parent's.
 */
export function isOpen(entry: { path: string }, trail: readonly string[]): boolean {
  return entry.path === '/' ? trail.at(-1) === '/' : trail.includes(entry.path);
}
