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

/** HN5: so many fill a row, fewer begin with its name. */
const ROW = 4;
/** HN5: of so few the hotline stands beside them, where nothing else does. */
const FEWEST = 2;
/** HN5: so many leave one cell of a row empty. */
const ONE_SHORT = 5;
/** HN5: more stand in several rows. */
const MOST = 6;

/** The style sheet is told how many there are: counted as they arrive, the first cells would be drawn too wide. */
const classOf = (count: number, isFilled: boolean): string =>
  [
    'quick',
    count <= FEWEST && 'quick--fewest',
    count < ROW && 'quick--few',
    count === ROW && 'quick--four',
    count > ROW && 'quick--many',
    count > MOST && 'quick--rows',
    count % 2 === 1 && 'quick--odd',
    isFilled && 'quick--filled',
  ]
    .filter(Boolean)
    .join(' ');

export function View({ props: { label, entries, spare = [] }, block: { hotline } }: ViewProps<Props, 'none'>) {
  const [extra] = spare.filter((one) => entries.every(({ path }) => path !== one.path));
  const shown = entries.length === ONE_SHORT && extra ? [...entries, extra] : entries;
  return (
    <nav className={classOf(shown.length, shown !== entries)} aria-label={label}>
      <p className="quick__name" aria-hidden="true">
        {label}
      </p>
      <ul>
        {shown.map(({ title, note, path, needsFundAccount, icon }) => (
          <li key={path}>
            <SiteLink path={path} needsFundAccount={needsFundAccount} className="quick__entry">
              <Sign icon={icon} />
              <span className="quick__title">
                <Phrases text={title} />
              </span>
              {note && <span className="quick__note">{note}</span>}
            </SiteLink>
          </li>
        ))}
      </ul>
      {shown.length <= FEWEST && hotline && (
        <p className="quick__call">
          <a href={`tel:${hotline}`} className="quick__entry">
            <Sign icon="phone" />
            <span className="quick__title">客服热线</span>
            <span className="quick__note">{hotline}</span>
          </a>
        </p>
      )}
    </nav>
  );
}

const Sign = ({ icon }: { icon: keyof typeof SIGNS }) => (
  <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
    <path d={SIGNS[icon]} />
  </svg>
);

/** Nothing of it needs scripts. */
export const hydrates = 'on-use';
