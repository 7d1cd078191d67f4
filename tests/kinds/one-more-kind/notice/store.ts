import type { KindStore } from '#kinds/define-store.ts';
import { documentStore } from '#kinds/document-store.ts';
import { notice, type NoticeDocument } from './index.ts';

const documents = documentStore<NoticeDocument>({
  kind: notice.name,
  table: 'notice',
  columns: notice.tables.notice!,
  column: 'said',
  title: '提示条',
  names: notice.id,
});

export const noticeStore: KindStore<NoticeDocument> = {
  ...documents,
  titles: async (_db, ids) => new Map(ids.map((id) => [id, id])),
  concerned: () => [''],
  previewRank: 1,
  shownOn: () => ['open-days'],
  past: { table: 'notice', identity: 'name', title: 'name' },
};
