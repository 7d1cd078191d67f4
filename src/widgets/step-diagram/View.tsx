import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { Phrases } from '#ui/Phrases.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, block }: ViewProps<Props, 'none'>) {
  const steps = props.steps.map((step) => ({ ...step, mark: step.mark?.replace('{hotline}', block.hotline) }));
  return (
    <ol className="road" aria-label={props.label}>
      {steps.map((step, index) => (
        <li key={step.title}>
          <svg className="road__sign" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
            <circle cx="24" cy="24" r="23" />
            <text x="24" y="31" textAnchor="middle">
              {index + 1}
            </text>
          </svg>
          <div>
            <h3>
              <Phrases text={step.title} />
              {step.mark && <span className="road__mark">{step.mark}</span>}
            </h3>
            {step.text && <p>{step.text}</p>}
            {step.branches && (
              <ul>
                {step.branches.map(({ mark, text }) => (
                  <li key={mark}>
                    <kbd>{mark}</kbd> {text}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
