import type { EditionView, FoundEdition } from '#wire/edition-answers.ts';

export const VIEWS = {
  all: '全部',
  mine: '我的稿件',
  returned: '退回我的',
  'approval-ended': '同意已失效',
  'to-review': '待我审核',
  'after-review': '待复核',
  'to-publish': '待发布',
  scheduled: '定时发布',
} as const satisfies Record<EditionView, string>;

export type { FoundEdition };
