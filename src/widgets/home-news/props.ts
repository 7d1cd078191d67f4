import { flag, object, optional, path } from '#page/schema-words.ts';

export const props = object({
  picture: flag({
    title: '显示文章图片',
    description: '首条显示文章自己的图片；关闭或没有图片时显示绘制的底图',
    default: true,
  }),
  more: optional(path({ title: '“更多”的链接', description: '指向完整列表的页面' })),
});
