import { list, object, optional, text } from '#page/schema-words.ts';

const link = object({
  title: text({ title: '名称', maxLength: 60 }),
  path: text({ title: '网址', maxLength: 300, pattern: '^(https?://|/)' }),
  note: text({ title: '说明', maxLength: 100, default: '' }),
});

const examples = (title: string) => optional(list(text({ maxLength: 30 }), { title, maxItems: 3 }));

export const props = object({
  staffExamples: examples('人员核验的示例：姓名、编号'),
  productExamples: examples('产品核验的示例：名称、代码'),
  staffLinks: list(link, { title: '人员的公开查询网站', maxItems: 10 }),
  productLinks: list(link, { title: '产品的公开查询网站', maxItems: 10 }),
  advice: list(text({ maxLength: 200 }), { title: '防范提示，每句一段', maxItems: 10 }),
});
