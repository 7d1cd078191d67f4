import { kindOf, type AnyKind, type Change } from '#kinds/index.ts';

/** Changes of one kind, each with its place in the edition. */
interface ChangeGroup {
  kind: AnyKind;
  changes: { change: Change; at: number }[];
}

/** Groups by kind, in the order of the edition. */
export function groupsOf(changes: readonly { change: Change; at: number }[]): ChangeGroup[] {
  const groups = new Map<AnyKind, ChangeGroup>();
  for (const one of changes) {
    const kind = kindOf(one.change);
    const group = groups.get(kind) ?? { kind, changes: [] };
    group.changes.push(one);
    groups.set(kind, group);
  }
  return [...groups.values()];
}

/** SU12: the address of a change on the screen of its edition. @param at from 0 */
export const changeAnchor = (at: number): string => `change-${at + 1}`;
