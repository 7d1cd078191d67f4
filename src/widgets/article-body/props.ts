import { flag, object } from '#page/schema-words.ts';

export const props = object({
  tools: flag({ title: '显示打印与复制链接', default: true }),
  neighbours: flag({ title: '显示上一篇与下一篇', default: true }),
});
