import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props }: ViewProps<Props, 'none'>) {
  return (
    <div className="note">
      {props.title && (
        <h2 className="note__title">
          <Phrases text={props.title} />
        </h2>
      )}
      {props.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {props.links && (
        <ul className="note__links">
          {props.links.map(({ title, path, needsFundAccount }) => (
            <li key={path}>
              <SiteLink path={path} needsFundAccount={needsFundAccount}>
                {title}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
