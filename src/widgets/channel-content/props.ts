import { choice, flag, object } from '#page/schema-words.ts';

export const props = object({
  dates: choice(['right', 'block'], {
    title: '列表的日期样式',
    description: 'right 右侧日期，block 左侧大号日期',
    default: 'right',
  }),
  summaries: flag({ title: '列表显示摘要', default: true }),
  hideEmpty: flag({ title: '没有内容时不显示', default: false }),
});
