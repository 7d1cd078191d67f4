import type { Effect } from '../effects.ts';
import './definition.css';

/** Changes by a definition, place by place. */
export function Effects({ of }: { of: readonly Effect[] }) {
  return (
    <dl className="effects">
      {of.map(({ area, lines }) => (
        <div key={area}>
          <dt>{area}</dt>
          {lines.map((words) => (
            <dd key={words}>{words}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
