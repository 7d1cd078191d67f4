import { expect, test } from 'vitest';
import {
  buildTree,
  channelPath,
  isExternal,
  isMenuDepth,
  showsSecondLevel,
  type ChannelRecord,
} from '#rules/addresses/channel-tree.ts';

const channel = (
  channelId: string,
  parentId: string,
  classOrder: number | string = 1,
  type: 1 | 2 = 1,
): ChannelRecord => ({ channelId, parentId, classOrder, url: channelId, name: channelId, type });
const ids = (nodes: ReturnType<typeof buildTree>): unknown[] =>
  nodes.map(({ channel: { channelId }, children }) => (children.length > 0 ? [channelId, ids(children)] : channelId));

test('[CH2] channels become a tree by parent, siblings by numeric class order, ties by id', () => {
  const list = [
    channel('R', ''),
    channel('b', 'R', '10'),
    channel('a', 'R', 9),
    channel('d', 'R', 9),
    channel('c', 'a', 2),
    channel('e', 'a', 1),
    channel('f', 'R', 11),
    channel('last', 'R', 'x'),
  ];
  expect(ids(buildTree(list, 'R'))).toEqual([['a', ['e', 'c']], 'd', 'b', 'f', 'last']);
});

test('[CH2] orphans are dropped with all below them, not hoisted', () => {
  expect(ids(buildTree([channel('a', 'R'), channel('o', 'gone'), channel('p', 'o')], 'R'))).toEqual(['a']);
});

test('[CH2] cycles, a channel that is its own parent and a root inside a cycle end', () => {
  const list = [
    channel('R', 'b'),
    channel('a', 'R'),
    channel('b', 'a'),
    channel('x', 'y'),
    channel('y', 'x'),
    channel('s', 's'),
  ];
  expect(ids(buildTree(list, 'R'))).toEqual([['a', ['b']]]);
});

test('[CH2] of two channels with one id the first counts', () => {
  const [node] = buildTree([channel('a', 'R', 1, 1), channel('a', 'R', 1, 2)], 'R');
  expect(node?.channel.type).toBe(1);
});

test('[CH2] a chain of 20,000 channels is built', () => {
  const list = Array.from({ length: 20_000 }, (_, depth) => channel(`c${depth}`, depth === 0 ? 'R' : `c${depth - 1}`));
  let [node] = buildTree(list, 'R');
  let depth = 0;
  for (; node; [node] = node.children) depth += 1;
  expect(depth).toBe(20_000);
});

test('[CH3] ids at most 12 characters longer than the root id are in the menu, whatever they look like', () => {
  const root = '000100020001';
  expect(isMenuDepth(`${root}000100020003`, root)).toBe(true);
  expect(isMenuDepth(`${root}0001000200030`, root)).toBe(false);
  expect(isMenuDepth('fundSaleStaff', root)).toBe(true);
});

test.each([
  [1, [1, 1], true],
  [1, [1, 2], false],
  [2, [1, 1], false],
  [1, [], false],
] as const)('[CH4] an item of type %i with children of types %j shows a second level: %s', (type, children, shown) => {
  expect(showsSecondLevel({ type, children: children.map((child) => ({ type: child })) })).toBe(shown);
});

test('[CH6] only http(s) urls are external; others are paths of the site', () => {
  expect(['https://a.example', 'HTTP://a.example', 'httpx', 'news/http://a', ''].map(isExternal)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([channelPath('publicChannel/sypz'), channelPath(''), channelPath('https://a.example/x')]).toEqual([
    '/publicChannel/sypz',
    '/',
    'https://a.example/x',
  ]);
});
