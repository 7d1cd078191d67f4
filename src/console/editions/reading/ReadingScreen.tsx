import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EditionLine } from '#wire/console-answers.ts';
import { usePublished, useRead } from '../../calls/use-calls.ts';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Screen } from '../../parts/Screen.tsx';
import { useMedia } from '../../parts/use-media.ts';
import { VIEWS } from '../edition-answers.ts';
import { KeysHelp } from './KeysHelp.tsx';
import './reading.css';
import { ReadingList } from './ReadingList.tsx';
import { ReadingPage } from './ReadingPage.tsx';
import {
  mergedLines,
  neighbour,
  nextUndecided,
  sittingCounts,
  type Decisions,
  type Outcome,
  type ReadingView,
} from './sitting.ts';
import { useNext } from './use-next.ts';
import { useKeysOn } from './use-single-keys.ts';

/** milliseconds; what others submit meanwhile comes at the end of the list */
const AGAIN = 60_000;
const PAGE_SIZE = 100;
const NOBODY: Decisions = new Map();

/** RV1: what waits for a review, or for publication, read one after another, the longest waiting first. */
export function ReadingScreen({ view }: { view: ReadingView }) {
  const [search, setSearch] = useSearchParams();
  // list and edition are two screens there (reading.css)
  const isNarrow = useMedia('(max-width: 999px)');
  const [keysOn, setKeysOn] = useKeysOn();
  const [showsKeys, setShowsKeys] = useState(false);
  const again = usePublished();
  const { lines, total, decisions, decide, isLoaded, error, retry } = useSitting(view);
  const chosen = Number(search.get('edition') ?? '') || undefined;
  const openId = chosen ?? (isNarrow ? undefined : nextUndecided(lines, decisions));
  const go = useCallback(
    (editionId: number | undefined): void => setSearch(editionId === undefined ? {} : { edition: String(editionId) }),
    [setSearch],
  );
  const nextId = openId === undefined ? undefined : nextUndecided(lines, decisions, openId);
  useNext(lines.find(({ editionId }) => editionId === nextId));
  const decided = (outcome: Outcome): void => {
    decide(openId!, outcome);
    go(nextId);
    void again();
  };
  const at = lines.findIndex(({ editionId }) => editionId === openId);
  return (
    <div className={chosen === undefined ? 'reading' : 'reading open'}>
      <ReadingList
        view={view}
        lines={lines}
        decisions={decisions}
        openId={openId}
        total={total}
        onKeys={() => setShowsKeys(true)}
      />
      {openId === undefined ? (
        <div className="reading-page">
          <Screen title={VIEWS[view]} purpose="等得最久的在前；逐份看过差异，再决定。">
            {error !== undefined && <Failure error={error} retry={retry} />}
            {!isLoaded && error === undefined && <Loading />}
            {isLoaded && <Nothing view={view} lines={lines} decisions={decisions} />}
          </Screen>
        </div>
      ) : (
        <ReadingPage
          key={openId}
          view={view}
          editionId={openId}
          title={lines[at]?.title ?? '稿件'}
          place={{ at, decisions, lines }}
          keysOn={keysOn && !showsKeys}
          onDecided={decided}
          onGo={(step) => {
            const to = neighbour(lines, openId, step);
            if (to !== undefined) go(to);
          }}
          onKeys={() => setShowsKeys(true)}
        />
      )}
      {showsKeys && <KeysHelp isOn={keysOn} onChange={setKeysOn} onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

/** The list with what was decided on in this sitting, which nothing takes from it. */
function useSitting(view: ReadingView) {
  const { data, error, mutate } = useRead(
    'GET /editions',
    { view, order: 'waiting', pageNum: 1, pageSize: PAGE_SIZE },
    { refreshInterval: AGAIN },
  );
  const [decisions, setDecisions] = useState(NOBODY);
  const [lines, setLines] = useState<EditionLine[]>([]);
  const [merged, setMerged] = useState<typeof data>();
  if (data && data !== merged) {
    setMerged(data);
    setLines(mergedLines(lines, data.list, decisions));
  }
  const decide = (editionId: number, outcome: Outcome): void =>
    setDecisions((before) => new Map(before).set(editionId, { outcome, at: new Date().toISOString() }));
  const waiting = data?.list.filter(({ editionId }) => !decisions.has(editionId)).length ?? 0;
  return {
    lines,
    decisions,
    decide,
    // the list may be older than the newest decision
    total: data ? data.total - (data.list.length - waiting) : 0,
    isLoaded: data !== undefined,
    error,
    retry: () => void mutate(),
  };
}

function Nothing({
  view,
  lines,
  decisions,
}: {
  view: ReadingView;
  lines: readonly EditionLine[];
  decisions: Decisions;
}) {
  const { done, returned, left } = sittingCounts(lines, decisions);
  if (left > 0) return <p className="quiet">从左边的列表中选择一份。</p>;
  return (
    <EmptyNote title={decisions.size === 0 ? '没有等待的稿件' : '都看完了'}>
      {decisions.size > 0 && <p>{`本次${view === 'to-review' ? '同意' : '发布'} ${done} 份，退回 ${returned} 份。`}</p>}
      <LinkButton to="/">返回我的工作台</LinkButton>
    </EmptyNote>
  );
}
