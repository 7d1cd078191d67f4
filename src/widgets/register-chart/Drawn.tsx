import type { Rows } from '#page/data-shapes.ts';
import type { ViewBlock } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Compared, CompareForm } from './Compared.tsx';
import { Legend } from './Legend.tsx';
import { linesOf } from './lines.ts';
import { codeOf, isDrawable, namesOf } from './products.ts';
import type { props as words } from './props.ts';
import { Readable } from './Readable.tsx';

interface DrawnProps {
  props: ValueOf<typeof words>;
  /** rows of one product, or of the chosen one and those that may be compared with it */
  data: Rows;
  register: RegisterView;
  block: ViewBlock;
}

/** The lines of one product, or of two that are compared (RG39). */
export function Drawn({ props, data, register, block }: DrawnProps) {
  const chosen = block.address[props.of] ?? '';
  const wanted = props.compare !== undefined && chosen !== '' ? (block.address.compare ?? '') : '';
  // the wanted product comes after the chosen one
  const own = wanted === '' ? data.rows : data.rows.filter((row) => codeOf(row, props) === chosen);
  const drawable = own.filter((row) => isDrawable(row, props));
  if (drawable.length === 0 && (own.length > 0 || chosen !== ''))
    return <NoLine title={props.title} names={[...namesOf(own, props).values()]} register={register} block={block} />;
  const [name = ''] = namesOf(drawable, props).values();
  const beside = data.rows.filter((row) => !own.includes(row) && isDrawable(row, props));
  const others = [...namesOf(beside, props)];
  // a word may mean many products, not all of them here
  const other = others.find(([code]) => code === wanted) ?? (others.length === 1 && !data.more ? others[0] : undefined);
  if (other) {
    const rows = [drawable, beside.filter((row) => codeOf(row, props) === other[0])];
    return <Compared names={[name, other[1]]} rows={rows} props={props} register={register} block={block} />;
  }
  const lines = linesOf(props, own, register);
  const dates = own.map((row) => String(row[props.x] ?? '')).sort();
  const isComparable = props.compare !== undefined && block.address.compare !== undefined && chosen !== '';
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
      {isComparable && codeOf(drawable[0]!, props) === chosen && (
        <CompareForm wanted={wanted} isOwn={wanted === chosen || wanted === name} offered={others} block={block} />
      )}
      {props.notice && <p className="chart__notice">{props.notice}</p>}
    </figure>
  );
}

/** Message that the wanted product has no values over time, with the way back to all that have some. */
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
