import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import type { EditionLine } from '#wire/console-answers.ts';
import { hrefOf, isCallFailed, LONG_TIMEOUT, wordsOf, type CallFailed } from '../../calls/call.ts';
import { ONCE, PATIENT, usePublished, useRead, useSend } from '../../calls/use-calls.ts';
import { ReturnReason, returnReason } from '../../editor/ReturnReason.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Screen } from '../../parts/Screen.tsx';
import { ActDialog, EXPLAINED } from '../ActDialog.tsx';
import type { FoundEdition } from '../edition-answers.ts';
import { VIEWS } from '../edition-answers.ts';
import { useEditionNames } from '../edition-names.ts';
import { tabOf, tabSearch } from '../edition-tabs.ts';
import { heldReason, mergeReason, outdatedTitles, submitNoteOf } from '../edition-words.ts';
import { EditionFacts } from '../EditionFacts.tsx';
import { EditionParts } from '../EditionParts.tsx';
import { EditionChecks } from '../EditionChecks.tsx';
import { OutdatedNote } from '../EditionScreen.tsx';
import { useHeld } from '../use-held.ts';
import { RedLines, tickKeys } from '../RedLines.tsx';
import { Refusal } from '../Refusal.tsx';
import { readinessOf, tickedConsents, tickedNote } from './readiness.ts';
import { ReadingBar } from './ReadingBar.tsx';
import { readingAct, type ReadingAct } from './reading-keys.ts';
import { SCREENS, type Decisions, type Outcome, type ReadingView } from './sitting.ts';
import { usePlaces } from './use-places.ts';
import { useWindowKeys } from './use-single-keys.ts';

interface Props {
  view: ReadingView;
  editionId: number;
  /** title in the list, for the time until the edition has come */
  title: string;
  /** position among the others */
  place: { at: number; lines: readonly EditionLine[]; decisions: Decisions };
  keysOn: boolean;
  onDecided: (outcome: Outcome) => void;
  onGo: (step: 1 | -1) => void;
  onKeys: () => void;
}

