import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { CiteButton } from '#ui/CiteButton.tsx';
import { DataFacts } from '#ui/DataFacts.tsx';
import { Downloads } from '#ui/Downloads.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { PageTools } from '#ui/PageTools.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { move } from './move.ts';
import type { props as words } from './props.ts';
import { treeOf, type Unit } from './tree-of.ts';
import '#ui/sheet.css';
import './style.css';

export function View({ props, data, block }: ViewProps<ValueOf<typeof words>, 'rows'>) {
  const { register } = block;
  if (!register) throw new Error(`Block ${block.id} shows rows without a register definition`);
  const top = treeOf(data.rows, props);
  if (top.length === 0) return <EmptyNote title="暂无公示数据" />;
  return (
    <>
      <DataFacts {...data} whole={data.wholeTotal} register={register}>
        <Downloads register={register} choices={[{ title: '下载全部', query: {}, rows: data.wholeTotal }]} />
        <PageTools copyLink={false}>
          <CiteButton date={data.dataDate} />
        </PageTools>
      </DataFacts>
      <div className="org" onKeyDown={move}>
        <p className="org__hint">选择部门可查看职责；键盘可用方向键移动、展开与收起。</p>
        <Units units={top} />
      </div>
    </>
  );
}

/**
 * Units without any below stand together, apart from those that branch: beside one another the latter become columns.
 */
function Units({ units }: { units: readonly Unit[] }) {
  const leaves = units.filter(({ below }) => below.length === 0);
  const branches = units.filter(({ below }) => below.length > 0);
  return (
    <>
      {leaves.length > 0 && <Row kind={branches.length > 0 ? 'beside' : 'leaves'} units={leaves} />}
      {branches.length > 0 && <Row kind={branches.length > 1 ? 'columns' : 'next'} units={branches} />}
    </>
  );
}

function Row({ kind, units }: { kind: string; units: readonly Unit[] }) {
  return (
    <ul className={`org__${kind}`}>
      {units.map((unit) => (
        <li key={unit.id} id={unit.note ? undefined : idOf(unit)}>
          <details open={unit.below.length > 0}>
            <summary>{unit.name}</summary>
            {/* a link to it unfolds it */}
            {unit.note && <p id={idOf(unit)}>{unit.note}</p>}
            {unit.below.length > 0 && <Units units={unit.below} />}
          </details>
        </li>
      ))}
    </ul>
  );
}

const idOf = ({ id }: Unit): string => `unit-${id}`;

export function Waiting() {
  return <Skeleton rows={8} kind="row" />;
}
