import type { Rows } from '#page/data-shapes.ts';
import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { totalText } from '#rules/addresses/paging.ts';
import { CiteButton } from '#ui/CiteButton.tsx';
import { DataFacts } from '#ui/DataFacts.tsx';
import { Downloads } from '#ui/Downloads.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageTools } from '#ui/PageTools.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { clearedHref, conditionsOf, titleOf, without, wordsOf } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { downloadsOf } from './downloads-of.ts';
import { FilterForm } from './FilterForm.tsx';
import type { props as words } from './props.ts';
import { Table } from './Table.tsx';
import '#ui/sheet.css';
import './style.css';

/** Few addresses are those of one row or of an earlier date, and few tables are empty. */
const OneRow = lazyPart(() => import('./OneRow.tsx').then((file) => file.OneRow), <Skeleton rows={2} kind="row" />);
const NothingYet = lazyPart(() => import('./NothingYet.tsx').then((file) => file.NothingYet));

const NoRows = lazyPart(() => import('./NoRows.tsx').then((file) => file.NoRows));
const PastNote = lazyPart(() => import('./PastNote.tsx').then((file) => file.PastNote));

type Props = ValueOf<typeof words>;
type Shown = ViewProps<Props, 'rows'> & { register: RegisterView; set: readonly Condition[] };

export function View({ props, data, block }: ViewProps<Props, 'rows'>) {
  const { columns = block.register?.columns } = data;
  const register = block.register && columns && ofColumns({ ...block.register, columns }, props.columns);
  if (!register) throw new Error(`${block.id}: no register`);
  const set = conditionsOf(register.filters).filter((condition) => wordsOf(condition, block));
  const searched = set.length > 0;
  const nothingPublished = data.wholeTotal === 0 && !register.onDemand && !searched && !block.address.row && !data.asOf;
  const downloads = downloadsOf(register, block, data, searched);
  const shown = { props, data, block, register, set };
  return (
    <>
      <DataFacts
        {...data}
        whole={data.wholeTotal}
        part={data.total !== data.wholeTotal}
        register={register}
        ofRow={Boolean(block.address.row)}
      >
        {props.changes && <SiteLink path={props.changes}>变动清单</SiteLink>}
        {downloads[0] && <Downloads register={register} choices={downloads} />}
        <PageTools copyLink={false}>
          <CiteButton date={data.asOf || data.dataDate} />
        </PageTools>
      </DataFacts>
      {isPast(data) && <PastNote data={data} countWord={register.countWord} block={block} />}
      {nothingPublished ? (
        <Table register={register} rows={[]} block={block} empty={<NothingYet block={block} />} />
      ) : block.address.row ? (
        <OneRow data={data} block={block} register={register}>
          <Table register={register} rows={data.rows} withheld={data.withheld} block={block} lookup={props.lookup} />
        </OneRow>
      ) : (
        <Published {...shown} />
      )}
    </>
  );
}

const isPast = ({ asOf, dates }: Rows) => Boolean(asOf) && asOf !== dates?.[0];

const ofColumns = (register: RegisterView, fields?: string[]): RegisterView =>
  fields ? { ...register, columns: register.columns.filter(({ field }) => fields.includes(field)) } : register;

function Published({ props, data, block, register, set }: Shown) {
  const dates = register.history ? (data.dates ?? []) : [];
  return (
    <>
      {props.filters && (register.filters.length > 0 || dates.length > 1) && (
        <FilterForm register={register} block={block} dates={dates} first={props.first} />
      )}
      <Found register={register} block={block} data={data} set={set} />
      {data.rows.length > 0 && (
        <Table register={register} rows={data.rows} withheld={data.withheld} block={block} lookup={props.lookup} />
      )}
      <Pager {...data} unit={register.countWord} href={block.href} />
    </>
  );
}

/** Number of rows that the filters leave: read out when it changes, seen only where it adds something to the pager. */
function Found({ register, block, data, set }: Omit<Shown, 'props'>) {
  const searched = set.length > 0;
  return (
    <div className={searched ? 'found' : undefined}>
      <div role="status" className={data.total === 0 ? 'found__none' : searched ? undefined : 'unseen'}>
        {data.total > 0 ? (
          `${searched ? '查询到' : '共'} ${totalText(data)} ${register.countWord}`
        ) : (
          <NoRows register={register} block={block} whole={data.wholeTotal} searched={searched} />
        )}
      </div>
      {searched && (
        <ul className="chips" aria-label="查询条件">
          {set.map((condition) => (
            <li key={condition[0].name}>
              <SiteLink path={block.href(without([condition]))}>
                {titleOf(condition)}：{wordsOf(condition, block)}
                <span className="unseen">，移除</span>
              </SiteLink>
            </li>
          ))}
          {data.total > 0 && (
            <li className="chips__clear">
              <SiteLink path={clearedHref(register, block)}>清除条件</SiteLink>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

/** A query in vain keeps its form with what was typed. */
export function Failed({ props, block, note, problems }: FailedProps<Props>) {
  const register = block.register && ofColumns(block.register, props.columns);
  return (
    <>
      {props.filters && register && register.filters.length > 0 && (problems || !block.address.row) && (
        <FilterForm register={register} block={block} dates={[]} first={props.first} problems={problems} />
      )}
      {note}
    </>
  );
}

/** Its form and links are the document's own: filters, pages and files work without scripts. */
export const hydrates = 'on-use';

export const parts = ({ data, block }: ViewProps<Props, 'rows'>) => [
  ...(isPast(data) ? [PastNote] : []),
  ...(data.total === 0 ? [NoRows] : []),
  ...(block.address.row ? [OneRow] : data.wholeTotal === 0 ? [NothingYet] : []),
];

export function Waiting({ block }: { block: ViewBlock }) {
  const rows = Number(block.address.pageSize) || 10;
  return <Skeleton rows={Math.min(rows, 20) + 1} kind="row" />;
}
