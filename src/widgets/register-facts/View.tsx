import type { Rows } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import { cellWords, translateOf } from '#ui/as-written.ts';
import { CellText } from '#ui/CellText.tsx';
import { CiteButton } from '#ui/CiteButton.tsx';
import { DataFacts } from '#ui/DataFacts.tsx';
import { Downloads } from '#ui/Downloads.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { PageTools } from '#ui/PageTools.tsx';
import { Pager } from '#ui/Pager.tsx';
import { leadOf } from '#rules/registers/lead-column.ts';
import { widthOf } from '#rules/text/text-width.ts';
import { isBlank } from '#ui/register-columns.ts';
import type { Column, Row } from '#ui/register-columns.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/sheet.css';
import './style.css';

/** em of half the width; a longer value takes the whole */
const HALF = 16;
/** shown as one word or a picture, however long their addresses are */
const NO_TEXT = new Set(['url', 'file', 'image']);

export function View({ props, data, block }: ViewProps<ValueOf<typeof words>, 'rows'>) {
  const { register } = block;
  if (!register) throw new Error(`Block ${block.id} shows rows without a register definition`);
  const title = register.columns.find(({ field }) => field === props.title) ?? leadOf(register.columns);
  const columns = register.columns.filter((column) => column !== title && !(column.field in block.fixed));
  return (
    <>
      <DataFacts {...data} whole={data.wholeTotal} part={data.total !== data.wholeTotal} register={register}>
        <Downloads register={register} choices={[{ title: '下载全部', query: {}, rows: data.wholeTotal }]} />
        <PageTools copyLink={false}>
          <CiteButton date={data.dataDate} />
        </PageTools>
      </DataFacts>
      {data.total === 0 && <EmptyNote title={block.address.row ? '没有这条记录' : '暂无公示数据'} />}
      {data.rows.map((row, index) => (
        <section key={rowPermalink(register.key, row) ?? index} className="profile">
          {title && <h2>{cellWords(row[title.field], title)}</h2>}
          <dl>
            {spread(
              columns.filter(({ field, blank }) => !isBlank(row[field]) || blank || (data.withheld && !(field in row))),
              row,
            ).map(([column, place]) => (
              <Fact key={column.field} column={column} row={row} place={place} withheld={data.withheld} />
            ))}
          </dl>
        </section>
      ))}
      {data.total > 1 && (
        <Pager
          total={data.total}
          more={data.more}
          untold={data.untold}
          pageNum={data.pageNum}
          pageSize={data.pageSize}
          unit={register.countWord}
          href={block.href}
        />
      )}
    </>
  );
}

/** Beside another fact; on a line of its own because it is long, or because none stands beside it. */
type Place = 'half' | 'long' | 'alone';

const isLong = (column: Column, row: Row): boolean =>
  !NO_TEXT.has(column.type) && widthOf(formatCell(row[column.field], column)) > HALF;

/** PC7: each line is full: a short fact that would stand by itself takes all of it. */
function spread(columns: readonly Column[], row: Row): [Column, Place][] {
  const long = columns.map((column) => isLong(column, row));
  let isLeft = true;
  return columns.map((column, at) => {
    if (long[at]) {
      isLeft = true;
      return [column, 'long'];
    }
    const isAlone = isLeft && long[at + 1] !== false;
    isLeft = isAlone || !isLeft;
    return [column, isAlone ? 'alone' : 'half'];
  });
}

interface FactProps {
  column: Column;
  row: Row;
  place: Place;
  withheld: Rows['withheld'];
}

function Fact({ column, row, place, withheld }: FactProps) {
  const value = row[column.field];
  return (
    <div className={place === 'half' ? undefined : `profile__${place}`}>
      <dt>{column.title}</dt>
      <dd translate={translateOf(value, column)}>
        <CellText value={value} column={column} withheld={withheld} />
        {column.note && <small translate={translateOf(value, column) && 'yes'}>{column.note}</small>}
      </dd>
    </div>
  );
}

export function Waiting() {
  return <Skeleton rows={8} kind="row" />;
}

/** Files and pages are the document's own. */
export const hydrates = 'on-use';
