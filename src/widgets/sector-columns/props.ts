import { list, object, optional, path, text } from '#page/schema-words.ts';

const link = object({ title: text({ title: '名称', maxLength: 20 }), path: path({ title: '地址' }) });

const column = object({
  title: text({ title: '名称', maxLength: 20 }),
  text: text({ title: '说明', maxLength: 120 }),
  path: optional(path({ title: '地址' })),
  links: optional(list(link, { title: '下级', maxItems: 6 })),
});

export const props = object({ columns: list(column, { title: '各栏', maxItems: 6 }) });
