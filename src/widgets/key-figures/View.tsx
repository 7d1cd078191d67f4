import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import type { props as words } from './props.ts';
import './style.css';

export function View({ props }: ViewProps<ValueOf<typeof words>, 'none'>) {
  return (
    <>
      <dl className="numbers">
        {props.figures.map(({ value, unit, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {unit && <small>{unit}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="numbers__note">{props.note}</p>
    </>
  );
}
