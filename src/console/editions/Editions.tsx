import { Button } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import type { EditionLine } from '#wire/console-answers.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { useRead } from '../calls/use-calls.ts';
import { keyIn, useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Moment } from '../parts/Moment.tsx';
import { Screen } from '../parts/Screen.tsx';
import { VIEWS } from './edition-answers.ts';
import { endedWords, returnedWords } from './edition-words.ts';
import { StateTag } from './StateTag.tsx';

const PAGE_SIZE = 20;

const FIELDS: readonly FilterField<'words' | 'state'>[] = [
  { name: 'words', label: '标题中的文字', kind: 'text' },
  {
    name: 'state',
    label: '状态',
    kind: 'choice',
    choices: Object.entries(EDITION_STATES).map(([value, label]) => ({ value, label })),
  },
];

const EMPTY: Readonly<Record<EditionView, readonly [string, string]>> = {
  all: ['还没有稿件', '新建或修改文章、登记表、页面，保存后就成为一份稿件，列在这里。'],
  mine: ['您没有进行中的稿件', '您撰写或修改、还没有发布的稿件列在这里。'],
  returned: ['没有退回给您的稿件', '您撰写的稿件被退回后列在这里，并写明原因。'],
  'approval-ended': [
    '没有同意已失效的稿件',
    '您撰写或审核通过的稿件，因公开的内容另有变化而须重新审核或修改时，列在这里。',
  ],
  'to-review': ['没有等您审核的稿件', '他人提交审核的稿件列在这里；您参与撰写的稿件须由他人审核。'],
  'after-review': ['没有等待复核的紧急发布', '他人紧急发布的内容须在 24 小时内复核，列在这里。'],
  'to-publish': ['没有等待发布的稿件', '审核通过、没有设定时间的稿件列在这里。'],
  scheduled: ['没有定时发布的稿件', '审核通过并设定了发布时间的稿件列在这里，到时自动发布。'],
};

/** Drafts of publications, by what somebody has to do about them. */
export function Editions() {
  const filters = useFilters(FIELDS, ['view']);
  const { values, page, isFiltered, filter, turn } = filters;
  const view: EditionView = keyIn(VIEWS, values.view) ?? 'all';
  const answer = useRead('GET /editions', {
    ...values,
    state: keyIn(EDITION_STATES, values.state),
    view,
    pageNum: page,
    pageSize: PAGE_SIZE,
  });
  const { nameOf } = useChannels();
  const [title, hint] = EMPTY[view];
  const clear = (): void => filter({});
  return (
    <Screen
      title="稿件"
      purpose="稿件是准备公开的内容：撰写后提交审核，由没有参与撰写的人审核，再由发布人员发布或定时发布。每一版都保留，可以比较。"
    >
      <ViewTabs view={view} />
      <FilterBar filters={filters} />
      <DataTable<EditionLine>
        rowKey="editionId"
        answer={answer}
        rows={answer.data?.list ?? []}
        columns={columnsOf(nameOf)}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: '份', turn })}
        empty={
          isFiltered ? (
            <EmptyNote title="没有符合条件的稿件">
              <Button type="link" onClick={clear}>
                清除条件
              </Button>
            </EmptyNote>
          ) : (
            <EmptyNote title={title}>{hint}</EmptyNote>
          )
        }
      />
    </Screen>
  );
}

function ViewTabs({ view }: { view: EditionView }) {
  const { data: counts } = useRead('GET /editions/counts');
  const shown = (Object.keys(VIEWS) as EditionView[]).filter(
    (one) => one === 'all' || one === view || counts?.[one] !== undefined,
  );
  return (
    <nav className="view-tabs" aria-label="稿件范围">
      {shown.map((one) => (
        <Link
          key={one}
          to={one === 'all' ? '/editions' : `/editions?view=${one}`}
          aria-current={one === view ? 'page' : undefined}
        >
          {VIEWS[one]}
          {one !== 'all' && counts?.[one] !== undefined && <span className="count">{counts[one]}</span>}
        </Link>
      ))}
    </nav>
  );
}

const columnsOf = (nameOf: (channelId: string) => string): ColumnsType<EditionLine> => [
  {
    title: '标题',
    dataIndex: 'title',
    className: 'edition-title',
    render: (title: string, { editionId, returned, approvalEnded }) => (
      <>
        <Link to={`/editions/${editionId}`}>{title}</Link>
        {approvalEnded !== '' && <p className="quiet return-reason">{endedWords(approvalEnded)}</p>}
        {returned && <p className="quiet return-reason">{returnedWords(returned)}</p>}
      </>
    ),
  },
  {
    title: '状态',
    key: 'state',
    className: 'edition-state',
    render: (_, { state, publishAt, reviewDue, isOverdue, progress }) => (
      <StateTag state={state} publishAt={publishAt} reviewDue={reviewDue} isOverdue={isOverdue} progress={progress} />
    ),
  },
  { title: '栏目', dataIndex: 'channelIds', render: (ids: string[]) => ids.map(nameOf).join('；') },
  { title: '版次', dataIndex: 'version', align: 'right', className: 'number' },
  { title: '新建人', dataIndex: 'createdBy', className: 'who' },
  { title: '最近变动', dataIndex: 'changedAt', className: 'moment', render: (at: string) => <Moment at={at} /> },
  {
    title: '计划发布',
    dataIndex: 'publishAt',
    className: 'moment',
    render: (at: string, { plannedAt, state }) => (
      <When at={at} planned={state === 'published' || state === 'discarded' ? '' : plannedAt} />
    ),
  },
];

/** A plan's moment says when it is meant; only a scheduled edition becomes public by itself. */
function When({ at, planned }: { at: string; planned: string }) {
  if (at !== '' || planned === '') return <Moment at={at} />;
  return (
    <>
      <Moment at={planned} />
      <span className="quiet">（未定时）</span>
    </>
  );
}
