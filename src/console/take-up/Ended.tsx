import { Button } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { MOST_RESTORED } from '#rules/editions/restored-articles.ts';
import type { EndedThing } from '#wire/take-up-answers.ts';
import { PAGED, useMe, useRead } from '../calls/use-calls.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Moment } from '../parts/Moment.tsx';
import { Screen } from '../parts/Screen.tsx';
import { TakeUpButton } from './TakeUpButton.tsx';
import './take-up.css';

const PAGE_SIZE = 20;
const FIELDS: readonly FilterField<'words'>[] = [{ name: 'words', label: '标题或名称中的文字', kind: 'text' }];

/** ED5: articles and channels that were taken from the public, to be restored. */
export function Ended() {
  const { data: me } = useMe();
  const filters = useFilters(FIELDS);
  const { values, page, isFiltered, filter, turn } = filters;
  const answer = useRead('GET /ended', { ...values, pageNum: page, pageSize: PAGE_SIZE }, PAGED);
  const mayWrite = me !== undefined && mayDoSomewhere(me.grants, 'content.write');
  return (
    <Screen
      title="撤下和停用"
      purpose="已撤下的文章和已停用的栏目，最近的在前。需要再次公开时，以撤下前的内容新建稿件，经审核、发布后恢复，地址不变。"
    >
      <FilterBar filters={filters} />
      <DataTable<EndedThing>
        answer={answer}
        rowKey="subject"
        rows={answer.data?.list ?? []}
        columns={columnsOf(mayWrite)}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: '项', turn })}
        empty={
          isFiltered ? (
            <EmptyNote title="没有符合条件的内容">
              <Button type="link" onClick={() => filter({})}>
                清除条件
              </Button>
            </EmptyNote>
          ) : (
            <EmptyNote title="没有撤下或停用的内容">文章撤下、栏目停用以后，会列在这里。</EmptyNote>
          )
        }
      />
    </Screen>
  );
}

const isChannel = ({ subject }: Pick<EndedThing, 'subject'>): boolean => subject.startsWith('channel:');

const columnsOf = (mayWrite: boolean): ColumnsType<EndedThing> => [
  {
    title: '内容',
    key: 'title',
    render: (_, one) => (isChannel(one) ? `栏目“${one.title}”` : `《${one.title}》`),
  },
  { title: '原来的位置', dataIndex: 'place' },
  { title: '撤下时间', dataIndex: 'at', className: 'moment', render: (at: string) => <Moment at={at} /> },
  { title: '原因', dataIndex: 'reason', className: 'subject' },
  ...(mayWrite
    ? [
        {
          title: '操作',
          key: 'do',
          className: 'moment',
          render: (_: unknown, one: EndedThing) => <Restore one={one} />,
        },
      ]
    : []),
];

/** Content that comes back with a channel; an edition holds only so many changes. */
function articlesWords(count: number): string {
  if (count === 0) return '';
  return count <= MOST_RESTORED
    ? `，连同随之撤下的 ${count} 篇文章`
    : `，连同随之撤下的 ${count} 篇文章中最新的 ${MOST_RESTORED} 篇；其余 ${count - MOST_RESTORED} 篇在栏目公开以后，在本页逐篇恢复`;
}

function Restore({ one }: { one: EndedThing }) {
  const { subject, title, articles } = one;
  return (
    <TakeUpButton
      name="恢复"
      label={`恢复“${title}”`}
      title={isChannel(one) ? '恢复这个栏目？' : '恢复这篇文章？'}
      send={(send, timeout) => send('POST /ended/restore', { subject }, timeout)}
    >
      <p>
        {isChannel(one)
          ? `新的稿件使栏目“${title}”按停用前的样子恢复${articlesWords(articles)}。栏目的页面和登记表随之恢复显示。`
          : `新的稿件是《${title}》撤下前的全部内容，公开后仍在原来的地址。`}
      </p>
    </TakeUpButton>
  );
}
