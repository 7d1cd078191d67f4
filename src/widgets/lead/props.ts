import { address, integer, list, needsFundAccount, object, optional, text } from '#page/schema-words.ts';

const link = object({
  title: text({ title: '名称', maxLength: 20 }),
  path: address({ title: '网址' }),
  needsFundAccount,
});

export const props = object({
  statement: text({ title: '主张', description: '一句话，不重复页面标题', maxLength: 40 }),
  text: optional(text({ title: '说明', maxLength: 300 })),
  links: optional(list(link, { title: '按钮', description: '第一个突出显示', maxItems: 3 })),
  seed: integer({
    title: '底纹编号',
    description: '不同的编号画出不同的等高线',
    minimum: 1,
    maximum: 9999,
    default: 7,
  }),
});
