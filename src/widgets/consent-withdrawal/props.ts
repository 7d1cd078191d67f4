import { list, object, text } from '#page/schema-words.ts';

export const props = object({
  title: text({ title: '标题', maxLength: 60, default: '管理您的同意' }),
  paragraphs: list(text({ maxLength: 1000 }), { title: '段落', maxItems: 10 }),
});
