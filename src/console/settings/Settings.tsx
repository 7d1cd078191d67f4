import { Button, Form, Input, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { mayDoSomewhere, seesSettingNames } from '#rules/people/staff-rights.ts';
import type { SettingLine } from '#wire/console-answers.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { heading, labelled } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { inGroups } from './setting-list.ts';
import './settings.css';

const FIELDS: readonly FilterField<'words'>[] = [{ name: 'words', label: '名称中的文字', kind: 'text' }];

/** Everything that is published and is neither channel, article, register nor page. */
export function Settings() {
  const { data: me } = useMe();
  const { data, error, mutate } = useRead('GET /settings');
  const filters = useFilters(FIELDS);
  const { values, filter } = filters;
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'setting.change');
  const columns = COLUMNS.filter(({ key }) => key !== 'name' || seesSettingNames(me?.grants ?? []));
  const groups = inGroups(data ?? [], values.words);
  return (
    <Screen
      title="设置"
      purpose={`网站显示的公司信息、首页横幅、主题和标签、不转换的词语，以及灰色模式等参数。${mayChange ? '修改后成为稿件，由他人审核通过后才会公开，也可以约定时间生效。' : '修改由栏目管理人员进行。'}`}
    >
      <FilterBar filters={filters} />
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data && groups.length === 0 && (
        <EmptyNote title="没有符合条件的设置">
          <Button type="link" onClick={() => filter({})}>
            清除条件
          </Button>
        </EmptyNote>
      )}
      {groups.map(({ group, title, lines }) => (
        <section key={group} className="setting-group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{title}</h2>
          <Table<SettingLine>
            rowKey="name"
            className="cards-on-phone"
            size="small"
            tableLayout="fixed"
            dataSource={lines}
            columns={labelled(columns)}
            pagination={false}
          />
        </section>
      ))}
      <div className="two-columns below-list">
        <Panel title="法律文本">
          <p>隐私政策、用户协议和法律声明是标明日期的文章，版本即其日期。改动后，访客须重新同意。</p>
          <Link to="/settings/legal">查看各版本及生效日期</Link>
        </Panel>
        {mayChange && <NewParameter />}
      </div>
    </Screen>
  );
}

const COLUMNS: ColumnsType<SettingLine> = [
  {
    ...heading('设置'),
    dataIndex: 'title',
    render: (title: string, { name }) => <Link to={`/settings/${name}`}>{title}</Link>,
  },
  // LO2: its name in files and calls, for administrators
  { title: '名称', key: 'name', dataIndex: 'name', render: (name: string) => <code>{name}</code> },
  {
    title: '公开日期',
    dataIndex: 'since',
    className: 'moment',
    render: (since: string) => (since === '' ? '未公开' : <Moment at={since} />),
  },
  {
    title: '稿件',
    dataIndex: 'editions',
    className: 'moment',
    render: (editions: number) => (editions === 0 ? '' : `${editions} 份在处理`),
  },
];

/** A web parameter that some page or app asks for by its name. */
function NewParameter() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const isGood = /^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$/.test(name);
  return (
    <Panel title="新增参数">
      <Form layout="inline" onFinish={() => isGood && void navigate(`/settings/webparam.${name}`)}>
        <Form.Item
          label="参数名称"
          htmlFor="new-parameter"
          validateStatus={name === '' || isGood ? '' : 'error'}
          help={
            name === '' || isGood ? '网页参数接口按此名称取值，如 sys.notice' : '由字母、数字、点、下划线和连字符组成'
          }
        >
          <Input
            id="new-parameter"
            value={name}
            maxLength={81}
            onChange={(event) => setName(event.target.value.trim())}
          />
        </Form.Item>
        <Button htmlType="submit" disabled={!isGood}>
          填写内容
        </Button>
      </Form>
    </Panel>
  );
}
