/** Channels as the server lists them, put into order: the tree, and what of it the menu shows (CH1–CH4, CH6). */

/**
 * The two trees that the site loads (CH5): the main one, and the company section that the menu shows below one of its
 * items.
 */
export const MAIN_ROOT = '000100020001';
export const COMPANY_ROOT = '000100170006';
/** url of the main tree's channel (关于我们) below which the company section stands */
export const COMPANY_MOUNT = 'aboutUs';

/** One channel of the flat list. `url` has no leading slash; '' is the home page, http(s) an external address. */
export interface ChannelRecord {
  channelId: string;
  parentId: string;
  /** upstream answers give it as text, too */
  classOrder: number | string;
  url: string;
  name: string;
  type: 1 | 2;
  /** id of the channel whose content this one shows */
  sameAs?: string | null;
  /** the channel has an address but is in no menu */
  hidden?: boolean;
  /** set by the server at publication (PS3); null when an upstream does not send it */
  contentKind?: 'list' | 'html' | 'htmlFile' | 'downList' | 'empty' | null;
}

export interface ChannelNode {
  channel: ChannelRecord;
  children: ChannelNode[];
}

/**
 * CH2: the channels below `rootId`, siblings by numeric class order, ties by id. A channel whose chain of parents
 * does not lead to the root (an orphan, a cycle) is dropped, not hoisted; of two with one id the first counts.
 */
export function buildTree(channels: readonly ChannelRecord[], rootId: string): ChannelNode[] {
  const nodes = new Map<string, ChannelNode>();
  for (const channel of channels) {
    if (channel.channelId !== rootId && !nodes.has(channel.channelId))
      nodes.set(channel.channelId, { channel, children: [] });
  }
  const top: ChannelNode[] = [];
  for (const node of nodes.values()) {
    const siblings = node.channel.parentId === rootId ? top : nodes.get(node.channel.parentId)?.children;
    siblings?.push(node);
  }
  // a cycle is not reachable from the root, because each channel has one parent: nothing below `top` repeats
  const open = [top];
  for (let siblings = open.pop(); siblings; siblings = open.pop()) {
    siblings.sort(bySiblingOrder);
    for (const node of siblings) open.push(node.children);
  }
  return top;
}

function bySiblingOrder(a: ChannelNode, b: ChannelNode): number {
  const difference = orderOf(a.channel) - orderOf(b.channel);
  if (difference) return difference;
  return a.channel.channelId < b.channel.channelId ? -1 : 1;
}

/** A class order that is no number comes last. */
function orderOf({ classOrder }: ChannelRecord): number {
  const order = typeof classOrder === 'string' && classOrder.trim() === '' ? NaN : Number(classOrder);
  return Number.isFinite(order) ? order : Number.MAX_SAFE_INTEGER;
}

/** CH3: three levels of four characters below the root. A pure test of length, so ids such as fundSaleStaff pass. */
export const isMenuDepth = (channelId: string, rootId: string): boolean => channelId.length <= rootId.length + 12;

/** CH4 */
export const showsSecondLevel = (item: { type: 1 | 2; children: readonly { type: 1 | 2 }[] }): boolean =>
  item.type === 1 && item.children.length > 0 && item.children.every((child) => child.type === 1);

/** CH6: such a channel is a link that opens a new window; it has no page here. */
export const isExternal = (url: string): boolean => /^https?:\/\//i.test(url);

/** Site path without base; an external address as it is. */
export const channelPath = (url: string): string => (isExternal(url) ? url : `/${url}`);
