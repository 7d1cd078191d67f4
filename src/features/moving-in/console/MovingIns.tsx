import { App, Button, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { fileSize } from '#rules/files/file-size.ts';
import type { MovingInLine } from '../wire.ts';
import { useRead, useSend } from '#console/calls/use-calls.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { DataTable, heading } from '#console/parts/DataTable.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import './moving-in.css';
import { NewMovingIn } from './NewMovingIn.tsx';

const STAGES: Readonly<Record<MovingInLine['stage'], { name: string; color?: string }>> = {
  uploading: { name: '等待上传' },
  uploaded: { name: '准备中', color: 'processing' },
  saved: { name: '已保存稿件', color: 'success' },
};

/** MI11: imports of articles, one's own and those of others, and the beginning of a new one. */
export function MovingIns() {
  const answer = useRead('GET /moving-in');
  const [removing, setRemoving] = useState<MovingInLine>();
  const [isNew, setNew] = useState(false);
  const send = useSend();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const remove = async (): Promise<void> => {
    await send('DELETE /moving-in/:importId', { importId: removing!.importId });
    void message.success(`已删除“${removing!.name}”`);
    await answer.mutate();
  };
  return (
    <Screen
      title="迁入文章"
      purpose="把原网站的文章成批迁入：上传导出的文件夹或压缩包，说明各列和栏目的对应，试看、检查，然后保存成稿件，照常审核、发布。"
      actions={
        <Button type="primary" onClick={() => setNew(true)}>
          新的迁入
        </Button>
      }
    >
      <div className="stack moving-in-list">
        {isNew && (
          <NewMovingIn
            onClose={() => setNew(false)}
            onBegun={(importId) => void navigate(`/moving-in/${importId}/upload`)}
          />
        )}
        <DataTable<MovingInLine>
          answer={answer}
          rowKey="importId"
          rows={answer.data ?? []}
          columns={columnsOf(setRemoving)}
          paging={false}
          empty={<EmptyNote title="还没有迁入">从“新的迁入”开始；每一步都会保存，可以离开后再继续。</EmptyNote>}
        />
      </div>
      {removing && (
        <Confirm
          title={`删除“${removing.name}”的文件？`}
          action="删除"
          danger
          onConfirm={remove}
          onClose={() => setRemoving(undefined)}
        >
          上传的文件、对应关系和检查结果随即删除，不能恢复。已经保存的稿件不受影响；其中旧地址与新地址的对照也一并删除。
        </Confirm>
      )}
    </Screen>
  );
}

const columnsOf = (onRemove: (line: MovingInLine) => void): ColumnsType<MovingInLine> => [
  {
    ...heading('名称'),
    dataIndex: 'name',
    render: (name: string, { importId, isOwn }) => (isOwn ? <Link to={`/moving-in/${importId}`}>{name}</Link> : name),
  },
  {
    title: '状态',
    dataIndex: 'stage',
    render: (stage: MovingInLine['stage']) => <Tag color={STAGES[stage].color}>{STAGES[stage].name}</Tag>,
  },
  {
    title: '文件',
    dataIndex: 'files',
    render: (files: number, { bytes }) =>
      files === 0 ? '—' : `${files.toLocaleString('zh-CN')} 个，${fileSize(bytes)}`,
  },
  { title: '谁的', dataIndex: 'by', className: 'who' },
  {
    title: '日期',
    key: 'days',
    render: (_: unknown, { madeAt, removedAt }) => (
      <>
        <Moment at={madeAt} />
        <div className="quiet">
          清除：
          <Moment at={removedAt} />
        </div>
      </>
    ),
  },
  {
    title: '操作',
    key: 'acts',
    render: (_: unknown, line) =>
      line.isOwn && (
        <Button size="small" danger aria-label={`删除${line.name}`} onClick={() => onRemove(line)}>
          删除
        </Button>
      ),
  },
];
