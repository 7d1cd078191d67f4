import type { ReactNode } from 'react';
import type { Rows } from '#page/data-shapes.ts';
import type { ViewBlock } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { formatCell, isNumeric } from '#rules/format-cell.ts';
import { rowPermalink } from '#rules/row-permalink.ts';
import { cellWords, translateOf } from '#ui/as-written.ts';
import { CellText } from '#ui/CellText.tsx';
import { leadOf } from '#rules/lead-column.ts';
import { isBlank } from '#ui/register-columns.ts';
import type { Row } from '#ui/register-columns.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { fitColumns } from './column-fit.ts';
import type { ColumnFit } from './column-fit.ts';
import { conditionsOf, without } from './conditions.ts';

type Column = RegisterView['columns'][number];

interface TableProps {
  register: RegisterView;
  rows: readonly Row[];
  block: ViewBlock;
  /** a column that leads elsewhere, to a map for example: of its address {field} is the row's value */
  lookup?: { field: string; title: string; address: string };
  /** RK6 */
  withheld?: Rows['withheld'];
  /** stands in the one row of a table that has none */
  empty?: ReactNode;
}

/** One markup for both: a ruled table, and on phones a labelled card a row (labels come from data-label). */
export function Table({ register, rows, block, lookup, withheld, empty }: TableProps) {
  const { columns } = register;
  const lead = leadOf(columns);
  const linked = block.address.row === '';
  const fit = fitColumns(columns, rows, lead, linked);
  const kindOf = (column: Column) =>
    column === lead ? 'lead' : isNumeric(column.type) ? 'number' : column === onlyTag(columns) ? 'tagged' : '';
  const classOf = (column: Column) => cellClass(kindOf(column), column.field, fit);
  const textOf = (row: Row, name: string) => {
    const column = columns.find(({ field }) => field === name);
    return column && !isBlank(row[name]) ? formatCell(row[name], column) : '';
  };
  const rowHref = (key: string) =>
    block.href({ ...without(conditionsOf(register.filters)), sort: '', pageSize: '', row: key });
  return (
    <>
      <div
        className={fit.extent ? `sheet sheet--${fit.extent}` : 'sheet'}
        {...(fit.extent && { tabIndex: 0, role: 'region', 'aria-label': register.title })}
      >
        <table>
          <caption className="unseen">{register.title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head
                  key={column.field}
                  column={column}
                  className={classOf(column)}
                  block={block}
                  sortable={!empty && !block.address.row && register.sortable.includes(column.field)}
                />
              ))}
              {linked && !empty && (
                <th scope="col" className="link">
                  <span className="unseen">固定链接</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const key = rowPermalink(register.key, row);
              return (
                <tr key={key ?? index} className={block.address.row ? 'shown' : undefined}>
                  {columns.map((column) => {
                    const Box = column === lead ? 'th' : 'td';
                    const value = row[column.field];
                    return (
                      <Box
                        key={column.field}
                        scope={column === lead ? 'row' : undefined}
                        className={
                          `${classOf(column)}${isBlank(value) && !column.blank && !(withheld && value === undefined) ? ' none' : ''}`.trim() ||
                          undefined
                        }
                        data-label={column.title}
                        translate={translateOf(value, column)}
                      >
                        <CellText value={value} column={column} withheld={withheld} />
                        {lookup?.field === column.field && !isBlank(value) && (
                          <span className="lookup">
                            {' '}
                            <SiteLink
                              path={lookup.address.replace(/\{(\w+)\}/g, (_, name) =>
                                encodeURIComponent(textOf(row, name)),
                              )}
                            >
                              {lookup.title}
                            </SiteLink>
                          </span>
                        )}
                      </Box>
                    );
                  })}
                  {linked && (
                    <td className="link">
                      {key !== null && (
                        <SiteLink path={rowHref(key)} label={`${lead ? cellWords(row[lead.field], lead) : key} 的链接`}>
                          链接
                        </SiteLink>
                      )}
                    </td>
                  )}
                </tr>
              );
            })}
            {empty && (
              <tr>
                <td className="blank" colSpan={columns.length}>
                  {empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <ColumnNotes columns={columns} block={block} />
    </>
  );
}

const SORTED: Record<string, 'ascending' | 'descending'> = { '': 'ascending', '-': 'descending' };

/** A column that sorts is a link: ascending, descending, and back to the register's own order. */
function Head({
  column: { field, title, note },
  className,
  block,
  sortable,
}: {
  column: Column;
  className: string;
  block: ViewBlock;
  sortable: boolean;
}) {
  const sort = block.address.sort ?? '';
  const sign = sortable && (sort === field || sort === `-${field}`) ? sort.slice(0, -field.length) : undefined;
  const next = sign === undefined ? field : sign ? '' : `-${field}`;
  return (
    <th
      scope="col"
      className={`${className}${sortable ? ' sorts' : ''}`.trim() || undefined}
      aria-sort={sign === undefined ? undefined : SORTED[sign]}
      aria-describedby={note && noteId(block, field)}
    >
      {sortable ? <SiteLink path={block.href({ sort: next, pageNum: '' })}>{title}</SiteLink> : title}
    </th>
  );
}

const noteId = (block: ViewBlock, field: string) => `${block.id}-note-${field}`;

/** What a column needs explained stands below the table: in its head it would make every column as tall. */
function ColumnNotes({ columns, block }: { columns: readonly Column[]; block: ViewBlock }) {
  const noted = columns.filter(({ note }) => note);
  if (noted.length === 0) return null;
  return (
    <ul className="sheet__notes">
      {noted.map(({ field, title, note }) => (
        <li key={field} id={noteId(block, field)}>
          {title}：{note}
        </li>
      ))}
    </ul>
  );
}

/** The one tag of a row can stand without its label in the head of a card; of several nobody knows what they say. */
function onlyTag(columns: readonly Column[]): Column | undefined {
  const tagged = columns.filter(({ tags }) => tags);
  return tagged.length === 1 ? tagged[0] : undefined;
}

/** Cells stay on one line unless their column is a long one. */
function cellClass(kind: string, field: string, { whole, sentences }: ColumnFit): string {
  return whole.has(field) ? kind : `${kind} long${sentences.has(field) ? ' sentence' : ''}`.trim();
}
