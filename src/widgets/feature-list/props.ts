import { address, choice, flag, list, object, optional, text } from '#page/schema-words.ts';

const feature = object({
  title: text({ title: '标题', maxLength: 40 }),
  text: text({ title: '说明', maxLength: 300 }),
  path: optional(address({ title: '网址' })),
});

export const props = object({
  look: choice(['grid', 'lines', 'steps'], {
    title: '样式',
    description: 'grid 分栏，lines 一行一项、标题在左，steps 按先后编号',
    default: 'grid',
  }),
  features: list(feature, { title: '项目', maxItems: 20 }),
  hotline: flag({ title: '加一行客服热线', default: false }),
});
