import type { KindWords } from '#kinds/define-kind.ts';
import { memberTitle } from '#kinds/field-titles.ts';
import type { NoticeDocument } from './index.ts';

export const words: KindWords<NoticeDocument> = {
  titleOf: (_document, id) => `提示条 ${id}`,
  summaryOf: ({ text }) => text,
  seenAt: () => '每个页面上方',
  fieldTitle: (path) => memberTitle(path, { text: '文字', until: '截止时间' }),
  withdrawal: { title: '撤下提示条', quotes: ['“', '”'], seenAt: '页面上方不再有它' },
};
