import { choice, flag, object } from '#page/schema-words.ts';

export const props = object({
  dates: choice(['right', 'block'], { title: '列表的日期样式', default: 'right' }),
  summaries: flag({ title: '列表显示摘要', default: true }),
  hideEmpty: flag({ title: '没有内容时不显示', default: false }),
});
