import type { Changes, RowChange, RowChangeKind } from '#page/data-shapes.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { formatCell, isNumeric } from '#rules/registers/format-cell.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import { cellWords, translateOf } from '#ui/as-written.ts';
import { CellText } from '#ui/CellText.tsx';
import { leadOf } from '#rules/registers/lead-column.ts';
import { isBlank } from '#ui/register-columns.ts';
import type { Column } from '#ui/register-columns.ts';
import { Tag } from '#ui/Tag.tsx';

const LOOKS = { added: 'good', removed: 'warn', raised: 'quiet', lowered: 'quiet', changed: 'quiet' } as const;
const SIGNS: Record<RowChangeKind, string> = { added: '＋', removed: '－', raised: '↑', lowered: '↓', changed: '' };

interface ChangeTableProps {
  register: RegisterView;
  data: Changes;
  names: Record<RowChangeKind, string>;
}

/** Each changed cell says what it was and what it is; on phones a labelled card a change. */
export function ChangeTable({ register, data, names }: ChangeTableProps) {
  const { columns } = register;
  const lead = leadOf(columns);
  return (
    <div className="sheet sheet--snug changes" tabIndex={0} role="region" aria-label={`${register.title}变动`}>
      <table>
        <caption className="unseen">
          {register.title}：{data.from} 至 {data.to} 的变动
        </caption>
        <thead>
          <tr>
            <th scope="col">变动</th>
            {columns.map((column) => (
              <th key={column.field} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.items.map((change, index) => (
            <tr key={rowPermalink(register.key, change.row) ?? index} className={`change--${change.kind}`}>
              <td className="tagged">
                <Tag look={LOOKS[change.kind]}>
                  {names[change.kind]}
                  {SIGNS[change.kind] && <span aria-hidden="true"> {SIGNS[change.kind]}</span>}
                </Tag>
              </td>
              {columns.map((column) => (
                <ChangeCell key={column.field} change={change} column={column} lead={lead} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = (column: Column) => (isNumeric(column.type) ? 'number' : undefined);

function ChangeCell({
  change: { row, before },
  column,
  lead,
}: {
  change: RowChange;
  column: Column;
  lead: Column | undefined;
}) {
  const Box = column === lead ? 'th' : 'td';
  const value = row[column.field];
  const was = before ? before[column.field] : value;
  // a number may be written in two ways: what reads the same has not changed
  const changed = formatCell(was, column) !== formatCell(value, column);
  const none = isBlank(value) && !changed && !column.blank ? 'none' : '';
  return (
    <Box
      scope={column === lead ? 'row' : undefined}
      data-label={column.title}
      translate={changed ? undefined : translateOf(value, column)}
      className={`${classOf(column) ?? ''} ${changed ? 'changed' : none}`.trim() || undefined}
    >
      {changed ? (
        <span>
          <del>
            <span className="unseen">原为</span>
            {cellWords(was, column)}
          </del>
          <span aria-hidden="true"> → </span>
          <ins>
            <span className="unseen">，现为</span>
            {cellWords(value, column)}
          </ins>
        </span>
      ) : (
        <CellText value={value} column={column} />
      )}
    </Box>
  );
}
