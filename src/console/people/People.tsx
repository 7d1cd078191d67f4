import { Button, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { mayDoSomewhere, ROLE_NAMES, ROLES } from '#rules/people/staff-rights.ts';
import type { Person } from '#wire/console-answers.ts';
import { addressOf } from '../calls/call.ts';
import { useChannels } from '../calls/channels.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable, heading } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Moment } from '../parts/Moment.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Screen } from '../parts/Screen.tsx';
import { AwayTag } from './AwayTag.tsx';
import { peopleMeant, accountStateOf, ACCOUNT_STATES } from './person-words.ts';
import { GroupRules } from './GroupRules.tsx';
import { Requests } from './Requests.tsx';
import { RoleTags } from './RoleTags.tsx';
import { SecondFactorRule } from './SecondFactorRule.tsx';

const PAGE_SIZE = 20;

const FIELDS: readonly FilterField<'words' | 'role' | 'state'>[] = [
  { name: 'words', label: '姓名或账号', kind: 'text' },
  {
    name: 'role',
    label: '角色',
    kind: 'choice',
    choices: ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
  },
  {
    name: 'state',
    label: '状态',
    kind: 'choice',
    choices: Object.entries(ACCOUNT_STATES).map(([value, { name }]) => ({ value, label: name })),
  },
];

/** Everybody who has an account of the console. */
export function People() {
  const { data: me } = useMe();
  const answer = useRead('GET /people');
  const { mutate } = useSWRConfig();
  const { nameOf } = useChannels();
  const filters = useFilters(FIELDS);
  const { values, page, isFiltered, filter, turn } = filters;
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'people.change');
  const meant = peopleMeant(answer.data ?? [], values);
  return (
    <Screen
      title="人员"
      purpose={
        mayChange
          ? '管理谁可以登录管理后台、有哪些角色、管哪些栏目。角色一经更改或账号一经停用，本人的登录立即结束；每次更改都写入操作记录。'
          : '查看谁可以登录管理后台、有哪些角色、管哪些栏目。更改由系统管理员进行。'
      }
      actions={mayChange && <LinkButton to="/people/new">添加人员</LinkButton>}
    >
      <Requests
        mayChange={mayChange}
        onDone={() => Promise.all([answer.mutate(), mutate(addressOf('GET /group-rules', {}))])}
      />
      <FilterBar filters={filters} />
      <DataTable<Person>
        answer={answer}
        rowKey="staffId"
        rows={meant}
        columns={columnsOf(nameOf)}
        paging={listPaging({ page, total: meant.length, pageSize: PAGE_SIZE, unit: '人', turn })}
        empty={
          isFiltered ? (
            <NobodyMeant onClear={() => filter({})} />
          ) : (
            <EmptyNote title="还没有人员">添加第一位人员，选好角色和栏目，把生成的一次性链接交给本人。</EmptyNote>
          )
        }
      />
      <GroupRules mayChange={mayChange} onAsked={() => mutate(addressOf('GET /staff-requests', {}))} />
      <SecondFactorRule mayChange={mayChange} />
    </Screen>
  );
}

const NobodyMeant = ({ onClear }: { onClear: () => void }) => (
  <EmptyNote title="没有符合条件的人员">
    <Button type="link" onClick={onClear}>
      清除条件
    </Button>
  </EmptyNote>
);

const columnsOf = (nameOf: (channelId: string) => string): ColumnsType<Person> => [
  {
    ...heading('姓名'),
    dataIndex: 'name',
    render: (name: string, { staffId }) => (
      <>
        <Link to={`/people/${staffId}`}>{name}</Link>
        <AwayTag staffId={staffId} />
      </>
    ),
  },
  { title: '账号', dataIndex: 'account' },
  { title: '角色和范围', dataIndex: 'grants', render: (_, { grants }) => <RoleTags grants={grants} nameOf={nameOf} /> },
  {
    title: '状态',
    key: 'state',
    render: (_, person) => {
      const { name, color } = ACCOUNT_STATES[accountStateOf(person)];
      return <Tag color={color}>{name}</Tag>;
    },
  },
  { title: '两步验证', dataIndex: 'hasSecondFactor', render: (has: boolean) => (has ? '已启用' : '未启用') },
  {
    title: '最近登录',
    dataIndex: 'signedInAt',
    className: 'moment',
    render: (at: string) => <Moment at={at} none="从未登录" />,
  },
];
