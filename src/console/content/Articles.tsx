import { Button, Space, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import { mayDo, mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { ListedArticle } from '#wire/console-answers.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Screen } from '../parts/Screen.tsx';
import { toClock } from '../parts/clock.ts';

const PAGE_SIZE = 20;

const FIELDS: readonly FilterField<'channel' | 'words'>[] = [
  { name: 'channel', label: '栏目（含下级）', kind: 'channel' },
  { name: 'words', label: '标题中的文字', kind: 'text' },
];

/** Public articles of the channels for which the person has a role. */
export function Articles() {
  const { data: me } = useMe();
  const channels = useChannels();
  const filters = useFilters(FIELDS);
  const { values, page, isFiltered, filter, turn } = filters;
  const answer = useRead('GET /articles', {
    channelId: values.channel,
    words: values.words,
    pageNum: page,
    pageSize: PAGE_SIZE,
  });
  const mayWrite = me !== undefined && mayDoSomewhere(me.grants, 'content.write');
  const mayWriteIn = (channelId: string) =>
    me !== undefined && mayDo(me.grants, 'content.write', [lineOf(channels.list, channelId)]);
  return (
    <Screen
      title="文章"
      purpose={
        mayWrite
          ? '查找公开的文章，修改它们，或者写新的文章。保存后成为一份稿件，由他人审核通过后才会公开。'
          : '查找公开的文章。修改由编辑和栏目管理人员进行。'
      }
      actions={
        mayWrite && (
          <LinkButton
            to={`/content/new${values.channel && mayWriteIn(values.channel) ? `?channel=${values.channel}` : ''}`}
          >
            新建文章
          </LinkButton>
        )
      }
    >
      <FilterBar filters={filters} />
      <DataTable<ListedArticle>
        answer={answer}
        rowKey="articleId"
        rows={answer.data?.list ?? []}
        columns={columnsOf(channels.nameOf, mayWriteIn)}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: '篇', turn })}
        empty={
          isFiltered ? (
            <EmptyNote title="没有符合条件的文章">
              <p>尚未公开的文章在稿件中。</p>
              <Button type="link" onClick={() => filter({})}>
                清除条件
              </Button>
            </EmptyNote>
          ) : (
            <EmptyNote title="您管辖的栏目里还没有公开的文章">点“新建文章”写第一篇，保存后送他人审核。</EmptyNote>
          )
        }
      />
    </Screen>
  );
}

const columnsOf = (
  nameOf: (channelId: string) => string,
  mayWriteIn: (channelId: string) => boolean,
): ColumnsType<ListedArticle> => [
  {
    title: '标题',
    dataIndex: 'title',
    render: (title: string, { isTop, edition }) => (
      <Space wrap>
        <span>{title}</span>
        {isTop && <Tag>置顶</Tag>}
        {edition && <Link to={`/editions/${edition.editionId}`}>{`稿件：${EDITION_STATES[edition.state]}`}</Link>}
      </Space>
    ),
  },
  { title: '栏目', dataIndex: 'channelId', width: '26%', render: nameOf },
  {
    title: '发布时间',
    dataIndex: 'contentTime',
    className: 'moment',
    render: (at: string) => <time dateTime={at}>{toClock(at).replace('T', ' ')}</time>,
  },
  {
    title: '操作',
    key: 'do',
    className: 'moment',
    render: (_, { articleId, channelId, path, title }) => (
      <Space>
        {mayWriteIn(channelId) && (
          <Link to={`/content/${articleId}/edit`} aria-label={`修改《${title}》`}>
            修改
          </Link>
        )}
        {mayWriteIn(channelId) && (
          <Link to={`/copy?subject=article:${articleId}`} aria-label={`复制《${title}》`}>
            复制
          </Link>
        )}
        {mayWriteIn(channelId) && (
          <Link to={`/content/${articleId}/withdraw`} aria-label={`撤下《${title}》`}>
            撤下
          </Link>
        )}
        <a href={path} target="_blank" rel="noopener" aria-label={`查看网页《${title}》`}>
          查看网页
        </a>
      </Space>
    ),
  },
];
