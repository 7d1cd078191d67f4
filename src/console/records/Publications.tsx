import { Button } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link } from 'react-router-dom';
import { publisherWords } from '#rules/people/act-names.ts';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { PublicationLine } from '#wire/console-answers.ts';
import { hrefOf } from '../calls/call.ts';
import { PAGED, useMe, useRead } from '../calls/use-calls.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Moment } from '../parts/Moment.tsx';
import { Screen } from '../parts/Screen.tsx';
import { WayBackButton } from '../take-up/WayBackButton.tsx';

const PAGE_SIZE = 20;

const FIELDS: readonly FilterField<'words' | 'from' | 'to'>[] = [
  { name: 'words', label: '内容、撰写人或批准人', kind: 'text' },
  { name: 'from', label: '起始日期', kind: 'day' },
  { name: 'to', label: '截止日期', kind: 'day' },
];

/** The publication log (PB3): what became public, when, and by whom. */
export function Publications() {
  const filters = useFilters(FIELDS);
  const { values, page, isFiltered, turn } = filters;
  const { data: me } = useMe();
  const mayWrite = me !== undefined && mayDoSomewhere(me.grants, 'content.write');
  const answer = useRead('GET /publications', { ...values, pageNum: page, pageSize: PAGE_SIZE }, PAGED);
  return (
    <Screen
      title="发布记录"
      purpose="网站每一次公开内容的记录：公开了什么、何时公开、谁撰写、谁批准、谁发布。每条记录的校验值包含上一条的校验值，事后改动任何一条都会被发现。导出会写入操作记录。时间均为北京时间。"
      actions={
        <Button href={hrefOf('GET /publications.csv', values)} download="发布记录.csv">
          导出 CSV
        </Button>
      }
    >
      <FilterBar filters={filters} />
      <DataTable<PublicationLine>
        answer={answer}
        rowKey="no"
        rows={answer.data?.list ?? []}
        columns={mayWrite ? [...COLUMNS, BACK] : COLUMNS}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: '次', turn })}
        empty={
          <EmptyNote title={isFiltered ? '没有符合条件的发布' : '还没有发布过内容'}>
            {isFiltered ? '放宽日期，或换一个词再查。' : '内容经审核发布后，会列在这里。'}
          </EmptyNote>
        }
      />
    </Screen>
  );
}

const COLUMNS: ColumnsType<PublicationLine> = [
  {
    title: '序号',
    dataIndex: 'no',
    align: 'right',
    className: 'number',
    render: (no: number) => no.toLocaleString('zh-CN'),
  },
  { title: '时间', dataIndex: 'at', className: 'moment', render: (at: string) => <Moment at={at} /> },
  {
    title: '内容',
    dataIndex: 'title',
    className: 'subject',
    render: (title: string, { editionId }) =>
      editionId === null ? title : <Link to={`/editions/${editionId}`}>{title}</Link>,
  },
  { title: '撰写', dataIndex: 'writtenBy', className: 'who' },
  { title: '批准', dataIndex: 'approvedBy', className: 'who' },
  { title: '发布', key: 'publishedBy', className: 'who wide-only', render: (_, line) => publisherWords(line) || '—' },
  {
    title: '校验值',
    dataIndex: 'hash',
    className: 'wide-only',
    render: (hash: string) => <code title={hash}>{hash.slice(0, 12)}</code>,
  },
];

/** ED16: the way back from a publication as a whole. */
const BACK: ColumnsType<PublicationLine>[number] = {
  title: '操作',
  key: 'back',
  className: 'moment',
  render: (_, { no, title }) => (
    <WayBackButton
      name="整体收回"
      label={`整体收回第 ${no} 号发布：${title}`}
      title={`整体收回第 ${no} 号发布“${title}”？`}
      target={{ no }}
    />
  ),
};
