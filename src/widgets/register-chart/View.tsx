import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { formatCell } from '#rules/format-cell.ts';
import { isBlank } from '#ui/register-columns.ts';
import type { Column, Row } from '#ui/register-columns.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import type { Line } from './Plot.tsx';
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
  // a product is offered only where a line can be drawn of it
  const drawable = data.rows.filter((row) => props.lines.some((field) => isNumber(row[field])));
  const products = new Map(
    (drawable.length > 0 ? drawable : data.rows).map((row) => [String(row[props.of] ?? ''), nameOf(row)]),
  );
  if (drawable.length === 0 && (data.rows.length > 0 || block.address[props.of] !== ''))
    return <NoLine title={props.title} names={[...products.values()]} register={register} block={block} />;
  if (products.size > 1 || (products.size === 0 && block.address[props.of] === ''))
    return <Choose title={props.title} field={props.of} products={[...products]} block={block} />;
  const lines = linesOf(props, data.rows, register);
  const dates = data.rows.map((row) => String(row[props.x] ?? '')).sort();
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
      <ul className="chart__lines">
        {lines.map((line, index) => (
          <li key={line.title}>
            <svg width="28" height="10" aria-hidden="true">
              <path className={`chart__line chart__line--${index + 1}`} d="M0 5h28" />
            </svg>
            {line.title} <b>{line.latest.text}</b>
            <small>
              最低 {line.least.text}（{line.least.date}），最高 {line.most.text}（{line.most.date}）
            </small>
          </li>
        ))}
      </ul>
      <Readable key={name} id={block.id} title={`${name} ${props.title}`} lines={lines} />
      {lines.every(({ points }) => points.length === 1) && (
        <p className="chart__few">只有一个日期的数据，尚不成走势。</p>
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
              <SiteLink path={block.href({ [field]: code, pageNum: '' })}>
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

const isNumber = (value: Row[string] | undefined): boolean =>
  value !== undefined && !isBlank(value) && Number.isFinite(Number(value));

function linesOf({ x, lines }: Props, rows: readonly Row[], register: RegisterView): Line[] {
  return lines.flatMap((field) => {
    const column: Column | undefined = register.columns.find((one) => one.field === field);
    const points = rows
      .filter((row) => isNumber(row[field]) && /^\d{4}-\d{2}-\d{2}$/.test(String(row[x])))
      .map((row) => ({
        date: String(row[x]),
        value: Number(row[field]),
        text: formatCell(row[field], column ?? { type: 'text' }),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1));
    const [first] = points;
    if (!first) return [];
    const pick = (better: (a: number, b: number) => boolean) =>
      points.reduce((best, one) => (better(one.value, best.value) ? one : best), first);
    return [
      {
        title: column?.title ?? field,
        points,
        latest: points.at(-1)!,
        least: pick((a, b) => a < b),
        most: pick((a, b) => a > b),
      },
    ];
  });
}

/** Unreadable conditions are reported by the table in which they are typed. */
export function Failed({ problems, note }: FailedProps<Props>) {
  return problems ? null : note;
}

export function Waiting() {
  return <Skeleton rows={6} kind="row" />;
}
