import { choice, list, needsFundAccount, object, optional, text } from '#page/schema-words.ts';

const link = object({
  title: text({ title: '名称', maxLength: 20 }),
  path: text({ title: '网址', description: '站内地址以 / 开头', maxLength: 300, pattern: '^(https?://|/)' }),
  needsFundAccount,
});

export const props = object({
  look: choice(['band', 'plain'], {
    title: '样式',
    description: 'band 整幅色带，plain 白底',
    default: 'band',
  }),
  title: text({ title: '标题', maxLength: 40 }),
  text: text({ title: '正文', maxLength: 300 }),
  links: optional(list(link, { title: '链接', maxItems: 6 })),
  note: optional(text({ title: '热线下的说明', maxLength: 60 })),
});
