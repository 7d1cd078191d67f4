import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import type { Row } from '#ui/register-columns.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import { Compared, CompareForm } from './Compared.tsx';
import { isNumber, linesOf } from './lines.ts';
import { Legend } from './Legend.tsx';
import { Readable } from './Readable.tsx';
import '#ui/sheet.css';
import './style.css';

type Props = ValueOf<typeof words>;

/** Products offered where none is chosen. */
const OFFERED = 12;

export function View({ props, data, block }: ViewProps<Props, 'rows'>) {
  const { register } = block;
  if (!register) throw new Error(`Block ${block.id} shows rows without a register definition`);
  const nameOf = (row: Row) => verbatim(String(row[props.name ?? props.of] ?? row[props.of] ?? ''));
  const namesOf = (rows: readonly Row[]) => new Map(rows.map((row) => [String(row[props.of] ?? ''), nameOf(row)]));
  const codeOf = (row: Row) => String(row[props.of] ?? '');
  const chosen = block.address[props.of] ?? '';
  const wanted = props.compare !== undefined && chosen !== '' ? (block.address.compare ?? '') : '';
  // what is asked for beside the product comes after it
  const own = wanted === '' ? data.rows : data.rows.filter((row) => codeOf(row) === chosen);
  // a product is offered only where a line can be drawn of it
  const isDrawable = (row: Row) => props.lines.some((field) => isNumber(row[field]));
  const drawable = own.filter(isDrawable);
  const products = namesOf(drawable.length > 0 ? drawable : own);
  if (drawable.length === 0 && (own.length > 0 || chosen !== ''))
    return <NoLine title={props.title} names={[...products.values()]} register={register} block={block} />;
  const beside = data.rows.filter((row) => !own.includes(row) && isDrawable(row));
  const others = [...namesOf(beside)];
  // of many that a word means not all may be here
  const other = others.find(([code]) => code === wanted) ?? (others.length === 1 && !data.more ? others[0] : undefined);
  if (other) {
    const compared = [drawable, beside.filter((row) => codeOf(row) === other[0])];
    const names = [products.get(chosen)!, other[1]] as const;
    return <Compared names={names} rows={compared} props={props} register={register} block={block} />;
  }
  if (products.size > 1 || (products.size === 0 && block.address[props.of] === ''))
    return <Choose title={props.title} field={props.of} products={[...products]} block={block} />;
  const lines = linesOf(props, own, register);
  const dates = own.map((row) => String(row[props.x] ?? '')).sort();
  const [name] = products.values();
  return (
    <figure className="chart">
      <figcaption>
        <b>
          {name} {props.title}
        </b>
        <span>
          {dates[0]} 至 {dates.at(-1)}
        </span>
      </figcaption>
      <Legend lines={lines} />
      <Readable key={name} id={block.id} title={`${name} ${props.title}`} lines={lines} />
      {lines.every(({ points }) => points.length === 1) && (
        <p className="chart__few">只有一个日期的数据，尚不成走势。</p>
      )}
      {props.compare !== undefined && block.address.compare !== undefined && products.has(chosen) && (
        <CompareForm wanted={wanted} offered={others} block={block} />
      )}
      {props.notice && <p className="chart__notice">{props.notice}</p>}
    </figure>
  );
}

/** Numbers of several products are no line: which one, the visitor says. */
function Choose({
  title,
  field,
  products,
  block,
}: {
  title: string;
  field: string;
  products: [string, string][];
  block: ViewBlock;
}) {
  const choosable = block.address[field] !== undefined && products.length > 0;
  return (
    <div className="chart">
      <p className="chart__ask">{choosable ? `选择一只产品，查看${title}：` : `查询一只产品，即可查看${title}。`}</p>
      {choosable && (
        <ul className="chart__products">
          {products.slice(0, OFFERED).map(([code, name]) => (
            <li key={code}>
              <SiteLink path={block.href({ [field]: code, compare: '', pageNum: '' })}>
                {name}
                {name !== verbatim(code) && <small> {code}</small>}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What is asked for has no values over time: that is said, with the way back to all of which there are some. */
function NoLine({
  title,
  names,
  register,
  block,
}: {
  title: string;
  names: string[];
  register: RegisterView;
  block: ViewBlock;
}) {
  const all = Object.fromEntries(register.filters.map(({ name }) => [name, '']));
  return (
    <div className="chart">
      <p className="chart__ask">
        {names.length === 1 ? names[0] : '所查产品'}没有在本页公布{title}。
        <SiteLink path={block.href({ ...all, row: '', pageNum: '' })}>查看公布了的产品</SiteLink>
      </p>
    </div>
  );
}

/** Unreadable conditions are reported by the table in which they are typed. */
export function Failed({ problems, note }: FailedProps<Props>) {
  return problems ? null : note;
}

export function Waiting() {
  return <Skeleton rows={6} kind="row" />;
}
