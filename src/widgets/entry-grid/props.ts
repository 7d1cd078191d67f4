import { choice, object, optional, path } from '#page/schema-words.ts';

export const props = object({
  look: choice(['grid', 'facts'], {
    title: '样式',
    description: 'grid 网格；facts 只有一至三份登记表时写出条数、日期、部门和下载，更多时仍为网格',
    default: 'grid',
  }),
  more: optional(path({ title: '“全部”的链接', description: '只显示前几个时，指向完整总览的页面' })),
});
