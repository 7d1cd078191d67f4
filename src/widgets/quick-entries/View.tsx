import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { props as words } from './props.ts';
import '#ui/bands.css';
import './style.css';

type Props = ValueOf<typeof words>;

/** Drawn on 24 × 24. */
const SIGNS: Record<Props['entries'][number]['icon'], string> = {
  account: 'M3 6h18v13H3zM3 10h18M7 15h4',
  download: 'M12 3v12M7 11l5 5 5-5M4 20h16',
  place: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  document: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7',
  trend: 'M3 18l6-7 4 4 8-9M16 6h5v5M3 21h18',
  person: 'M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20c0-4 3-6 7-6 1.5 0 2.8.3 3.9.8M15 18l2 2 4-4.5',
  phone: 'M6 3l3 1 1 5-2.5 1.500a11 11 0 0 0 6 6L15 14l5 1 1 3c0 2-1.5 3-3 3C10 21 3 14 3 6c0-1.5 1-3 3-3z',
  book: 'M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2zM12 6v14',
};

export function View({ props }: ViewProps<Props, 'none'>) {
  return (
    <nav className="quick" aria-label={props.label}>
      <ul>
        {props.entries.map(({ title, note, path, needsFundAccount, icon }) => (
          <li key={path}>
            <SiteLink path={path} needsFundAccount={needsFundAccount} className="quick__entry">
              <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
                <path d={SIGNS[icon]} />
              </svg>
              <span className="quick__title">
                <Phrases text={title} />
              </span>
              {note && <span className="quick__note">{note}</span>}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
