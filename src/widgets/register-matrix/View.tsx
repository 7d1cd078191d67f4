import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { NO_VALUE } from '#rules/registers/format-cell.ts';
import { cellWords } from '#ui/as-written.ts';
import { CiteButton } from '#ui/CiteButton.tsx';
import { DataFacts } from '#ui/DataFacts.tsx';
import { Downloads } from '#ui/Downloads.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { PageTools } from '#ui/PageTools.tsx';
import type { Column, Row } from '#ui/register-columns.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/sheet.css';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'rows'>) {
  const { register } = block;
  if (!register) throw new Error(`Block ${block.id} shows rows without a register definition`);
  const columnOf = (field: string | undefined): Column | undefined =>
    register.columns.find((column) => column.field === field);
  const [row, column, value] = [columnOf(props.row), columnOf(props.column), columnOf(props.value)];
  if (!row || !column || !value)
    throw new Error(`Block ${block.id} names a row, column or value that register ${register.register} does not show`);
  const group = columnOf(props.group);
  const parts = group ? distinct(data.rows, group) : [''];
  return (
    <>
      <DataFacts {...data} whole={data.wholeTotal} register={register}>
        <Downloads register={register} choices={[{ title: '下载全部', query: {}, rows: data.wholeTotal }]} />
        <PageTools copyLink={false}>
          <CiteButton date={data.dataDate} />
        </PageTools>
      </DataFacts>
      {data.rows.length === 0 && <EmptyNote title="暂无公示数据" />}
      {data.rows.length > 0 &&
        parts.map((part) => (
          <Matrix
            key={part}
            title={group ? cellWords(part, group) : ''}
            label={`${register.title}：${value.title}`}
            rows={group ? data.rows.filter((one) => String(one[group.field] ?? '') === part) : data.rows}
            axes={[row, column, value]}
          />
        ))}
      {value.note && <p className="sheet__notes">{`${value.title}：${value.note}`}</p>}
    </>
  );
}

interface MatrixProps {
  /** title of its part, '' where the register is one table */
  title: string;
  label: string;
  rows: readonly Row[];
  axes: readonly [row: Column, column: Column, value: Column];
}

/** On phones it scrolls sideways below its first column. */
function Matrix({ title, label, rows, axes: [row, column, value] }: MatrixProps) {
  const columns = distinct(rows, column);
  const name = title ? `${label}（${title}）` : label;
  return (
    <div className="matrix scroll" tabIndex={0} role="region" aria-label={name}>
      <table>
        <caption className={title ? undefined : 'unseen'}>{title || name}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="matrix__axes">{column.title}</span> {row.title}
            </th>
            {columns.map((stored) => (
              <th key={stored} scope="col">
                {cellWords(stored, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {distinct(rows, row).map((at) => (
            <tr key={at}>
              <th scope="row">{cellWords(at, row)}</th>
              {columns.map((stored) => (
                <td key={stored}>
                  {cellOf(
                    rows.filter(
                      (one) => String(one[row.field] ?? '') === at && String(one[column.field] ?? '') === stored,
                    ),
                    value,
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Stored values in the order of the field's choices, else in the order of the rows. */
function distinct(rows: readonly Row[], { field, choices }: Column): string[] {
  const found = [...new Set(rows.map((row) => String(row[field] ?? '')))];
  const order = Object.keys(choices ?? {});
  return found.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Two rows for one cell contradict each other: both are shown, none is chosen. */
const cellOf = (rows: readonly Row[], value: Column): string =>
  rows.length === 0 ? NO_VALUE : [...new Set(rows.map((row) => cellWords(row[value.field], value)))].join(' / ');

export function Waiting() {
  return <Skeleton rows={7} kind="row" />;
}

/** Files are the document's own. */
export const hydrates = 'on-use';
