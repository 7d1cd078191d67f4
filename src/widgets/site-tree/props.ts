import { address, list, object, optional, text } from '#page/schema-words.ts';

const link = object({
  title: text({ title: '名称', maxLength: 60 }),
  path: address({ title: '网址' }),
});

export const props = object({
  more: optional(list(link, { title: '不属于栏目的页面', maxItems: 20 })),
  moreTitle: text({ title: '这些页面的标题', maxLength: 20, default: '其他' }),
});
