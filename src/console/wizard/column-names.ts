import type { ColumnType, Visibility } from '#wire/wizard.ts';

export const TYPE_NAMES: Readonly<Record<ColumnType, string>> = {
  text: '文字',
  choice: '选项',
  date: '日期',
  integer: '整数',
  decimal: '小数',
  percent: '百分数',
  money: '金额',
  phone: '电话',
  url: '网址',
};
export const VISIBILITY_NAMES: Readonly<Record<Visibility, string>> = {
  shown: '公开，可下载',
  'no-download': '公开，不可下载',
  'by-level': '仅限有资格的客户',
  hidden: '不公开，只存档',
  'left-out': '不导入',
};
