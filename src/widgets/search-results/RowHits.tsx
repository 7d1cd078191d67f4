import type { HitRow } from '#page/data-shapes.ts';
import { factWords } from '#ui/as-written.ts';
import { leadOf } from '#rules/lead-column.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

interface RowHitsProps {
  rows: readonly HitRow[];
  /** where all of them are shown; null: here */
  all: string | null;
  total: number;
}

/** Rows of public registers that the words name, each with the way to it. */
export function RowHits({ rows, all, total }: RowHitsProps) {
  if (rows.length === 0) return null;
  return (
    <section className="row-hits">
      <h2>公示表中的记录</h2>
      <ul>
        {rows.map((row) => (
          <RowHit key={row.path} row={row} />
        ))}
      </ul>
      {all !== null && total > rows.length && (
        <p>
          <SiteLink path={all}>公示表中共 {total} 条，查看更多</SiteLink>
        </p>
      )}
    </section>
  );
}

function RowHit({ row: { title, path, facts } }: { row: HitRow }) {
  const name = leadOf(facts);
  return (
    <li>
      <SiteLink path={path} className="hit__title">
        {name ? factWords(name) : title}
      </SiteLink>
      <p className="hit__facts">
        <b>{title}</b>
        {facts
          .filter((fact) => fact !== name)
          .map((fact) => (
            <span key={fact.field}>
              {fact.title} {factWords(fact)}
            </span>
          ))}
      </p>
    </li>
  );
}
