import { Space, Tag, type TableProps } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { cloneElement, isValidElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import {
  NEWEST_CHANGE,
  sortParts,
  WORK_KINDS,
  WORK_STATES,
  type WorkColumn,
  type WorkSort,
} from '#rules/editions/work-list.ts';
import type { EditionLine } from '#wire/console-answers.ts';
import type { WorkLine } from '#wire/work-answers.ts';
import { toClock } from '../parts/clock.ts';
import { DataTable, heading } from '../parts/DataTable.tsx';
import { Moment } from '../parts/Moment.tsx';
import { endedWords, returnedWords } from './edition-words.ts';
import { StateTag } from './StateTag.tsx';
import { addressOfLine } from './work-links.ts';
import type { MayDo } from './work-acts.ts';

interface Props {
  answer: Parameters<typeof DataTable<WorkLine>>[0]['answer'];
  lines: readonly WorkLine[];
  paging: TableProps<WorkLine>['pagination'];
  empty: ReactNode;
  nameOf: (channelId: string) => string;
  may: MayDo;
  sort: WorkSort | undefined;
  onSort: (sort: WorkSort | undefined) => void;
  chosen: readonly WorkLine[];
  onChoose: (lines: WorkLine[]) => void;
  /** whether any act on many can be done to it */
  isChoosable: (line: WorkLine) => boolean;
}

/** The lines of the list of work, on a phone as cards. */
export function WorkTable({
  answer,
  lines,
  paging,
  empty,
  nameOf,
  may,
  sort = NEWEST_CHANGE,
  onSort,
  chosen,
  onChoose,
  isChoosable,
}: Props) {
  return (
    <div className="work-table">
      <DataTable<WorkLine>
        answer={answer}
        rowKey="key"
        rows={lines}
        columns={columnsOf({ nameOf, may, sort })}
        paging={paging}
        empty={empty}
        onChange={(_paging, _filters, sorter, { action }) => {
          if (action !== 'sort' || Array.isArray(sorter)) return;
          const column = sorter.columnKey as WorkColumn;
          onSort(sorter.order === undefined || sorter.order === null ? undefined : sortOf(column, sorter.order));
        }}
        rowSelection={{
          selectedRowKeys: chosen.map(({ key }) => key),
          // lines of other pages stay chosen
          preserveSelectedRowKeys: true,
          onChange: (_keys, rows) => onChoose(rows),
          getCheckboxProps: (line) => ({ 'aria-label': `选择 ${line.title}`, disabled: !isChoosable(line) }),
          columnTitle: (box: ReactNode) =>
            isValidElement<{ 'aria-label': string }>(box)
              ? cloneElement(box, { 'aria-label': '选择这一页的全部' })
              : box,
        }}
      />
    </div>
  );
}

const sortOf = (column: WorkColumn, order: 'ascend' | 'descend'): WorkSort | undefined => {
  const sort: WorkSort = order === 'descend' ? `-${column}` : column;
  return sort === NEWEST_CHANGE ? undefined : sort;
};

interface Shown extends Pick<Props, 'nameOf' | 'may'> {
  sort: WorkSort;
}

function columnsOf({ nameOf, may, sort }: Shown): ColumnsType<WorkLine> {
  const { column: sorted, isDescending } = sortParts(sort);
  const sortable = (column: WorkColumn) => ({
    key: column,
    sorter: true,
    sortOrder: sorted === column ? (isDescending ? ('descend' as const) : ('ascend' as const)) : null,
    // the newest change is first where nothing else is
    ...(column === 'changed' && { sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const] }),
    showSorterTooltip: false,
  });
  return [
    {
      ...heading('标题'),
      ...sortable('title'),
      className: 'edition-title',
      render: (_, line) => <Title line={line} may={may} />,
    },
    {
      title: '状态',
      ...sortable('state'),
      className: 'edition-state',
      render: (_, { state, edition }) => (edition ? <StateTag {...edition} /> : <Tag>{WORK_STATES[state]}</Tag>),
    },
    { title: '栏目', ...sortable('channel'), render: (_, { channelIds }) => channelIds.map(nameOf).join('；') },
    { title: '撰写', ...sortable('author'), className: 'who', dataIndex: 'author' },
    {
      title: '最近变动',
      ...sortable('changed'),
      className: 'moment',
      render: (_, { changedAt }) => <Moment at={changedAt} />,
    },
    {
      title: '发布时间',
      ...sortable('published'),
      className: 'moment',
      render: (_, { edition, publishedAt }) =>
        edition ? (
          <Planned edition={edition} />
        ) : publishedAt === '' ? (
          '—'
        ) : (
          <time dateTime={publishedAt}>{toClock(publishedAt).replace('T', ' ')}</time>
        ),
    },
  ];
}

function Title({ line, may }: { line: WorkLine; may: MayDo }) {
  const { title, isPinned, ends, waiting, edition, kinds, path, id } = line;
  const mayWrite = may('content.write', line.channelIds);
  const to = addressOfLine(line, mayWrite);
  return (
    <>
      <Space wrap size={[8, 0]}>
        {to === '' ? (
          <a href={path} target="_blank" rel="noopener">
            {title}
          </a>
        ) : (
          <Link to={to}>{title}</Link>
        )}
        {isPinned && <Tag>置顶</Tag>}
        {ends !== '' && <Tag>{ends}</Tag>}
        {waiting && <Link to={`/editions/${waiting.editionId}`}>{`稿件：${EDITION_STATES[waiting.state]}`}</Link>}
      </Space>
      {edition && edition.approvalEnded !== '' && (
        <p className="quiet return-reason">{endedWords(edition.approvalEnded)}</p>
      )}
      {edition?.returned && <p className="quiet return-reason">{returnedWords(edition.returned)}</p>}
      <div className="work-facts">
        <span>{kinds.map((kind) => WORK_KINDS[kind]).join('、')}</span>
        {edition && <span>{`第 ${edition.version} 版`}</span>}
        {edition === null && kinds[0] === 'article' && line.state === 'public' && mayWrite && (
          <>
            <Link to={`/copy?subject=article:${id}`} aria-label={`复制《${title}》`}>
              复制
            </Link>
            <Link to={`/content/${id}/withdraw`} aria-label={`撤下《${title}》`}>
              撤下
            </Link>
          </>
        )}
        {path !== '' && to !== '' && (
          <a href={path} target="_blank" rel="noopener" aria-label={`查看网页《${title}》`}>
            查看网页
          </a>
        )}
      </div>
    </>
  );
}

/** A plan's moment says when it is meant; only a scheduled edition becomes public by itself. */
function Planned({ edition: { publishAt, plannedAt, state } }: { edition: EditionLine }) {
  const isOver = state === 'published' || state === 'discarded';
  if (publishAt !== '' || plannedAt === '' || isOver) return <Moment at={publishAt} />;
  return (
    <>
      <Moment at={plannedAt} />
      <span className="quiet">（未定时）</span>
    </>
  );
}
