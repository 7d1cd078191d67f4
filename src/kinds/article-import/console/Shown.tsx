import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { PAGED, useRead } from '#console/calls/use-calls.ts';
import { DataTable } from '#console/parts/DataTable.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Failure } from '#console/parts/Failure.tsx';
import { listPaging, shortPage } from '#console/parts/list-paging.ts';
import { Loading } from '#console/parts/Loading.tsx';
import { Facts } from '#console/editions/Facts.tsx';
import { FieldDifferenceLines } from '#console/editions/FieldDifferenceLines.tsx';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { ImportedArticle } from '#wire/edition-answers.ts';
import { Shown as ShownArticle } from '../../article/console/Shown.tsx';
import { article } from '../../article/index.ts';
import { kindOf, type WrittenOf } from '../../index.ts';
import type { ShownProps } from '../../shown.ts';

interface Line extends ImportedArticle {
  /** place in the import, from 0 */
  at: number;
}

/** ED7, BE8: the articles of an import page by page, each to be opened in its place. */
export function Shown({ edition, change, names }: ShownProps<WrittenOf<'article-import'>>) {
  const { editionId, version } = edition;
  const { source = '' } = change.document;
  const [page, turn] = useState(1);
  const [size] = useState(shortPage);
  const answer = useRead(
    'GET /editions/:editionId/articles',
    { editionId, version, pageNum: page, pageSize: size },
    PAGED,
  );
  const from = (page - 1) * size;
  return (
    <>
      <Facts of={{ source }} kind={kindOf(change)} names={names} />
      <p>
        审核通过一次，对其中的每一篇有效；发布时每一千篇一批，依次公开。
        {answer.data?.list.some(({ oldAddress }) => oldAddress !== '') &&
          '文章之间的链接在这里仍写旧地址，发布时改为新地址。'}
      </p>
      <div className="wide-table">
        <DataTable<Line>
          rowKey="at"
          answer={answer}
          rows={(answer.data?.list ?? []).map((one, at) => ({ ...one, at: from + at }))}
          columns={columnsOf(names.nameOf)}
          paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: size, unit: '篇', turn })}
          expandable={{ expandedRowRender: opened(edition, names) }}
          empty={<EmptyNote title="没有文章" />}
        />
      </div>
    </>
  );
}

const opened =
  (edition: ShownProps['edition'], names: ShownProps['names']) =>
  ({ at }: Line) => <OneArticle edition={edition} at={at} names={names} />;

function OneArticle({ edition, at, names }: Pick<ShownProps, 'edition' | 'at' | 'names'>) {
  const { editionId, version } = edition;
  const { data, error, mutate } = useRead('GET /editions/:editionId/articles/:at', { editionId, version, at });
  if (!data) return error === undefined ? <Loading /> : <Failure error={error} retry={() => void mutate()} />;
  const { document, files, difference } = data;
  return (
    <>
      {difference?.fields.map((field) => (
        <FieldDifferenceLines key={field.path} field={field} kind={article} names={names} document={document} />
      ))}
      <ShownArticle edition={{ ...edition, files }} at={at} change={{ kind: article.name, document }} names={names} />
    </>
  );
}

// on a phone each row is a card, whose cells say what they are
const columnsOf = (nameOf: (channelId: string) => string): ColumnsType<Line> => [
  { title: '序号', key: 'at', align: 'right', className: 'number', render: (_, { at }) => at + 1 },
  {
    title: '标题',
    dataIndex: 'title',
    render: (title: string, { articleId, oldAddress }) => (
      <>
        {title}
        {articleId !== null && <p className="quiet">{`修改文章 ${articleId}`}</p>}
        {oldAddress !== '' && <p className="quiet">{`旧地址 ${oldAddress}`}</p>}
      </>
    ),
  },
  { title: '栏目', dataIndex: 'channelId', render: nameOf },
  {
    title: '日期',
    dataIndex: 'contentTime',
    className: 'moment',
    render: (at: string) => shanghaiDate(Date.parse(at)),
  },
];