/** RV1: one edition of the list, with its difference first and what can be done below. */
export function ReadingPage(props: Props) {
  const { view, editionId, title, place } = props;
  // content that is read changes only when it is loaded again
  const { data: edition, error, mutate } = useRead('GET /editions/:editionId', { editionId }, ONCE);
  useEffect(() => {
    // newer browsers answer with a promise, which is no end of an effect
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className="reading-page">
      <Screen
        title={edition?.title ?? title}
        above={[
          { to: '/', name: '我的工作台' },
          { to: SCREENS[view], name: VIEWS[view] },
        ]}
        purpose={
          place.at < 0
            ? '这一份已不在等待之列。'
            : `第 ${place.at + 1} 份，共 ${place.lines.length} 份。差异都看过以后再决定。`
        }
      >
        {edition ? (
          <Opened key={`${edition.version} ${edition.state}`} {...props} edition={edition} />
        ) : error === undefined ? (
          <Loading />
        ) : (
          <Failure error={error} retry={() => void mutate()} />
        )}
      </Screen>
    </div>
  );
}

function Opened({ view, edition, place, keysOn, onDecided, onGo, onKeys }: Props & { edition: FoundEdition }) {
  const { editionId, version, shown } = edition;
  const root = useRef<HTMLDivElement>(null);
  const { places, isCut, hasFailed, move, tickNext } = usePlaces(root);
  const facts = useFacts(edition, view);
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<CallFailed | null>(null);
  const [openStep, setOpenStep] = useState<'approve' | 'publish' | 'return'>();
  const [isBusy, setBusy] = useState(false);
  const again = usePublished();
  const send = useSend();
  const { message } = App.useApp();
  const turn = useTurn();
  const lines = tickKeys(facts.check?.redLines);
  const readiness = readinessOf({
    view,
    edition,
    places,
    isCut,
    ticked: ticks.size,
    ...facts,
    hasFailed: facts.hasFailed || hasFailed,
  });
  const agree = view === 'to-review' ? 'approve' : 'publish';
  const outcome = view === 'to-review' ? 'approved' : 'published';
  const mayReturn = edition.may.return === '' && edition.rights.includes('content.return');
  const decide = async (): Promise<void> => {
    if (!readiness.isReady || isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const note = tickedNote(lines.length);
      await (view === 'to-review'
        ? send(
            'POST /editions/:editionId/approve',
            { editionId, version, consents: tickedConsents(facts.findings), ...(note !== '' && { note }) },
            LONG_TIMEOUT,
          )
        : send('POST /editions/:editionId/publish', { editionId, version }, LONG_TIMEOUT));
      onDecided(outcome);
    } catch (reason) {
      if (isCallFailed(reason) && EXPLAINED.includes(reason.code)) setRefusal(reason);
      else void message.error(wordsOf(reason));
      setBusy(false);
    }
  };
  const acts: Record<ReadingAct, () => void> = {
    agree: () => void decide(),
    return: () => mayReturn && setOpenStep('return'),
    'next-place': () => move(1),
    'previous-place': () => move(-1),
    tick: tickNext,
    page: turn,
    next: () => onGo(1),
    previous: () => onGo(-1),
    help: onKeys,
  };
  useWindowKeys(keysOn, (key) => {
    const act = readingAct(key);
    if (act) acts[act]();
    return act !== undefined;
  });
  const load = async (): Promise<void> => {
    setRefusal(null);
    await again();
  };
  const names = useEditionNames(shown.changes, edition.titles, edition.outdated);
  return (
    <div ref={root} className="reading-opened">
      <EditionFacts edition={edition} />
      {refusal && <Refusal refusal={refusal} onReload={() => void load()} />}
      <RedLines
        editionId={editionId}
        submitNote={submitNoteOf(edition.steps)}
        ticks={ticks}
        onTick={(key, isTicked) =>
          setTicks((before) => new Set([...[...before].filter((one) => one !== key), ...(isTicked ? [key] : [])]))
        }
      />
      <ReturnReason words={returnReason(edition)} />
      <OutdatedNote edition={edition} />
      <EditionParts edition={edition} onChanged={load} checks={<EditionChecks edition={edition} />} />
      <ReadingBar
        view={view}
        editionId={editionId}
        readiness={readiness}
        isBusy={isBusy}
        mayReturn={mayReturn}
        place={place}
        onAgree={() => (readiness.isOwn ? setOpenStep(agree) : void decide())}
        onReturn={() => setOpenStep('return')}
        onGo={onGo}
      />
      {openStep && (
        <ActDialog
          step={openStep}
          edition={edition}
          {...(openStep === 'return' &&
            (edition.outdated.length > 0 || readiness.isHeld) && {
              note:
                edition.outdated.length > 0
                  ? mergeReason(outdatedTitles(edition, names))
                  : heldReason(facts.held ?? ''),
            })}
          onChanged={async () => {}}
          onDone={() => onDecided(openStep === 'return' ? 'returned' : outcome)}
          onRefused={setRefusal}
          onClose={() => setOpenStep(undefined)}
        />
      )}
    </div>
  );
}

/** Facts that are needed before an edition can be agreed to: its check, its findings, and that its page is drawn. */
function useFacts({ editionId, version }: FoundEdition, view: ReadingView) {
  const check = useRead('GET /editions/:editionId/check', { editionId }, PATIENT);
  const found = useRead('GET /editions/:editionId/findings', view === 'to-review' ? { editionId } : null, PATIENT);
  const held = useHeld(editionId);
  const page = useSWR(
    ['drawn', editionId, version],
    async () => (await fetch(hrefOf('GET /editions/:editionId/page', { editionId, version }))).ok,
    ONCE,
  );
  return {
    held,
    check: page.data === undefined ? undefined : check.data,
    findings: found.data?.findings,
    hasFailed:
      check.error !== undefined || found.error !== undefined || page.error !== undefined || page.data === false,
  };
}

/** Opens what visitors will see, and closes it again. */
function useTurn(): () => void {
  const [search] = useSearchParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const to = tabSearch(search, tabOf(search, hash) === 'page' ? 'difference' : 'page');
  return () => void navigate(pathname + to);
}
