import { Fragment, type ReactNode } from 'react';
import type { Rows } from '#page/data-shapes.ts';
import type { ViewBlock } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { isNumeric } from '#rules/registers/format-cell.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import { cellWords, translateOf } from '#ui/as-written.ts';
import { CellText } from '#ui/CellText.tsx';
import { leadOf } from '#rules/registers/lead-column.ts';
import { isBlank } from '#ui/register-columns.ts';
import type { Row } from '#ui/register-columns.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { fitColumns } from './column-fit.ts';
import { conditionsOf, without } from './conditions.ts';

type Column = RegisterView['columns'][number];

/** Few registers have folded columns that sort, or a column that leads elsewhere. */
const SortLine = lazyPart(() => import('./SortLine.tsx').then((file) => file.SortLine));
const Lookup = lazyPart(() => import('./Lookup.tsx').then((file) => file.Lookup));

interface TableProps {
  register: RegisterView;
  rows: readonly Row[];
  block: ViewBlock;
  /** a column that leads elsewhere, to a map for example: of its address {field} is the row's value */
  lookup?: { field: string; title: string; address: string };
  /** RK6 */
  withheld?: Rows['withheld'];
  /** words in the single row of an empty table */
  empty?: ReactNode;
}

/**
 * One markup for both: a ruled table, and on phones a labelled card a row (labels come from data-label). A card shows
 * its name and three fields until its detail is opened (RG44).
 */
export function Table({ register, rows, block, lookup, withheld, empty }: TableProps) {
  const { columns: all } = register;
  const lead = leadOf(all);
  const linked = block.address.row === '';
  const fit = fitColumns(all, rows, lead, linked);
  const columns = all.filter((column) => !fit.folded.includes(column));
  const isSortable = ({ field }: Column) => !empty && !block.address.row && register.sortable.includes(field);
  const sorts = fit.folded.filter(isSortable).map(({ field, title }) => ({ field, title, ...sortOf(field, block) }));
  const width = columns.length + (linked ? 1 : 0);
  const tagged = onlyTag(all);
  const kindOf = (column: Column) =>
    column === lead ? 'lead' : isNumeric(column.type) ? 'number' : column === tagged ? 'tagged' : '';
  // RG44: on phones, with the one tag, which stands beside the name
  const first = [...new Set([lead, ...all.filter(({ minor }) => !minor), ...all])].slice(0, 4);
  // the one row of an address of its own stands whole
  const opens = !block.address.row && all.length > first.length;
  const classOf = (column: Column) =>
    `${kindOf(column)} ${fit.looks.get(column.field)}`.trim() + (first.includes(column) ? '' : ' rest');
  return (
    <>
      {sorts.length > 0 && <SortLine sorts={sorts} />}
      <div
        className={['sheet', fit.extent && `sheet--${fit.extent}`, fit.folded.length > 0 && 'sheet--folds']
          .filter(Boolean)
          .join(' ')}
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
                  sortable={isSortable(column)}
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
                <Fragment key={key ?? index}>
                  <tr className={block.address.row ? 'shown' : undefined}>
                    {columns.map((column) => (
                      <Fragment key={column.field}>
                        <Cell
                          column={column}
                          row={row}
                          isLead={column === lead}
                          className={classOf(column)}
                          withheld={withheld}
                        >
                          {lookup?.field === column.field && !isBlank(row[column.field]) && (
                            <Lookup lookup={lookup} row={row} columns={all} />
                          )}
                        </Cell>
                        {/* RG44: the rest of a row opens on phones by the style of its row, and so without scripts, too */}
                        {opens && column === lead && (
                          <td className="opener">
                            <details>
                              <summary aria-label={`详情：${cellWords(row[lead.field], lead)}`}>详情</summary>
                            </details>
                          </td>
                        )}
                      </Fragment>
                    ))}
                    {linked && <LinkCell rowKey={key} row={row} lead={lead} register={register} block={block} />}
                  </tr>
                  {fit.folded.length > 0 && (
                    <Folded
                      columns={fit.folded}
                      row={row}
                      width={width}
                      withheld={withheld}
                      isShown={Boolean(block.address.row)}
                    />
                  )}
                </Fragment>
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
      <ColumnNotes columns={all} block={block} />
    </>
  );
}

