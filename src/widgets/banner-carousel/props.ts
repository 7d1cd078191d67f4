import { choice, list, needsFundAccount, object, optional, text } from '#page/schema-words.ts';

const button = object({
  title: text({ title: '按钮文字', maxLength: 12 }),
  path: text({ title: '网址', description: '站内地址以 / 开头', maxLength: 300, pattern: '^(https?://|/)' }),
  needsFundAccount,
});

export const props = object({
  label: text({ title: '轮播名称', description: '读屏软件读出的名称', maxLength: 20, default: '重点推荐' }),
  look: choice(['ground', 'split', 'compact'], {
    title: '标语的样式',
    description: '没有横幅、显示标语时：ground 文字在底图上，split 文字与底图左右各半，compact 只有文字，较矮',
    default: 'ground',
  }),
  buttons: optional(list(button, { title: '标语的按钮', description: '没有横幅、显示标语时', maxItems: 2 })),
  emptyTitle: text({ title: '没有横幅时的标题', maxLength: 60, default: '欢迎访问' }),
  emptyText: text({ title: '没有横幅时的说明', maxLength: 100, default: '公司官方网站' }),
});
