import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import type { RegisterField, RegisterRow } from '#wire/register-answers.ts';
import { PAGED, useRead } from '../calls/use-calls.ts';
import { fieldOrder, audienceNote, type RegisterShape } from '#kinds/register/register-words.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { listPaging, shortPage } from '../parts/list-paging.ts';
import { isNumber } from './cell-text.ts';
import { CellValue } from './CellValue.tsx';

interface Line {
  at: number;
  row: RegisterRow;
}

interface Props {
  edition: { editionId: number; version: number };
  /** place of the register among the changes */
  change: number;
  definition: RegisterShape;
}

/** Rows of a register as an edition has them, page by page: a hundred thousand do not travel at once. */
export function EditionRows({ edition: { editionId, version }, change, definition }: Props) {
  const [page, turn] = useState(1);
  const [size] = useState(shortPage);
  const answer = useRead(
    'GET /editions/:editionId/rows',
    { editionId, version, change, pageNum: page, pageSize: size },
    PAGED,
  );
  return (
    <div className="wide-table">
      <DataTable<Line>
        rowKey="at"
        answer={answer}
        rows={(answer.data?.list ?? []).map((row, at) => ({ at, row }))}
        columns={columnsOf(definition)}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: size, unit: '行', turn })}
        empty={<EmptyNote title="没有数据行" />}
      />
    </div>
  );
}

function columnsOf(definition: RegisterShape): ColumnsType<Line> {
  const fields = definition.fields as unknown as Readonly<Record<string, RegisterField>>;
  return fieldOrder(definition)
    .map((name) => [name, fields[name]!] as const)
    .map(([name, field]) => ({
      title: `${field.title}${audienceNote(definition, name)}`,
      key: name,
      // on a phone each row is a card, whose cells say what they are
      onCell: () => ({ 'data-label': field.title }) as object,
      ...(isNumber(field) && { align: 'right' as const, className: 'number' }),
      render: (_, { row }) => <CellValue field={field.type ? field : undefined} value={row[name]} />,
    }));
}
