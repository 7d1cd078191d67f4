import type { FoundRow } from '#page/data-shapes.ts';
import { leadOf } from '#ui/register-columns.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

/** Where it stands, since when, and what the register says of it. */
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

function FoundCard({ row: { title, path, exact, since, dataDate, facts } }: { row: FoundRow }) {
  const name = leadOf(facts);
  const others = facts.filter((fact) => fact !== name);
  return (
    <article className="found-card">
      <h2>{name?.text}</h2>
      <p className="found-card__where">
        见于 <b>{title}</b>
        {since && `，自 ${since} 起公示`}
        {dataDate && `，数据截至 ${dataDate}`}
      </p>
      {!exact && <p className="found-card__part">仅部分相符：请逐字核对姓名、名称与编号</p>}
      <dl>
        {others.map(({ field, title: label, text }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {path && (
        <p>
          <SiteLink path={path} label={`${name?.text ?? ''} 查看公示记录：${title}`}>
            查看公示记录
          </SiteLink>
        </p>
      )}
    </article>
  );
}
