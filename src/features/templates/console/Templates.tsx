import { App, Button, Space, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { rhythmWords } from '#rules/editions/rhythm.ts';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { useChannels } from '#console/calls/channels.ts';
import { useMe, useRead, useSend } from '#console/calls/use-calls.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { DataTable, heading } from '#console/parts/DataTable.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { LinkButton } from '#console/parts/LinkButton.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import type { TemplateLine } from '../wire.ts';

/** TP4: templates of the channels that one may write for. */
export function Templates() {
  const { data: me } = useMe();
  const { nameOf } = useChannels();
  const answer = useRead('GET /templates');
  const send = useSend();
  const { message } = App.useApp();
  const [removed, setRemoved] = useState<TemplateLine>();
  const mayManage = me !== undefined && mayDoSomewhere(me.grants, 'channel.change');
  return (
    <Screen
      title="模板"
      above={[{ to: '/editions', name: '稿件与内容' }]}
      purpose="反复发布、只有几处不同的文章，写成模板：填写这几处，就成为一份草稿，照常审核、发布。模板可以定期拟稿，到日子把草稿交给负责人。模板由管理该栏目的人维护。"
      actions={mayManage && <LinkButton to="/templates/new">新建模板</LinkButton>}
    >
      <DataTable<TemplateLine>
        answer={answer}
        rowKey="templateId"
        rows={answer.data ?? []}
        columns={columnsOf(nameOf, setRemoved)}
        paging={false}
        empty={<EmptyNote title="还没有模板">管理栏目的人可以新建模板，也可以从一篇公开的文章做成。</EmptyNote>}
      />
      {removed && (
        <Confirm
          title={`删除模板“${removed.name}”？`}
          action="删除"
          danger
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            await send('DELETE /templates/:templateId', { templateId: removed.templateId });
            void message.success('模板已删除');
            await answer.mutate();
          }}
        >
          <p>按它写成的稿件不变，不再定期拟稿。</p>
        </Confirm>
      )}
    </Screen>
  );
}

const columnsOf = (
  nameOf: (channelId: string) => string,
  onRemove: (template: TemplateLine) => void,
): ColumnsType<TemplateLine> => [
  {
    ...heading('模板'),
    key: 'name',
    render: (_, { templateId, name, gone }) => (
      <>
        <Link to={`/templates/${templateId}/use`}>{name}</Link>
        {gone.map((words) => (
          <div key={words}>
            <Tag color="warning">{words}</Tag>
          </div>
        ))}
      </>
    ),
  },
  { title: '栏目', key: 'channel', render: (_, { channelId }) => nameOf(channelId) },
  {
    title: '定期拟稿',
    key: 'rhythm',
    render: (_, { rhythm, responsible }) =>
      rhythm === null ? '—' : `${rhythmWords(rhythm)}，${responsible === '' ? '该栏目的编辑' : responsible}`,
  },
  {
    title: '操作',
    key: 'acts',
    render: (_, template) => (
      <Space wrap>
        <Link to={`/templates/${template.templateId}/use`} aria-label={`使用模板“${template.name}”`}>
          使用
        </Link>
        {template.mayChange && (
          <>
            <Link to={`/templates/${template.templateId}`} aria-label={`修改模板“${template.name}”`}>
              修改
            </Link>
            <Button
              type="link"
              size="small"
              aria-label={`删除模板“${template.name}”`}
              onClick={() => onRemove(template)}
            >
              删除
            </Button>
          </>
        )}
      </Space>
    ),
  },
];
