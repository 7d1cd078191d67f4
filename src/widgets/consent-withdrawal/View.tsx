import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import type { props as words } from './props.ts';
import './style.css';

/**
 * The site listens for the button and says on the body which of its words hold: a widget keeps nothing of the visitor.
 * Without scripts there is no consent to take back.
 */
export function View({ props }: ViewProps<ValueOf<typeof words>, 'none'>) {
  return (
    <div className="withdrawal" id="withdraw">
      <h2 className="note__title">{props.title}</h2>
      {props.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <button
        type="button"
        className="button needs-script"
        data-withdraws-consent="已撤回同意，本浏览器不再发送浏览记录。"
      >
        <span className="withdrawal__give">阅读并同意</span>
        <span className="withdrawal__take">撤回同意</span>
      </button>
    </div>
  );
}