interface CellProps {
  column: Column;
  row: Row;
  isLead: boolean;
  className: string;
  withheld: Rows['withheld'] | undefined;
  /** behind the value */
  children: ReactNode;
}

interface FoldedProps {
  columns: readonly Column[];
  row: Row;
  /** cells of the row above */
  width: number;
  withheld: Rows['withheld'] | undefined;
  isShown: boolean;
}

/** RG33: what of a row has no column stands below it, each with its title; what has no value is left out. */
function Folded({ columns, row, width, withheld, isShown }: FoldedProps) {
  const shown = columns.filter((column) => !isNoneOf(row[column.field], column, withheld));
  if (shown.length === 0) return null;
  return (
    <tr className={isShown ? 'row-more shown' : 'row-more'}>
      <td colSpan={width}>
        <dl>
          {shown.map((column) => (
            <div key={column.field}>
              <dt>{column.title}</dt>
              <dd data-label={column.title} translate={translateOf(row[column.field], column)}>
                <CellText value={row[column.field]} column={column} withheld={withheld} />
              </dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}

const isNoneOf = (value: Row[string] | undefined, { blank }: Column, withheld: Rows['withheld'] | undefined): boolean =>
  isBlank(value) && !blank && !(withheld && value === undefined);

function Cell({ column, row, isLead, className, withheld, children }: CellProps) {
  const Box = isLead ? 'th' : 'td';
  const value = row[column.field];
  const isNone = isNoneOf(value, column, withheld);
  return (
    <Box
      scope={isLead ? 'row' : undefined}
      className={`${className}${isNone ? ' none' : ''}`.trim() || undefined}
      data-label={column.title}
      translate={translateOf(value, column)}
    >
      <CellText value={value} column={column} withheld={withheld} />
      {children}
    </Box>
  );
}

interface LinkCellProps {
  /** null: a row whose key has no permalink */
  rowKey: string | null;
  row: Row;
  lead: Column | undefined;
  register: RegisterView;
  block: ViewBlock;
}

/** The permalink of a row. */
function LinkCell({ rowKey, row, lead, register, block }: LinkCellProps) {
  return (
    <td className="link">
      {rowKey !== null && (
        <SiteLink
          path={block.href({ ...without(conditionsOf(register.filters)), sort: '', pageSize: '', row: rowKey })}
          label={`${lead ? cellWords(row[lead.field], lead) : rowKey} 的链接`}
        >
          链接
        </SiteLink>
      )}
    </td>
  );
}

/**
 * Order of the rows by a column, and the way to the next: ascending, descending, and back to the register's own order.
 */
function sortOf(field: string, block: ViewBlock): { order: 'ascending' | 'descending' | undefined; path: string } {
  const sort = block.address.sort ?? '';
  const order = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  const next = { ascending: `-${field}`, descending: '' };
  return { order, path: block.href({ sort: order ? next[order] : field, pageNum: '' }) };
}

/** The head of a column; of one that sorts a link. */
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
  const { order, path } = sortOf(field, block);
  return (
    <th
      scope="col"
      className={`${className}${sortable ? ' sorts' : ''}`.trim() || undefined}
      aria-sort={sortable ? order : undefined}
      aria-describedby={note && noteId(block, field)}
    >
      {sortable ? <SiteLink path={path}>{title}</SiteLink> : title}
    </th>
  );
}

const noteId = (block: ViewBlock, field: string) => `${block.id}-note-${field}`;

/** Explanations of columns, below the table: in its head they would make every column as tall. */
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
