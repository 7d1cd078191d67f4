import { Button, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link } from 'react-router-dom';
import { EDITION_STATES, type EditionState } from '#rules/editions/edition-steps.ts';
import type { RegisterLine } from '#wire/register-answers.ts';
import { lineOf, useChannels, type Channels } from '../calls/channels.ts';
import { useRead } from '../calls/use-calls.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable, heading } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Screen } from '../parts/Screen.tsx';
import './registers.css';

/** SU24 */
export const ABSENT_REGISTERS = '/settings/registers.absent';
const PAGE_SIZE = 20;
/** days after which a register counts as old, by the choice of the list */
const AGES = {
  '31': '超过一个月未更新',
  '92': '超过一个季度未更新',
  '366': '超过一年未更新',
  none: '还没有公示',
  absent: '本公司没有这项业务',
} as const;

const FIELDS: readonly FilterField<'words' | 'channelId' | 'age'>[] = [
  { name: 'words', label: '名称或责任部门', kind: 'text' },
  { name: 'channelId', label: '栏目', kind: 'channel' },
  {
    name: 'age',
    label: '更新情况',
    kind: 'choice',
    choices: Object.entries(AGES).map(([value, label]) => ({ value, label })),
  },
];

/** All registers that the person works on. */
export function Registers() {
  const filters = useFilters(FIELDS);
  const { values, page, isFiltered, filter, turn } = filters;
  const answer = useRead('GET /registers');
  const channels = useChannels();
  const found = (answer.data ?? []).filter((line) => matches(line, values, channels));
  return (
    <Screen
      title="登记表"
      purpose={
        <>
          登记表是网站上成表公示的名单和数据。在这里导入新的文件，或逐行修改；改动成为一份稿件，由他人审核后公开。导入前会逐格检查，并说明与现在公示的内容有何不同。本公司没有的业务，它的登记表
          <Link to={ABSENT_REGISTERS}>可以标出</Link>，不再列在这里。
        </>
      }
    >
      <FilterBar filters={filters} />
      <DataTable<RegisterLine>
        rowKey="register"
        answer={answer}
        rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        columns={columnsOf(channels)}
        paging={listPaging({ page, total: found.length, pageSize: PAGE_SIZE, unit: '个', turn })}
        empty={
          isFiltered ? (
            <EmptyNote title="没有符合条件的登记表">
              <Button type="link" onClick={() => filter({})}>
                清除条件
              </Button>
            </EmptyNote>
          ) : (
            <EmptyNote title="您管辖的栏目没有登记表">登记表显示在哪个栏目，由该栏目的页面决定。</EmptyNote>
          )
        }
      />
    </Screen>
  );
}

function matches(
  { title, department, channelIds, age, isAbsent }: RegisterLine,
  { words, channelId, age: ageLimit }: Record<(typeof FIELDS)[number]['name'], string>,
  { list }: Channels,
): boolean {
  // SU24: those of businesses that the firm does not have are shown when they are asked for
  if (isAbsent !== (ageLimit === 'absent')) return false;
  if (words !== '' && !`${title} ${department}`.toLowerCase().includes(words.toLowerCase())) return false;
  if (channelId !== '' && !channelIds.some((id) => lineOf(list, id).includes(channelId))) return false;
  if (ageLimit === '' || ageLimit === 'absent') return true;
  return ageLimit === 'none' ? age === null : age !== null && age > Number(ageLimit);
}

const columnsOf = ({ nameOf }: Channels): ColumnsType<RegisterLine> => [
  {
    ...heading('登记表'),
    dataIndex: 'title',
    render: (title: string, { register }) => <Link to={`/registers/${encodeURIComponent(register)}`}>{title}</Link>,
  },
  {
    title: '数据日期',
    dataIndex: 'dataDate',
    className: 'day',
    render: (date: string, { age, isAbsent }) =>
      isAbsent ? <Tag>本公司没有这项业务</Tag> : <Freshness date={date} age={age} />,
  },
  {
    title: '行数',
    dataIndex: 'rows',
    align: 'right',
    className: 'number',
    render: (rows: number) => rows.toLocaleString('zh-CN'),
  },
  { title: '责任部门', dataIndex: 'department' },
  { title: '栏目', dataIndex: 'channelIds', render: (ids: string[]) => ids.map(nameOf).join('；') || '未在栏目中显示' },
  {
    title: '稿件',
    dataIndex: 'edition',
    render: (edition: RegisterLine['edition']) => edition && <OpenEdition edition={edition} />,
  },
];

function Freshness({ date, age }: { date: string; age: number | null }) {
  if (age === null) return <span className="quiet">还没有公示</span>;
  return (
    <>
      <time dateTime={date}>{date}</time>
      <span className="quiet age">{age <= 0 ? '今天' : `${age} 天前`}</span>
    </>
  );
}

export function OpenEdition({ edition: { editionId, state } }: { edition: NonNullable<RegisterLine['edition']> }) {
  return (
    <Link to={`/editions/${editionId}`}>
      <Tag>{`${EDITION_STATES[state as EditionState]}（第 ${editionId} 号）`}</Tag>
    </Link>
  );
}
