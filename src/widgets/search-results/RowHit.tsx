import type { HitRow } from '#page/data-shapes.ts';
import { factWords } from '#ui/as-written.ts';
import { leadOf } from '#rules/registers/lead-column.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

/** A row of a public register that the words name, with the way to it. */
export function RowHit({ title, path, facts }: HitRow) {
  const name = leadOf(facts);
  return (
    <li className="hit">
      <span className="hit__mark">公示</span>
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
