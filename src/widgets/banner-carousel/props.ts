import { object, text } from '#page/schema-words.ts';

export const props = object({
  label: text({ title: '轮播名称', description: '读屏软件读出的名称', maxLength: 20, default: '重点推荐' }),
  emptyTitle: text({ title: '没有横幅时的标题', maxLength: 60, default: '欢迎访问' }),
  emptyText: text({ title: '没有横幅时的说明', maxLength: 100, default: '公司官方网站' }),
});
