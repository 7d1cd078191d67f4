import { object, optional, path, text } from '#page/schema-words.ts';

export const props = object({
  added: text({ title: '新增的行叫作', maxLength: 10, default: '调入' }),
  removed: text({ title: '移出的行叫作', maxLength: 10, default: '调出' }),
  list: optional(path({ title: '名单所在的页面' })),
});
