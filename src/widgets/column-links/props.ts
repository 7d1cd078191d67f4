import { choice, object, optional, path, text } from '#page/schema-words.ts';

export const props = object({
  look: choice(['row', 'cards', 'counts'], {
    title: '样式',
    description: 'row 一行链接，cards 带说明的方格，counts 带数目的紧凑列表',
    default: 'row',
  }),
  label: text({ title: '导航名称，供读屏使用', default: '主题', maxLength: 20 }),
  unit: text({ title: '数目的单位', default: '篇', maxLength: 4 }),
  all: optional(path({ title: '“全部”的链接' })),
});
