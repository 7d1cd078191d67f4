import { Button, Form, Input } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useEffect } from 'react';
import { kindOf, type KindName } from '#kinds/index.ts';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { PastSource } from '#wire/console-answers.ts';
import { addressOf } from '../calls/call.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { useFilters } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { TimeBox } from '../parts/DateBox.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { SiteFrame } from '../parts/SiteFrame.tsx';
import { WayBackButton } from '../take-up/WayBackButton.tsx';
import { pathOf } from './path-of.ts';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

/** PB2: any page of the site as it was at a past moment, and what it was made of. */
export function Past() {
  const { values, filter } = useFilters([], ['path', 'at']);
  const isComplete = values.path !== '' && values.at !== '';
  // an address tells minutes as they are read in Shanghai; what was published in one is seen in it
  const request = { path: values.path, at: `${values.at}:59.999+08:00` };
  // a link in the frame stays in the past, and this screen's address goes along
  const follow = ({ searchParams }: URL) => {
    const path = searchParams.get('path');
    if (path !== null && path !== values.path) filter({ path, at: values.at });
  };
  return (
    <Screen
      title="历史页面"
      purpose="查看任一页面在过去某一时间向公众显示的内容，以及它由哪些发布组成，用于核查和留痕。内容、栏目和设置取自当时；版式按网站现在的程序显示。每次查看都会记入操作记录。"
    >
      <Question values={values} onAsk={filter} />
      {isComplete ? (
        <div className="stack">
          <Panel title="当时的页面">
            <SiteFrame
              path={addressOf('GET /past/page', request)}
              title={`${values.path} 在 ${values.at.replace('T', ' ')} 的样子`}
              onMoved={follow}
            />
          </Panel>
          <Sources asked={request} />
        </div>
      ) : (
        <EmptyNote title="还没有选择页面和时间">
          从网站上复制要核查的网址，选择时间，然后查看。点页面里的链接，会继续停留在那个时间。
        </EmptyNote>
      )}
    </Screen>
  );
}

function Question({
  values,
  onAsk,
}: {
  values: Record<'path' | 'at', string>;
  onAsk: (values: { path: string; at: string }) => void;
}) {
  const [form] = Form.useForm<{ path: string; at: string }>();
  useEffect(() => form.setFieldsValue({ path: values.path, at: values.at }), [form, values.path, values.at]);
  return (
    <Form
      form={form}
      validateTrigger={MARKED_WHEN_LEFT}
      className="filters"
      layout="vertical"
      requiredMark={false}
      onFinish={({ path, at }) => onAsk({ path: pathOf(path)!, at })}
    >
      <Form.Item
        name="path"
        label="网址或站内路径"
        className="past-path"
        rules={[
          {
            validator: (_, path: string | undefined) =>
              pathOf(path ?? '') === null
                ? Promise.reject(new Error('请填写本站的网址，或以斜杠开头的站内路径'))
                : Promise.resolve(),
          },
        ]}
      >
        <Input allowClear maxLength={2000} placeholder="/publicChannel/companyInfo" />
      </Form.Item>
      <Form.Item
        name="at"
        label="时间（北京时间）"
        className="past-time"
        rules={[{ required: true, message: '请选择时间' }]}
      >
        <TimeBox />
      </Form.Item>
      <div className="filter-buttons">
        <Button type="primary" htmlType="submit">
          查看
        </Button>
      </div>
    </Form>
  );
}

function Sources({ asked: request }: { asked: { path: string; at: string } }) {
  const { data: me } = useMe();
  const mayWrite = me !== undefined && mayDoSomewhere(me.grants, 'content.write');
  const answer = useRead('GET /past/sources', request);
  return (
    <Panel
      title="由这些发布组成"
      extra={
        answer.data &&
        answer.data.length > 0 &&
        mayWrite && (
          <WayBackButton
            name="恢复成这样"
            label={`把 ${request.path} 恢复成这样`}
            title="把这个页面恢复成这样？"
            target={{
              no: Math.max(...answer.data.map(({ no }) => no)),
              subjects: answer.data.map(({ subject }) => subject),
            }}
          />
        )
      }
    >
      <DataTable<PastSource>
        answer={answer}
        rowKey={({ kind, title, no }) => `${kind} ${title} ${no}`}
        rows={answer.data ?? []}
        columns={COLUMNS}
        paging={false}
        empty={<EmptyNote title="当时没有这个页面" />}
      />
    </Panel>
  );
}

const COLUMNS: ColumnsType<PastSource> = [
  { title: '内容', dataIndex: 'kind', render: (kind: KindName) => kindOf({ kind }).title },
  { title: '名称', dataIndex: 'title' },
  {
    title: '发布序号',
    dataIndex: 'no',
    align: 'right',
    className: 'number',
    render: (no: number) => no.toLocaleString('zh-CN'),
  },
  { title: '发布时间', dataIndex: 'at', className: 'moment', render: (at: string) => <Moment at={at} /> },
  { title: '发布', dataIndex: 'publication' },
  { title: '撰写', dataIndex: 'writtenBy' },
  { title: '批准', dataIndex: 'approvedBy' },
];
