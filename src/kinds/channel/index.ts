import { flag, integer, object, optional, type ValueOf } from '#page/schema-words.ts';
import { defineKind } from '../define-kind.ts';
import { someChoice, someText } from '../outer-words.ts';
import { words } from './words.ts';

const schema = object({
  channelId: someText('编号'),
  parentId: someText('上级栏目'),
  classOrder: integer({ title: '排序' }),
  url: someText('地址'),
  name: someText('名称'),
  type: someChoice([1, 2], '位置'),
  sameAs: optional(someText('显示的栏目')),
  department: optional(someText('责任部门')),
  hidden: optional(flag({ title: '隐藏' })),
  freshness: optional(someText('更新要求')),
  moves: optional(flag({ title: '允许改变地址' })),
});

/** `moves`: a public channel may get another url; `freshness`: rules/registers/freshness.ts. */
export type ChannelDocument = ValueOf<typeof schema>;

const NOTHING: Readonly<Record<string, unknown>> = { '/hidden': false, '/department': '', '/freshness': '' };

/** A channel: its place in the tree, its address and its name. Ending one takes its articles along. */
export const channel = defineKind({
  name: 'channel',
  title: '栏目',
  schema,
  identity: ({ channelId }) => channelId,
  id: /^.+$/s,
  right: 'channel.change',
  tables: {
    channel: {
      identity: ['channel_id'],
      content: [
        'channel_id',
        'parent_id',
        'class_order',
        'url',
        'name',
        'type',
        'same_as',
        'department',
        'content_kind',
        'hidden',
        'freshness',
      ],
      later: ['hidden', 'freshness'],
      reasoned: true,
    },
  },
  comparedBy: 'field',
  saysNothing: (value, path) => Object.hasOwn(NOTHING, path) && NOTHING[path] === value,
  words,
  form: {
    right: 'channel.change',
    // pages that place the content of channels go with them
    holds: (changes) =>
      changes.some(({ kind }) => kind === 'channel') &&
      changes.every(({ kind }) => kind === 'channel' || kind === 'page'),
  },
});
