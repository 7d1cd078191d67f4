import { grouped } from '#rules/text/grouped-number.ts';
import type { ReactNode } from 'react';
import type { ImportReportView, NamedRow } from '#wire/register-answers.ts';
import { Panel } from '../parts/Panel.tsx';

/** Effect of the file, by key: counts, and the first rows of each kind. */
export function ImportDifference({ difference }: { difference: NonNullable<ImportReportView['difference']> }) {
  const { publicRows, added, changed, removed, equal, addedRows, changedRows, removedRows, changedFields } = difference;
  return (
    <Panel title="与现在公示的内容比较">
      <dl className="difference-counts">
        {(
          [
            ['新增', added],
            ['修改', changed],
            ['删除', removed],
            ['不变', equal],
          ] as const
        ).map(([name, rows]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{`${grouped(rows)} 行`}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{`现在公示 ${grouped(publicRows)} 行。${added + changed + removed === 0 ? '内容相同，发布只会更新数据日期。' : ''}${changedFields.length > 0 ? `修改的列：${changedFields.map((field) => `${field.title} ${grouped(field.count)} 处`).join('、')}。` : ''}`}</p>
      <Rows title="新增的行" all={added} rows={addedRows} of={({ name, line }) => `第 ${line} 行：${name}`} />
      <Rows
        title="修改的行"
        all={changed}
        rows={changedRows}
        of={({ name, fields }) =>
          `${name}：${fields.map((field) => `${field.title} ${field.from} → ${field.to}`).join('；')}`
        }
      />
      <Rows title="删除的行" all={removed} rows={removedRows} of={({ name }) => name} />
    </Panel>
  );
}

function Rows<T extends NamedRow>({
  title,
  all,
  rows,
  of,
}: {
  title: string;
  all: number;
  rows: readonly T[];
  of: (row: T) => ReactNode;
}) {
  if (all === 0) return null;
  return (
    <details className="difference-rows" open={all <= 10}>
      <summary>{`${title}（${grouped(all)}）`}</summary>
      <ul className="bullets">
        {rows.map((row) => (
          <li key={`${row.line} ${row.name}`}>{of(row)}</li>
        ))}
      </ul>
      {all > rows.length && <p className="quiet">{`这里列出前 ${rows.length} 行；保存为稿件后，“差异”中列出更多。`}</p>}
    </details>
  );
}
