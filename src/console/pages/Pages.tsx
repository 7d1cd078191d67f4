import { Button, Form, Input, Space, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { PageLine } from '#wire/console-answers.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable, heading } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { claimName, FROM_NAMES, layoutName } from './page-words.ts';
import './pages.css';

const PAGE_SIZE = 20;

const FIELDS: readonly FilterField<'words' | 'from' | 'state'>[] = [
  { name: 'words', label: '名称、栏目或地址', kind: 'text' },
  {
    name: 'from',
    label: '来源',
    kind: 'choice',
    choices: Object.entries(FROM_NAMES).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'state',
    label: '状态',
    kind: 'choice',
    choices: [
      { value: 'problems', label: '有问题' },
      { value: 'editions', label: '有稿件' },
    ],
  },
];

/** Every page schema: where it comes from and what it is for. */
export function Pages() {
  const { data: me } = useMe();
  const answer = useRead('GET /page-schemas');
  const filters = useFilters(FIELDS);
  const { values, page, filter, turn } = filters;
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'page.change');
  const words = values.words.toLowerCase();
  const found = (answer.data ?? []).filter((one) => {
    const text =
      `${one.page} ${one.title} ${one.claims.map(({ value, name, path }) => `${value} ${name} ${path}`).join(' ')}`.toLowerCase();
    return (
      text.includes(words) &&
      (values.from === '' || one.from === values.from) &&
      (values.state === '' || (values.state === 'problems' ? one.problems : one.editions) > 0)
    );
  });
  return (
    <Screen
      title="页面"
      purpose={`每个页面由哪些块拼成、用于哪些栏目或地址。${mayChange ? '点开可以用表单或 JSON 修改，随改随看预览；保存后成为稿件，由他人审核通过后才会公开。' : '修改由栏目管理人员进行。'}`}
    >
      <FilterBar filters={filters} />
      <DataTable<PageLine>
        answer={answer}
        rowKey="page"
        rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        columns={COLUMNS}
        paging={listPaging({ page, total: found.length, pageSize: PAGE_SIZE, unit: '个', turn })}
        empty={
          <EmptyNote title="没有符合条件的页面">
            <p>没有自己页面的栏目按内容的种类显示。</p>
            <Button type="link" onClick={() => filter({})}>
              清除条件
            </Button>
          </EmptyNote>
        }
      />
      {mayChange && <NewPage taken={answer.data?.map((one) => one.page) ?? []} />}
    </Screen>
  );
}

const COLUMNS: ColumnsType<PageLine> = [
  {
    ...heading('页面'),
    dataIndex: 'title',
    className: 'beside-text',
    render: (title: string, { page, problems, editions }) => (
      <>
        <Link to={`/pages/${page}`}>{title}</Link> <code className="quiet">{page}</code>
        <Space>
          {problems > 0 && <Tag color="error">{`${problems} 个问题`}</Tag>}
          {editions > 0 && <Tag>{`${editions} 份稿件在处理`}</Tag>}
        </Space>
      </>
    ),
  },
  {
    title: '用于',
    dataIndex: 'claims',
    className: 'beside-text',
    render: (claims: PageLine['claims']) => <Claims claims={claims} />,
  },
  { title: '版式', dataIndex: 'layout', className: 'moment', render: layoutName },
  { title: '块', dataIndex: 'blocks', align: 'right', className: 'number' },
  {
    title: '来源',
    dataIndex: 'from',
    className: 'moment',
    render: (from: PageLine['from'], { since }) =>
      from === 'edition' ? `${shanghaiSecond(since).slice(0, 10)} 发布` : FROM_NAMES[from],
  },
];

function Claims({ claims }: Pick<PageLine, 'claims'>) {
  return (
    <ul>
      {claims.slice(0, 3).map(({ kind, value, name, path }) => (
        <li key={`${kind} ${value}`}>
          {`${claimName(kind)}：`}
          {path === '' ? (
            name
          ) : (
            <a href={path} target="_blank" rel="noopener">
              {name}
            </a>
          )}
        </li>
      ))}
      {claims.length > 3 && <li className="quiet">{`等 ${claims.length} 处`}</li>}
    </ul>
  );
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function NewPage({ taken }: { taken: readonly string[] }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const wrong =
    name === ''
      ? ''
      : !NAME.test(name)
        ? '由小写字母、数字和单个连字符组成'
        : taken.includes(name)
          ? '已有这个名称的页面，请在上面打开它'
          : '';
  return (
    <div className="below-list">
      <Panel title="新建页面">
        <Form layout="inline" onFinish={() => name !== '' && wrong === '' && void navigate(`/pages/${name}`)}>
          <Form.Item
            label="页面名"
            htmlFor="new-page"
            validateStatus={wrong === '' ? '' : 'error'}
            help={wrong || '给开发和管理人员看的名称，如 open-day'}
          >
            <Input id="new-page" value={name} maxLength={60} onChange={(event) => setName(event.target.value.trim())} />
          </Form.Item>
          <Button htmlType="submit" disabled={name === '' || wrong !== ''}>
            开始
          </Button>
        </Form>
      </Panel>
    </div>
  );
}
