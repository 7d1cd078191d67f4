import { MAIN_ROOT } from '#rules/addresses/channel-tree.ts';

/**
 * Proposed type of a new channel: as most of those beside it, 1 where it may be in the header's menu, too. The menu
 * consists of the first level, so a channel of that level belongs there.
 */
export function typeBelow(list: readonly { parentId: string; type: number }[], parentId: string): 1 | 2 {
  if (parentId === MAIN_ROOT) return 1;
  const siblings = list.filter((one) => one.parentId === parentId);
  return siblings.filter(({ type }) => type === 1).length > siblings.length / 2 ? 1 : 2;
}
