import { wholeTree } from '#kinds/channel/server/starters.ts';
import type { ChannelDocument } from '#kinds/channel/index.ts';
import { departmentOfChannel } from './departments.ts';

export { CHANNEL } from '#kinds/channel/server/starters.ts';
export { COMPANY_ROOT } from '#rules/addresses/channel-tree.ts';

/**
 * The two channel trees of the demonstration: those of the specification, with departments and duties. They hold only
 * channels that have a page, so the menu has no dead links (CH1).
 */

const FRESHNESS: Readonly<Record<string, string>> = {
  '00010002000100080005': 'days-5',
  '00010002000100080008': 'weekly',
  '00010002000100080012': 'weekly',
  '00010002000100080013': 'weekly',
  fundSaleStaff: 'monthly',
};

const ADVISORY: ChannelDocument = {
  channelId: '00010002000100050009',
  parentId: '0001000200010005',
  classOrder: 90,
  url: 'https://advisor.shili.example/',
  name: '投顾产品',
  type: 1,
};

/** All channels, parents first. */
export function demoChannels(): ChannelDocument[] {
  const all = wholeTree();
  const at = all.findIndex(({ url }) => url === 'openAccount') + 1;
  return all.toSpliced(at, 0, ADVISORY).map((channel) => ({
    ...channel,
    department: departmentOfChannel(channel.url),
    ...(FRESHNESS[channel.channelId] && { freshness: FRESHNESS[channel.channelId]! }),
  }));
}
