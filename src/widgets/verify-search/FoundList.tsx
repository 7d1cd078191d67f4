import type { FoundRow } from '#page/data-shapes.ts';
import { factWords } from '#ui/as-written.ts';
import { leadOf } from '#rules/registers/lead-column.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

/** The register in which it is listed, since when, and what the register says of it. */
export function FoundList({ found }: { found: readonly FoundRow[] }) {
  return (
    <ul className="found-list">
      {found.map((row, index) => (
        <li key={row.path || index}>
          <FoundCard row={row} />
        </li>
      ))}
    </ul>
  );
}

function FoundCard({ row: { title, path, exact, since, dataDate, facts, ended } }: { row: FoundRow }) {
  const name = leadOf(facts);
  const others = facts.filter((fact) => fact !== name);
  return (
    <article className={ended ? 'found-card found-card--ended' : 'found-card'}>
      <h2>
        {name && factWords(name)}
        {ended && <span className="tag tag--warn">{ended.state}</span>}
      </h2>
      {ended?.words && <p className="found-card__ended">{ended.words}</p>}
      <p className="found-card__where">
        见于 <b>{title}</b>
        {since && `，自 ${since} 起公示`}
        {dataDate && `，数据截至 ${dataDate}`}
      </p>
      {!exact && <p className="found-card__part">仅部分相符：请逐字核对姓名、名称与编号</p>}
      <dl>
        {others.map((fact) => (
          <div key={fact.field}>
            <dt>{fact.title}</dt>
            <dd>{factWords(fact)}</dd>
          </div>
        ))}
      </dl>
      {path && (
        <p>
          <SiteLink path={path} label={`${name ? factWords(name) : ''} 查看公示记录：${title}`}>
            查看公示记录
          </SiteLink>
        </p>
      )}
    </article>
  );
}
