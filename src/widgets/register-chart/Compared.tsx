import type { ViewBlock } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import type { Row } from '#ui/register-columns.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { SearchBox } from '#ui/SearchBox.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { lookOf, relativeLines } from './lines.ts';
import type { props as words } from './props.ts';
import { Legend } from './Legend.tsx';
import { Readable } from './Readable.tsx';

interface ComparedProps {
  names: readonly [string, string];
  /** rows of each product */
  rows: readonly (readonly Row[])[];
  props: ValueOf<typeof words>;
  register: RegisterView;
  block: ViewBlock;
}

/** RG39: two products from the first day that both have, each in percent of its value then. */
export function Compared({ names, rows, props, register, block }: ComparedProps) {
  const products = names.map((name, at) => ({ name, rows: rows[at]! }));
  const relative = relativeLines(props.compare!, props.x, products, register);
  const field = register.columns.find((column) => column.field === props.compare)?.title ?? props.compare;
  const back = <SiteLink path={block.href({ compare: '' })}>不再比较</SiteLink>;
  if (!relative) {
    return (
      <div className="chart">
        <p className="chart__ask">
          {names.join('与')}没有同一天的数据，不能比较。{back}
        </p>
      </div>
    );
  }
  const { since, lines } = relative;
  const title = `${names.join('与')}比较`;
  return (
    <figure className="chart">
      <figcaption>
        <b>{title}</b>
        <span>
          {field}自 {since} 起的涨跌幅
        </span>
        {back}
      </figcaption>
      <Legend lines={lines} lookOf={lookOf} />
      <Readable key={title} id={block.id} title={title} lines={lines} isRelative />
      {props.notice && <p className="chart__notice">{props.notice}</p>}
    </figure>
  );
}

interface CompareFormProps {
  /** the wanted product; '' for none */
  wanted: string;
  /** true for the product whose chart is shown here */
  isOwn: boolean;
  /** products that it may mean */
  offered: readonly (readonly [code: string, name: string])[];
  block: ViewBlock;
}

/** most products that are offered */
const OFFERED = 12;

/** Below the chart of one product: which other one it is compared with. */
export function CompareForm({ wanted, isOwn, offered, block }: CompareFormProps) {
  const [path = '', query] = block.href({ compare: '' }).split('?', 2);
  const params = [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
  return (
    <div className="chart__compare">
      {wanted !== '' && (
        <p role="status">
          {offered.length > 0
            ? '请选择一只产品：'
            : isOwn
              ? `“${wanted}”就是这只产品，请填写另一只的名称或代码。`
              : `没有找到可以比较的“${wanted}”，请检查名称或代码。`}
        </p>
      )}
      {offered.length > 0 && (
        <ul className="chart__products">
          {offered.slice(0, OFFERED).map(([code, name]) => (
            <li key={code}>
              <SiteLink path={block.href({ compare: code })}>
                {name} <small>{verbatim(code)}</small>
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
      <SearchBox
        path={path}
        name={block.addressName('compare')}
        words={wanted}
        label="与另一只产品比较：名称或代码"
        action="比较"
        title="比较两只产品"
        kept={params}
      />
    </div>
  );
}
