import { address, list, needsFundAccount, object, optional, text } from '#page/schema-words.ts';

const link = object({
  title: text({ title: '名称', maxLength: 60 }),
  path: address({ title: '网址' }),
  needsFundAccount,
});

export const props = object({
  title: optional(text({ title: '标题', maxLength: 60 })),
  paragraphs: list(text({ maxLength: 1000 }), { title: '段落', maxItems: 20 }),
  links: optional(list(link, { title: '链接', maxItems: 10 })),
});
