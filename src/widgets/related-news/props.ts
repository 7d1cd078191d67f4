import { object, text } from '#page/schema-words.ts';

export const props = object({
  title: text({ title: '标题', default: '相关文章', maxLength: 20 }),
  note: text({ title: '文章下方的提示', default: '', maxLength: 300 }),
});
