import type { EditionView, FoundEdition } from '#wire/edition-answers.ts';

export const VIEWS = {
  all: '全部',
  mine: '我的稿件',
  returned: '被退回',
  'approval-ended': '同意已失效',
  'to-review': '待我审核',
  'after-review': '待复核',
  'to-publish': '待我发布',
  scheduled: '定时',
  open: '进行中',
  failed: '定时没有成功',
} as const satisfies Record<EditionView, string>;

export type { FoundEdition };
