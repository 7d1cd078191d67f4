import type { KindStore } from '#kinds/define-store.ts';
import { documentStore } from '#kinds/document-store.ts';
import { notice, type NoticeDocument } from '../index.ts';

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
  history: {
    titles: async (_db, ids) => new Map(ids.map((id) => [id, id])),
    past: { shownOn: () => ['open-days'], table: 'notice', identity: 'name', title: 'name' },
  },
  concerned: () => [''],
  preview: {
    rank: 1,
  },
};
