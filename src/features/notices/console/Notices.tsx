import { App, Button, Space, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { noticeWords } from '#rules/editions/notices.ts';
import { wordsOf } from '#console/calls/call.ts';
import { PAGED, useRead, useSend } from '#console/calls/use-calls.ts';
import { DataTable } from '#console/parts/DataTable.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { listPaging } from '#console/parts/list-paging.ts';
import { Moment } from '#console/parts/Moment.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { standInWords, type NoticeLine } from '../wire.ts';
import { NoticeChoicePanel } from './NoticeChoicePanel.tsx';

const PAGE_SIZE = 20;

/** NT1: one's own notices, newest first, and how they are mailed. */
export function Notices() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(search.get('page') ?? 1)) || 1);
  const onlyUnread = search.get('unread') === '1';
  const answer = useRead('GET /notices', { onlyUnread, pageNum: page, pageSize: PAGE_SIZE }, PAGED);
  const unread = useRead('GET /notices/unread', {});
  const send = useSend();
  const { message } = App.useApp();
  const [isSending, setSending] = useState(false);
  const { data } = answer;
  const newest = data?.list[0]?.noticeId;
  const readAll = async (upTo: number): Promise<void> => {
    setSending(true);
    try {
      await unread.mutate(await send('POST /notices/read', { upTo }), { revalidate: false });
      await answer.mutate();
    } catch (reason) {
      void message.error(wordsOf(reason));
    } finally {
      setSending(false);
    }
  };
  const show = (next: { page?: number; unread?: boolean }): void => {
    const { page: to = 1, unread: only = onlyUnread } = next;
    setSearch({ ...(only && { unread: '1' }), ...(to > 1 && { page: String(to) }) });
  };
  return (
    <Screen
      title="通知"
      purpose="等您处理的稿件、您参与的稿件的进展，超过更新期限的栏目，以及谁不在、由谁代理。打开稿件后，有关的通知标为已读。"
      actions={
        <Space>
          <Button onClick={() => show({ unread: !onlyUnread })}>{onlyUnread ? '显示全部' : '只看未读'}</Button>
          {page === 1 && newest !== undefined && (data?.unread ?? 0) > 0 && (
            <Button loading={isSending} onClick={() => void readAll(newest)}>
              全部标为已读
            </Button>
          )}
        </Space>
      }
    >
      <div className="stack">
        <DataTable<NoticeLine>
          answer={answer}
          rowKey="noticeId"
          rows={data?.list ?? []}
          columns={COLUMNS}
          paging={listPaging({
            page,
            total: data?.total ?? 0,
            pageSize: PAGE_SIZE,
            unit: '条',
            turn: (to) => show({ page: to }),
          })}
          empty={
            <EmptyNote title={onlyUnread ? '没有未读的通知' : '还没有通知'}>
              有稿件等您处理，或您参与的稿件有进展时，会列在这里。
            </EmptyNote>
          }
        />
        <NoticeChoicePanel />
      </div>
    </Screen>
  );
}

const COLUMNS: ColumnsType<NoticeLine> = [
  {
    title: '时间',
    dataIndex: 'at',
    className: 'moment',
    render: (at: string, { isRead }) => (
      <div>
        <Moment at={at} /> {!isRead && <Tag color="processing">未读</Tag>}
      </div>
    ),
  },
  {
    title: '通知',
    key: 'what',
    render: (_, { event, actor }) => noticeWords(event, actor),
  },
  {
    title: '内容',
    key: 'of',
    render: (_, line) => <Subject {...line} />,
  },
];

function Subject({ editionId, title, channelId, channels, standIn }: NoticeLine) {
  if (standIn) return <Link to="/">{standInWords(standIn)}</Link>;
  const place = channels.slice(0, 3).join('、');
  if (editionId === null)
    return <Link to={`/channels?channel=${encodeURIComponent(channelId)}`}>{place || channelId}</Link>;
  return (
    <div>
      {title === '' ? `第 ${editionId} 号稿件` : <Link to={`/editions/${editionId}`}>{title}</Link>}
      {place !== '' && <div className="quiet">{place}</div>}
    </div>
  );
}
