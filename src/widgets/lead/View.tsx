import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { contourPaths } from '#ui/contour-lines.ts';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { props as words } from './props.ts';
import './style.css';

/** px; as wide as the column beside a section menu, so that lines keep their strength */
const GROUND = { width: 912, height: 320, lines: 10 };

export function View({ props }: ViewProps<ValueOf<typeof words>, 'none'>) {
  return (
    <div className="opening">
      <svg
        className="opening__ground"
        viewBox={`0 0 ${GROUND.width} ${GROUND.height}`}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        {contourPaths({ ...GROUND, seed: props.seed }).map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
      <p className="opening__statement">
        <Phrases text={props.statement} />
      </p>
      {props.text && <p className="opening__text">{props.text}</p>}
      {props.links && (
        <p className="opening__links">
          {props.links.map(({ title, path, needsFundAccount }, index) => (
            <SiteLink
              key={path}
              path={path}
              needsFundAccount={needsFundAccount}
              className={index === 0 ? 'button' : 'button opening__plain'}
            >
              {title}
            </SiteLink>
          ))}
        </p>
      )}
    </div>
  );
}
