import { integer, object, optional, path } from '#page/schema-words.ts';

export const props = object({
  count: integer({ title: '最多显示几条', minimum: 1, maximum: 6, default: 3 }),
  more: optional(path({ title: '“更多”的链接', description: '指向完整列表的页面' })),
});
