import { useMemo, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { addressOf } from '../calls/call.ts';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import { EditionConsequences } from '../channels/EditionConsequences.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Preview } from '../preview/Preview.tsx';
import { Differences } from './Differences.tsx';
import type { FoundEdition } from './edition-answers.ts';
import { EditionContent } from './EditionContent.tsx';
import { EditionHistory, NewestSteps } from './EditionHistory.tsx';
import { EditionPlan } from './EditionPlan.tsx';
import { EditionTabs } from './EditionTabs.tsx';
import { isOpenEdition, partsOf } from './edition-part.ts';
import { FeatureParts } from './FeatureParts.tsx';
import { FeaturePlaces } from './FeaturePlaces.tsx';
import { tabOf, type EditionTab } from './edition-tabs.ts';
import { marksOf } from './marks.ts';
import { VerifySays } from './VerifySays.tsx';
import { Versions } from './Versions.tsx';

interface Props {
  edition: FoundEdition;
  /** loads the edition again */
  onChanged: () => Promise<void>;
  /** checks of the edition, beside the difference */
  checks: ReactNode;
  /** beside the title of the difference */
  extra?: ReactNode;
}

/** ED13: the parts of an edition below its title, of which the address names one. */
export function EditionParts(props: Props) {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const tab = tabOf(search, hash);
  return (
    <>
      <EditionTabs edition={props.edition} open={tab} />
      <Part tab={tab} {...props} />
    </>
  );
}

function Part({ tab, edition, onChanged, checks, extra }: Props & { tab: EditionTab }) {
  const { editionId, version, state, shown, files, titles } = edition;
  const of = { editionId, version: shown.version };
  const parts = useMemo(() => partsOf(edition), [edition]);
  if (tab === 'page')
    return (
      <div className="stack">
        <PublicPage key={version} edition={edition} />
        <VerifySays edition={of} changes={shown.changes} />
        <FeatureParts beside="page" edition={parts} />
      </div>
    );
  if (tab === 'content')
    return (
      <div className="stack">
        <EditionContent edition={{ ...of, files, titles }} changes={shown.changes} />
        <FeatureParts beside="content" edition={parts} />
      </div>
    );
  if (tab === 'history')
    return (
      <div className="two-columns">
        <div className="stack">
          <EditionHistory edition={edition} />
          <FeatureParts beside="history" edition={parts} />
        </div>
        <Versions edition={edition} />
      </div>
    );
  const isOpen = isOpenEdition(edition);
  return (
    <div className="two-columns edition-columns">
      <div className="stack">
        <FeaturePlaces key={`${version} ${state}`} edition={parts}>
          <Differences edition={edition} extra={extra} />
        </FeaturePlaces>
        {isOpen && <EditionConsequences key={version} edition={of} changes={shown.changes} />}
      </div>
      <div className="stack">
        <EditionPlan edition={edition} onChanged={onChanged} />
        <FeatureParts beside="difference" edition={parts} />
        {isOpen && checks}
        <NewestSteps edition={edition} />
        <FeatureParts beside="history" edition={parts} />
      </div>
    </div>
  );
}

/** The visitors' view: of a published edition it is on the site itself. */
function PublicPage({ edition }: { edition: FoundEdition }) {
  const { editionId, version, title, shown } = edition;
  const isOpen = isOpenEdition(edition);
  const { data: comparison } = useRead(
    'GET /editions/:editionId/compare',
    isOpen ? { editionId, from: 'public', to: String(version) } : null,
    PATIENT,
  );
  const { changes } = shown;
  const marks = useMemo(() => comparison && marksOf(comparison, changes), [comparison, changes]);
  if (!isOpen)
    return (
      <Panel title="发布后的样子">
        <p>{edition.state === 'discarded' ? '稿件已作废，没有发布后的样子。' : '稿件已发布，请在网站上查看。'}</p>
      </Panel>
    );
  return (
    <Panel title="发布后的样子">
      <Preview
        door={(look) => addressOf('GET /editions/:editionId/page', { editionId, version, ...look })}
        title={`“${title}”发布后的页面`}
        marks={marks}
      />
    </Panel>
  );
}
