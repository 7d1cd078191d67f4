import { mayDo } from '#rules/people/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';
import { lineIn, type Tree } from './tree-rows.ts';

/**
 * Whether whoever is signed in may change this channel. @param publicTree a right is not moved along with a channel
 * that is not saved yet
 */
export function useMayChange(publicTree: Tree, tree: Tree): (channelId: string) => boolean {
  const { data: me } = useMe();
  return (channelId) =>
    me !== undefined &&
    mayDo(me.grants, 'channel.change', [lineIn(publicTree.byId.has(channelId) ? publicTree : tree, channelId)]);
}
