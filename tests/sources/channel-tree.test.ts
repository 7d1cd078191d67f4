import { expect, test } from 'vitest';
import { channelTree } from '#sources/channel-tree.ts';

const channel = (channelId: string, url: string, name: string) => ({
  channelId,
  parentId: channelId.slice(0, -4),
  classOrder: 1,
  url,
  name,
  type: 1,
});

test('[CH5] channel-tree gives both trees as one, the company section below its place, without the home page', async () => {
  const answers: Record<string, object[]> = {
    '000100020001': [
      channel('0001000200010001', '', '首页'),
      channel('0001000200010009', 'aboutUs', '关于我们'),
      channel('00010002000100090002', 'aboutUs/boardOfDirectors', '董事会'),
    ],
    '000100170006': [channel('0001001700060001', 'publicChannel/companyProfile', '公司概况')],
  };
  const call = {
    get: async (_path: string, params?: Record<string, unknown>) => answers[String(params?.channelId)],
    post: async () => null,
  };
  expect(await channelTree.load({}, call, { channel: null, registers: {} })).toEqual({
    items: [
      {
        title: '关于我们',
        path: '/aboutUs',
        children: [
          { title: '董事会', path: '/aboutUs/boardOfDirectors', children: [] },
          { title: '公司概况', path: '/publicChannel/companyProfile', children: [] },
        ],
      },
    ],
  });
});
