import { object, optional, path } from '#page/schema-words.ts';

export const props = object({
  more: optional(path({ title: '“全部”的链接', description: '只显示前几个时，指向完整总览的页面' })),
});
