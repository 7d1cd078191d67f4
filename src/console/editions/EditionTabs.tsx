import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import { firstSides } from './compared-sides.ts';
import type { FoundEdition } from './edition-answers.ts';
import { EDITION_TABS, tabSearch, type EditionTab } from './edition-tabs.ts';
import { TabCounts } from './FeatureParts.tsx';
import { countPlaces } from './shown-differences.ts';

/** ED13: the tabs of an edition as links, so that each has an address and Back leads through them. */
export function EditionTabs({ edition, open }: { edition: FoundEdition; open: EditionTab }) {
  const { editionId, shown } = edition;
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { from, to } = firstSides(edition);
  const { data } = useRead('GET /editions/:editionId/compare', from === to ? null : { editionId, from, to }, PATIENT);
  const count = data && countPlaces(data, shown.changes);
  return (
    <nav className="view-tabs" aria-label="稿件的各部分">
      {(Object.keys(EDITION_TABS) as EditionTab[]).map((tab) => (
        <Link key={tab} to={pathname + tabSearch(search, tab)} aria-current={tab === open ? 'page' : undefined}>
          {EDITION_TABS[tab]}
          {tab === 'difference' && count !== undefined && (
            <span className="count">{count.toLocaleString('zh-CN')}</span>
          )}
          <TabCounts tab={tab} editionId={editionId} />
        </Link>
      ))}
    </nav>
  );
}
