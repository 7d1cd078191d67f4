import { Button, Pagination, Spin } from 'antd';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { PAGED, useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { RowGrid, type RowEditing } from './RowGrid.tsx';
import { RowHistory, useShownHistory } from './RowHistory.tsx';
import { RowSearch, useRowSearch } from './RowSearch.tsx';

const PAGE_SIZE = 50;

interface Props {
  facts: RegisterFacts;
  /** null: the person only reads */
  editing: RowEditing | null;
}

/** RG19: the public rows with all of their fields, found and ordered by the server, page by page. */
export function RowTable({ facts, editing }: Props) {
  const search = useRowSearch(facts);
  const { asked, values, page, isFiltered, filter, turn, sort } = search;
  const answer = useRead(
    'GET /registers/:register/rows',
    { register: facts.register, ...asked, pageNum: page, pageSize: PAGE_SIZE },
    PAGED,
  );
  const history = useShownHistory(facts);
  const { data, error, isLoading, mutate } = answer;
  const rows = data?.list ?? [];
  const {
    showTotal,
    hideOnSinglePage: _hide,
    ...paging
  } = listPaging({
    page,
    total: data?.total ?? 0,
    pageSize: PAGE_SIZE,
    unit: facts.countWord,
    turn,
  });
  return (
    <section aria-label="数据行" className="register-rows">
      <RowSearch search={search} />
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      <Spin spinning={isLoading || (data === undefined && error === undefined)}>
        <RowGrid
          facts={facts}
          rows={rows}
          from={(page - 1) * PAGE_SIZE}
          total={data?.total ?? 0}
          order={values.sort ?? ''}
          onSort={sort}
          onHistory={history.show}
          editing={editing}
        />
        {data !== undefined && rows.length === 0 && <NoRows isFiltered={isFiltered} onClear={() => filter({})} />}
        {data !== undefined && (
          <div className="row-paging">
            <span role="status">{showTotal?.(data.total, [0, 0])}</span>
            {data.total > PAGE_SIZE && <Pagination {...paging} />}
          </div>
        )}
      </Spin>
      {history.key && <RowHistory facts={facts} rowKey={history.key} onClose={history.hide} />}
    </section>
  );
}

const NoRows = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyNote title="没有符合条件的数据">
      <Button type="link" onClick={onClear}>
        清除条件
      </Button>
    </EmptyNote>
  ) : (
    <EmptyNote title="还没有公示数据">下载模板填写后导入文件，或在这里逐行新增。</EmptyNote>
  );
