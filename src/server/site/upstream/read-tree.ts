import { withoutAnyBase } from '#wire/bases.ts';
import { channelFaults } from '#kinds/channel/server/check-channels.ts';
import type { ChannelDocument } from '#kinds/channel/index.ts';
import { CONTENT_KINDS } from '#page/page-structure.ts';
import { buildTree, isExternal, type ChannelNode } from '#rules/addresses/channel-tree.ts';
import type { ChannelRow } from '../../store/documents/list-channels.ts';
import { listOf, textOf, type Given } from './accepted-forms.ts';
import { isObject } from '#rules/json/json.ts';
import { outwardAddress, type InnerAddresses } from './inner-addresses.ts';

/** A channel that is not shown, and why: for operators. */
export interface LeftOutChannel {
  channelId: string;
  name: string;
  why: string;
}

const MOST_CHANNELS = 5_000;
/** levels of `children` */
const MOST_LEVELS = 12;
const CHILDREN = ['children', 'childList', 'child'];

/**
 * CH9, US7: the channels of one tree: as a flat list or nested in `children`, by itself or in `list` or `data`.
 * @throws Error where there is no list
 */
function flatChannels(data: unknown, rootId: string): Given[] {
  // the root may be given by itself, with the tree below it
  const found = isObject(data) && childrenOf(data) !== null ? { list: [data] } : listOf(data);
  if (!found) throw new Error('no list');
  const flat: Given[] = [];
  const walk = (items: readonly unknown[], parentId: string, level: number): void => {
    for (const item of items) {
      if (!isObject(item)) {
        flat.push({});
        continue;
      }
      const id = textOf(item.channelId);
      const named = textOf(item.parentId);
      // the place of a nested item shows its parent
      const isTop = level === 0;
      flat.push({
        ...item,
        parentId: named !== '' && (isTop || named === parentId) ? named : isTop && id === rootId ? '' : parentId,
      });
      const below = childrenOf(item);
      if (below && level < MOST_LEVELS) walk(below, id, level + 1);
      if (flat.length > MOST_CHANNELS) throw new Error(`more than ${MOST_CHANNELS} channels`);
    }
  };
  walk(found.list, rootId, 0);
  return flat;
}

const childrenOf = (item: Given): readonly unknown[] | null =>
  CHILDREN.map((name) => item[name]).find((value) => Array.isArray(value)) ?? null;

/**
 * US7: the channels of all trees that can be shown. Each id and each address occurs once, the first counts. Channels
 * below no root, or in a circle, are left out.
 * @throws Error where the first tree has nothing that can be shown
 */
export function readTrees(
  answers: readonly { rootId: string; data: unknown }[],
  inner: InnerAddresses,
): {
  channels: ChannelRow[];
  leftOut: LeftOutChannel[];
} {
  const leftOut: LeftOutChannel[] = [];
  const drop = ({ channelId, name }: Pick<ChannelRow, 'channelId' | 'name'>, why: string): void => {
    if (leftOut.length < 200) leftOut.push({ channelId: channelId.slice(0, 64), name: name.slice(0, 100), why });
  };
  const byId = new Map<string, ChannelRow>();
  const roots = answers.map(({ rootId }) => rootId);
  for (const { rootId, data } of answers) {
    for (const given of flatChannels(data, rootId)) {
      const channel = channelOf(given, inner);
      const [fault] =
        channel.channelId === ''
          ? [{ message: '没有栏目编号' }]
          : isInner(given, inner)
            ? [{ message: '地址在另一系统的机器上，访客不能打开' }]
            : channelFaults(faultless(channel, roots));
      if (fault) drop(channel, fault.message);
      else if (!byId.has(channel.channelId)) byId.set(channel.channelId, channel);
      else if (!roots.includes(channel.channelId) && !isSame(byId.get(channel.channelId)!, channel))
        drop(channel, '栏目编号重复，以先出现的为准');
    }
  }
  if (byId.size > MOST_CHANNELS) throw new Error(`more than ${MOST_CHANNELS} channels`);
  const channels = [...byId.values()].map((one) => (roots.includes(one.channelId) ? { ...one, parentId: '' } : one));
  const placed = new Set(roots.flatMap((rootId) => idsIn(buildTree(channels, rootId))));
  const urls = new Map<string, string>();
  const shown = channels.filter((one) => {
    if (roots.includes(one.channelId)) return true;
    if (!placed.has(one.channelId)) {
      drop(one, '上级栏目不存在，或上级又从属于它');
      return false;
    }
    const twin = isExternal(one.url) || one.sameAs ? undefined : urls.get(one.url);
    if (twin !== undefined) {
      drop(one, `地址“${one.url}”已由栏目 ${twin} 使用`);
      return false;
    }
    if (!one.sameAs) urls.set(one.url, one.channelId);
    return true;
  });
  // channels below one that was left out for its address are not shown either
  const reachable = new Set(roots.flatMap((rootId) => idsIn(buildTree(shown, rootId))));
  if (buildTree(shown, roots[0]!).length === 0) throw new Error(`no channel below ${roots[0]}`);
  return { channels: shown.filter(({ channelId }) => roots.includes(channelId) || reachable.has(channelId)), leftOut };
}

const isSame = (a: ChannelRow, b: ChannelRow): boolean =>
  a.url === b.url && a.name === b.name && a.parentId === b.parentId;

/** A root has no page of its own: its name and address may be whatever they are. */
const faultless = (channel: ChannelRow, roots: readonly string[]): ChannelDocument =>
  ({
    ...channel,
    ...(roots.includes(channel.channelId) && { name: channel.name || '栏目', url: '' }),
  }) as ChannelDocument;

const idsIn = (nodes: readonly ChannelNode[]): string[] =>
  nodes.flatMap(({ channel, children }) => [channel.channelId, ...idsIn(children)]);

/** US3: an address on a machine of another system that is no page of this site. */
const isInner = ({ url }: Given, inner: InnerAddresses): boolean =>
  textOf(url).trim() !== '' && outwardAddress(textOf(url), inner) === '';

function channelOf(given: Given, inner: InnerAddresses): ChannelRow {
  const kind = CONTENT_KINDS.find((one) => one !== 'detail' && one === given.contentKind);
  return {
    channelId: textOf(given.channelId),
    parentId: textOf(given.parentId),
    classOrder: Math.trunc(Number(textOf(given.classOrder))) || 0,
    url: urlOf(outwardAddress(textOf(given.url), inner)),
    name: textOf(given.name).trim(),
    type: textOf(given.type).trim() === '1' ? 1 : 2,
    contentKind: (kind as ChannelRow['contentKind']) ?? null,
    sameAs: textOf(given.sameAs) || null,
    department: textOf(given.department).slice(0, 100),
    hidden: false,
    freshness: '',
  };
}

/** A path without the base and without slashes at its ends; `/` and `home` are the home page. */
function urlOf(given: string): string {
  const path = withoutAnyBase(`/${given.trim().replace(/^\/+/, '')}`).replace(/^\/+|\/+$/g, '');
  return path === 'home' ? '' : path;
}
