import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { Ground } from '#ui/Ground.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { props as words } from './props.ts';
import '#ui/bands.css';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, block }: ViewProps<Props, 'none'>) {
  return (
    <div className={props.look === 'plain' ? 'service service--plain' : 'service'}>
      {props.look === 'band' && <Ground id={`${block.id}-ground`} look="accent" seed={29} lines={16} />}
      <div className="wrap service__row">
        <div className="service__words">
          <h2 className="service__title">
            <Phrases text={props.title} />
          </h2>
          <p>
            <Phrases text={props.text} />
          </p>
          {props.links && (
            <ul className="service__links">
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
        {block.hotline && (
          <p className="service__hotline">
            <a href={`tel:${block.hotline.replaceAll('-', '')}`}>{block.hotline}</a>
            {props.note && (
              <span>
                <Phrases text={props.note} />
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
