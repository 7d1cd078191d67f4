import { object, text } from '#page/schema-words.ts';

export const props = object({
  label: text({ title: '轮播名称', description: '读屏软件读出的名称', maxLength: 20, default: '重点推荐' }),
  emptyTitle: text({ title: '没有横幅时的标题', maxLength: 60, default: '专业守正\n诚信致远' }),
  emptyText: text({ title: '没有横幅时的说明', maxLength: 100, default: '信息公开可查，服务有据可依。' }),
});
