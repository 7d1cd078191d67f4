import { list, object, optional, text } from '#page/schema-words.ts';

const category = object({
  name: text({ title: '分类', description: '与文章的分类相同', maxLength: 20 }),
  note: text({ title: '包括什么', maxLength: 60 }),
});

export const props = object({
  categories: list(category, { title: '分类及次序', description: '未列出的分类排在后面', maxItems: 20 }),
  hint: optional(text({ title: '查找框下的提示', maxLength: 100 })),
});
