import { bySiblingOrder } from './channel-order.ts';
import type { TreeChannel } from './working.ts';

/** Channels by their places. A channel whose parent is not there stands at the top. */
export interface Tree {
  channels: readonly TreeChannel[];
  byId: ReadonlyMap<string, TreeChannel>;
  byKey: ReadonlyMap<string, TreeChannel>;
  top: readonly TreeChannel[];
  /** children by the parent's id, in order */
  below: ReadonlyMap<string, readonly TreeChannel[]>;
}

export function treeOf(channels: readonly TreeChannel[]): Tree {
  const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
  const below = Map.groupBy(channels, ({ parentId, channelId }) =>
    byId.has(parentId) && parentId !== channelId ? parentId : '',
  );
  for (const siblings of below.values()) siblings.sort(bySiblingOrder);
  return {
    channels,
    byId,
    byKey: new Map(channels.map((channel) => [channel.key, channel])),
    top: below.get('') ?? [],
    below,
  };
}

/** Ids from the channel up to the top; ends where a cycle closes. */
export function lineIn({ byId }: Pick<Tree, 'byId'>, channelId: string): string[] {
  const line: string[] = [];
  for (let at = byId.get(channelId); at && !line.includes(at.channelId); at = byId.get(at.parentId))
    line.push(at.channelId);
  return line;
}

/** '信息公告 / 遗失声明'; the tree's own name says nothing beside that of a channel in it. */
export function pathIn(tree: Tree, channelId: string): string {
  const names = lineIn(tree, channelId)
    .map((id) => tree.byId.get(id)!.name || '（未命名）')
    .reverse();
  return names.slice(names.length > 1 ? 1 : 0).join(' / ');
}

/** A channel and all that stand below it. */
export function branchOf(tree: Tree, channelId: string): TreeChannel[] {
  const found: TreeChannel[] = [];
  const seen = new Set<string>();
  const open = tree.byId.has(channelId) ? [tree.byId.get(channelId)!] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.channelId)) continue;
    seen.add(next.channelId);
    found.push(next);
    open.push(...(tree.below.get(next.channelId) ?? []).toReversed());
  }
  return found;
}

/** A line of the tree as it is drawn. */
export interface Row {
  channel: TreeChannel;
  /** from 1 */
  level: number;
  /** among its siblings, from 1, and how many they are */
  place: number;
  siblings: number;
  /** null: nothing stands below it */
  isOpen: boolean | null;
  isHit: boolean;
}

/**
 * The lines that are seen: what stands below open channels, or, where something is looked for, the hits with the way to
 * them.
 * @param hits ids; null: nothing is looked for
 * @param kept ids that stay among the hits without being any
 */
export function rowsOf(
  tree: Tree,
  isOpen: (channelId: string) => boolean,
  hits: ReadonlySet<string> | null,
  pinned: readonly string[] = [],
): Row[] {
  const way = hits === null ? null : new Set([...hits, ...pinned].flatMap((id) => lineIn(tree, id)));
  const rows: Row[] = [];
  const add = (siblings: readonly TreeChannel[], level: number): void => {
    const shown = way === null ? siblings : siblings.filter(({ channelId }) => way.has(channelId));
    shown.forEach((channel, at) => {
      const children = tree.below.get(channel.channelId) ?? [];
      const some = way === null ? children.length > 0 : children.some(({ channelId }) => way.has(channelId));
      const open = some ? way !== null || isOpen(channel.channelId) : null;
      rows.push({
        channel,
        level,
        place: at + 1,
        siblings: shown.length,
        isOpen: open,
        isHit: hits?.has(channel.channelId) ?? false,
      });
      if (open) add(children, level + 1);
    });
  };
  add(tree.top, 1);
  return rows;
}

export const VIEWS = {
  hidden: '已隐藏',
  changed: '有未保存的修改',
  empty: '没有内容',
  'no-owner': '没有责任部门',
  'no-duty': '没有更新要求',
  'in-menu': '位置 1（可进页眉菜单）',
} as const;
type View = keyof typeof VIEWS;

const IN_VIEW: Readonly<Record<View, (channel: TreeChannel) => boolean>> = {
  hidden: ({ hidden }) => hidden === true,
  changed: ({ isChanged, ending }) => isChanged || ending !== null,
  empty: ({ isEmpty }) => isEmpty,
  'no-owner': ({ department = '' }) => department === '',
  'no-duty': ({ freshness = '' }) => freshness === '',
  'in-menu': ({ type }) => type === 1,
};

/** Ids of the channels with these words in name, address, id or department; null: nothing is looked for. */
export function hitsOf(channels: readonly TreeChannel[], words: string, view: string): Set<string> | null {
  const sought = words.trim().toLowerCase().replace(/^\//, '');
  const fits = Object.hasOwn(IN_VIEW, view) ? IN_VIEW[view as View] : null;
  if (sought === '' && !fits) return null;
  const has = ({ name, url, channelId, department = '' }: TreeChannel) =>
    [name, url, channelId, department].some((text) => text.toLowerCase().includes(sought));
  return new Set(
    channels
      .filter((channel) => (sought === '' || has(channel)) && (!fits || fits(channel)))
      .map(({ channelId }) => channelId),
  );
}

export function isChangedIn({ byId }: Pick<Tree, 'byId'>, channelId: string): boolean {
  const channel = byId.get(channelId);
  return channel !== undefined && (channel.isChanged || channel.ending !== null);
}

/**
 * Lines that match as they are, and those that matched before they were changed: a channel stays while it is renamed.
 * Null: nothing is looked for.
 */
export const foundOf = (
  tree: Tree,
  now: ReadonlySet<string> | null,
  before: ReadonlySet<string> | null,
): Set<string> | null => now && new Set([...now, ...[...(before ?? [])].filter((id) => isChangedIn(tree, id))]);
