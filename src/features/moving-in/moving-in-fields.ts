/** MI1: fields of an article that a list can have, in the words of editors. */
export const MOVING_IN_FIELDS = {
  title: '标题',
  channel: '栏目',
  date: '日期',
  html: '正文',
  attachments: '附件',
  address: '旧地址',
  summary: '摘要',
  source: '来源',
} as const;

export type MovingInField = keyof typeof MOVING_IN_FIELDS;
