import {
  buildTree,
  channelPath,
  COMPANY_MOUNT,
  COMPANY_ROOT,
  MAIN_ROOT,
  type ChannelNode,
  type ChannelRecord,
} from '#rules/addresses/channel-tree.ts';
import type { LinkNode } from '#page/data-shapes.ts';
import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { field, items, name, text, whole } from './read.ts';

/** All channels with content (SU16) of both trees as links, the company section below its place in the main one (CH5). */
export const channelTree = defineSource({
  name: 'channel-tree',
  title: '全部栏目',
  gives: 'links',
  params: {},
  load: async (_params, call) => {
    const [main, company] = await Promise.all(
      [MAIN_ROOT, COMPANY_ROOT].map(async (channelId) =>
        buildTree(readChannels(await call.get(paths.channelList, { channelId })), channelId),
      ),
    );
    const tree = main!.map((node) =>
      node.channel.url === COMPANY_MOUNT ? { ...node, children: [...node.children, ...company!] } : node,
    );
    // channels of the menu come before small print, wherever that is in the tree
    const ordered = tree
      .filter(({ channel }) => channel.url !== '')
      .toSorted((a, b) => a.channel.type - b.channel.type);
    return { items: ordered.map(linkOf) };
  },
});

const linkOf = ({ channel, children }: ChannelNode): LinkNode => ({
  title: channel.name,
  path: channelPath(channel.url),
  children: children.map(linkOf),
});

function readChannels(data: unknown): ChannelRecord[] {
  const listed = items(whole(data)).filter((item) => field(item, 'isEmpty').value !== true);
  return listed.map((item) => ({
    channelId: name(field(item, 'channelId')),
    parentId: text(field(item, 'parentId')),
    classOrder: text(field(item, 'classOrder')),
    url: text(field(item, 'url')),
    name: name(field(item, 'name')),
    type: text(field(item, 'type')) === '1' ? 1 : 2,
  }));
}
