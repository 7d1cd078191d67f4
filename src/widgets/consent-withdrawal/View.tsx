import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import type { props as words } from './props.ts';
import './style.css';

/** The site listens for the button: a widget keeps nothing of the visitor. Without scripts there is no consent to take back. */
export function View({ props }: ViewProps<ValueOf<typeof words>, 'none'>) {
  return (
    <div className="withdrawal" id="withdraw">
      <h2 className="note__title">{props.title}</h2>
      {props.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <button type="button" className="button needs-script" data-withdraws-consent>
        撤回同意
      </button>
    </div>
  );
}
