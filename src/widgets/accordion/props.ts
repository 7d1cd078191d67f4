import { object, optional, text } from '#page/schema-words.ts';

export const props = object({
  title: text({ title: '标题的字段', maxLength: 60 }),
  text: text({ title: '正文的字段', maxLength: 60 }),
  group: optional(text({ title: '分组的字段', description: '它有同名的查询条件时，各组可以单独查看', maxLength: 60 })),
  search: optional(text({ title: '查找的条件', description: '登记表的文字查询条件', maxLength: 60 })),
  hint: optional(text({ title: '查找框下的提示', maxLength: 100 })),
});
