import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { LinkedTitle } from '#ui/LinkedTitle.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props }: ViewProps<Props, 'none'>) {
  return (
    <ul className="sectors">
      {props.columns.map(({ title, text, path, links }) => (
        <li key={title} className="sector">
          <h3 className="sector__title">
            <LinkedTitle title={title} path={path} />
          </h3>
          <p className="sector__text">
            <Phrases text={text} />
          </p>
          {links && (
            <ul className="sector__links">
              {links.map((link) => (
                <li key={link.path}>
                  <SiteLink path={link.path}>{link.title}</SiteLink>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
