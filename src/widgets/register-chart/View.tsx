import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import { isDrawable, namesOf } from './products.ts';
import '#ui/SearchBox.css';
import '#ui/sheet.css';
import './style.css';

type Props = ValueOf<typeof words>;

/** Most visitors come to choose a product: the drawing comes with the first that is chosen. */
const Drawn = lazyPart(() => import('./Drawn.tsx').then((file) => file.Drawn), <Waiting />);

/** Products offered where none is chosen. */
const OFFERED = 12;

export function View({ props, data, block }: ViewProps<Props, 'rows'>) {
  const { register } = block;
  if (!register) throw new Error(`Block ${block.id} shows rows without a register definition`);
  const products = choiceOf({ props, data, block });
  if (products) return <Choose title={props.title} field={props.of} products={products} block={block} />;
  return <Drawn props={props} data={data} register={register} block={block} />;
}

/** Codes and names of what has to be chosen from before anything can be drawn; null where something can. */
function choiceOf({ props, data: { rows }, block }: ViewProps<Props, 'rows'>): [string, string][] | null {
  const chosen = block.address[props.of];
  if (props.compare !== undefined && chosen && block.address.compare) return null;
  const drawable = rows.filter((row) => isDrawable(row, props));
  const products = [...namesOf(drawable, props)];
  return products.length > 1 || (rows.length === 0 && chosen === '') ? products : null;
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

/** Unreadable conditions are reported by the table in which they are typed. */
export function Failed({ problems, note }: FailedProps<Props>) {
  return problems ? null : note;
}

export function Waiting() {
  return <Skeleton rows={6} kind="row" />;
}

/** A drawing, its numbers and links to other products; its readout begins when somebody reaches for it. */
export const hydrates = 'on-use';

export const parts = (shown: ViewProps<Props, 'rows'>) => (choiceOf(shown) ? [] : [Drawn]);
