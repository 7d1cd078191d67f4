import { Button, Space, Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useRef } from 'react';
import type { ListedRow, RegisterFacts, RegisterFilter } from '#wire/register-answers.ts';
import { PAGED, useRead, useSend } from '../calls/use-calls.ts';
import { useFilters } from '../calls/use-filters.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar, type FilterField } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { isNumber, keyWords, typedRow } from './cell-text.ts';
import { CellValue } from './CellValue.tsx';
import type { PendingChange } from '#kinds/rows/row-changes.ts';
import type { EditedRow } from './RowForm.tsx';

const PAGE_SIZE = 50;

interface Props {
  facts: RegisterFacts;
  /** the change of a public row, by its key; undefined: it stays as it is */
  changed: (key: readonly string[]) => PendingChange | undefined;
  /** null: the person only reads */
  onEdit: ((edited: EditedRow) => void) | null;
  onRemove?: (change: PendingChange) => void;
}

/** Filters of the register as the list's conditions: ranges are two. */
const fieldsOf = (filters: readonly RegisterFilter[]): FilterField[] =>
  filters.flatMap(({ name, title, kind, choices = {} }): FilterField[] => {
    if (kind === 'choice')
      return [
        {
          name,
          label: title,
          kind: 'choice',
          choices: Object.entries(choices).map(([value, label]) => ({ value, label })),
        },
      ];
    if (kind === 'date')
      return [
        { name: `${name}From`, label: `${title}起`, kind: 'day' },
        { name: `${name}To`, label: `${title}止`, kind: 'day' },
      ];
    if (kind === 'number')
      return [
        { name: `${name}From`, label: `${title}不小于`, kind: 'text' },
        { name: `${name}To`, label: `${title}不大于`, kind: 'text' },
      ];
    return [{ name, label: title, kind: 'text' }];
  });

/** The public rows, page by page from the server, with the register's own filters. */
export function RowTable({ facts, changed, onEdit, onRemove = () => {} }: Props) {
  const fields = fieldsOf(facts.filters);
  const { values, page, isFiltered, filter, turn } = useFilters(fields.map(({ name }) => name));
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const answer = useRead(
    'GET /registers/:register/rows',
    { register: facts.register, filters: isFiltered ? JSON.stringify(given) : '', pageNum: page, pageSize: PAGE_SIZE },
    PAGED,
  );
  const open = useOpenRow(facts, onEdit);
  return (
    <section aria-label="数据行" className="register-rows">
      <FilterBar values={values} isFiltered={isFiltered} onFilter={filter} fields={fields} />
      {onEdit && (
        <p className="row-buttons">
          <Button onClick={() => onEdit({ id: `new ${Date.now()}`, typed: {} })}>新增一行</Button>
        </p>
      )}
      <div className="wide-table">
        <DataTable<ListedRow>
          rowKey={({ key }) => keyWords(key)}
          answer={answer}
          rows={answer.data?.list ?? []}
          columns={[...columnsOf(facts), ...(onEdit ? [actColumn(facts, { changed, open, onRemove })] : [])]}
          paging={{
            ...listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: facts.countWord, turn }),
            ...(answer.data?.more && {
              showTotal: (count: number) => `${count.toLocaleString('zh-CN')} ${facts.countWord}以上，请加条件缩小范围`,
            }),
          }}
          empty={
            isFiltered ? (
              <EmptyNote title="没有符合条件的数据">
                <Button type="link" onClick={() => filter({})}>
                  清除条件
                </Button>
              </EmptyNote>
            ) : (
              <EmptyNote title="还没有公示数据">下载模板填写后导入文件，或在这里逐行新增。</EmptyNote>
            )
          }
        />
      </div>
    </section>
  );
}

const columnsOf = ({ columns, fields }: RegisterFacts): ColumnsType<ListedRow> =>
  columns.map((name) => ({
    title: fields[name]?.title ?? name,
    key: name,
    ...(isNumber(fields[name]) && { align: 'right' as const, className: 'number' }),
    render: (_, { row }) => <CellValue field={fields[name]} value={row[name]} />,
  }));

/** The row's fields that are not columns come with a call of their own. */
function useOpenRow(
  { register, fields }: RegisterFacts,
  onEdit: Props['onEdit'],
): (key: readonly string[]) => Promise<void> {
  const send = useSend();
  const asked = useRef(0);
  return async (key) => {
    const mine = ++asked.current;
    const { row } = await send('GET /registers/:register/row', {
      register,
      key: JSON.stringify(key),
    });
    const typed = typedRow(fields, row);
    if (mine === asked.current) onEdit?.({ id: keyWords(key), key: [...key], typed, was: typed });
  };
}

const actColumn = (
  { fields }: RegisterFacts,
  {
    changed,
    open,
    onRemove,
  }: Required<Pick<Props, 'changed' | 'onRemove'>> & {
    open: (key: readonly string[]) => Promise<void>;
  },
): ColumnsType<ListedRow>[number] => ({
  title: '操作',
  key: 'acts',
  className: 'row-acts',
  fixed: 'right',
  render: (_, { key, row }) => {
    const change = changed(key);
    if (change) return <Tag color="processing">{change.row ? '待修改' : '待删除'}</Tag>;
    const name = keyWords(key);
    return (
      <Space size={4}>
        <Button size="small" type="link" onClick={() => void open(key).catch(() => {})} aria-label={`修改 ${name}`}>
          修改
        </Button>
        <Button
          size="small"
          type="link"
          danger
          onClick={() => onRemove({ key: [...key], was: typedRow(fields, row) })}
          aria-label={`删除 ${name}`}
        >
          删除
        </Button>
      </Space>
    );
  },
});
