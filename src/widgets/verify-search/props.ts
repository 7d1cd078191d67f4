import { list, object, text } from '#page/schema-words.ts';

const link = object({
  title: text({ title: '名称', maxLength: 60 }),
  path: text({ title: '网址', maxLength: 300, pattern: '^(https?://|/)' }),
  note: text({ title: '说明', maxLength: 100, default: '' }),
});

export const props = object({
  staffLinks: list(link, { title: '人员的公开查询网站', maxItems: 10 }),
  productLinks: list(link, { title: '产品的公开查询网站', maxItems: 10 }),
  advice: list(text({ maxLength: 200 }), { title: '防范提示，每句一段', maxItems: 10 }),
});
