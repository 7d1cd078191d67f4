import { freshnessName } from '#rules/registers/freshness.ts';
import type { KindWords } from '../define-kind.ts';
import { memberTitle } from '../field-titles.ts';
import type { ChannelDocument } from './index.ts';

const FIELDS: Readonly<Record<string, string>> = {
  channelId: '栏目',
  parentId: '上级栏目',
  classOrder: '排序',
  url: '地址',
  name: '名称',
  type: '位置',
  department: '责任部门',
  hidden: '隐藏',
  freshness: '更新要求',
  sameAs: '显示的栏目',
  moves: '允许改变地址',
};

/** 1 and 2 mean nothing to people by themselves. */
export const CHANNEL_TYPES: Readonly<Record<string, string>> = {
  1: '1（可进页眉菜单）',
  2: '2（只在栏目菜单和链接里）',
};

export const words: KindWords<ChannelDocument> = {
  titleOf: ({ name }) => `栏目“${name}”`,
  nameOf: (id, { nameOf }) => nameOf(id),
  summaryOf: ({ channelId, url }, _id, { nameOf }) => `${nameOf(channelId)}，地址 ${url}`,
  seenAt: ({ channelId, hidden, url }, _id, { nameOf }) =>
    `“${nameOf(channelId)}”，${hidden ? '不在菜单里，' : ''}地址 ${/^https?:/.test(url) ? url : `/${url}`}`,
  fieldTitle: (path) => memberTitle(path, FIELDS),
  valueText: ([field = ''], value, { nameOf }) => {
    if (value === undefined || value === null || value === '') return undefined;
    if (['channelId', 'parentId', 'sameAs'].includes(field)) return nameOf(String(value));
    if (field === 'freshness') return freshnessName(String(value));
    return field === 'type' ? (CHANNEL_TYPES[String(value)] ?? String(value)) : undefined;
  },
  withdrawal: {
    title: '停用栏目',
    quotes: ['“', '”'],
    seenAt: '栏目和其中的文章不再公开，旧地址说明原因或转到替代页面',
  },
};
