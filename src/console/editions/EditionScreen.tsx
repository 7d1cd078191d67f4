import { Alert } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { CallFailed } from '../calls/call.ts';
import { ONCE, usePublished, useRead } from '../calls/use-calls.ts';
import { ReturnReason, returnReason } from '../editor/ReturnReason.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { outdatedTitles, submitNoteOf } from './edition-words.ts';
import { EditionActs } from './EditionActs.tsx';
import { EditionChecks } from './EditionChecks.tsx';
import { EditionFacts } from './EditionFacts.tsx';
import { isOpenEdition } from './edition-part.ts';
import { EditionParts } from './EditionParts.tsx';
import { RedLines } from './RedLines.tsx';
import { Refusal } from './Refusal.tsx';

/** milliseconds */
const NEXT_LOOK = 2_000;

/** ED8: while it is published in steps nobody can change it, and the screen follows. */
const untilPublished = (edition: FoundEdition | undefined): number =>
  edition?.state === 'publishing' && edition.progress?.halted === '' ? NEXT_LOOK : 0;

const ABOVE = [{ to: '/editions', name: '稿件' }];

/** ED1. One edition: what it changes, what visitors will see, what it says, what became of it, and what can be done. */
export function EditionScreen() {
  const { editionId = '' } = useParams();
  // only what has been read may be approved: a newer version comes when it is asked for, not when the window is looked
  // at
  const {
    data: edition,
    error,
    mutate,
  } = useRead(
    'GET /editions/:editionId',
    { editionId: Number(editionId) },
    { ...ONCE, refreshInterval: untilPublished },
  );
  const again = usePublished();
  const [refusal, setRefusal] = useState<CallFailed | null>(null);
  if (!edition) {
    return (
      <Screen title="稿件" above={ABOVE} purpose="一份稿件的内容、差异和经过。">
        {error === undefined ? <Loading /> : <Failure error={error} retry={() => void mutate()} />}
      </Screen>
    );
  }
  const load = async (): Promise<void> => {
    setRefusal(null);
    await again();
  };
  return (
    <Screen
      title={edition.title}
      above={ABOVE}
      purpose="核对差异和发布后的样子，再决定下一步。审核人不能是参与撰写的人；每一步都写入操作记录。"
    >
      <EditionFacts edition={edition} />
      {refusal && <Refusal refusal={refusal} onReload={() => void load()} />}
      {isOpenEdition(edition) && (
        <RedLines
          key={`red ${edition.version}`}
          editionId={edition.editionId}
          submitNote={submitNoteOf(edition.steps)}
        />
      )}
      <ReturnReason words={returnReason(edition)} />
      <OutdatedNote edition={edition} />
      <EditionParts
        edition={edition}
        onChanged={load}
        checks={<EditionChecks key={edition.version} edition={edition} />}
      />
      <EditionActs edition={edition} onChanged={load} onRefused={setRefusal} />
    </Screen>
  );
}

/** ED11: an edition over content that others published since it was begun is merged first, and says what that is. */
export function OutdatedNote({ edition }: { edition: FoundEdition }) {
  const names = useEditionNames(edition.shown.changes, edition.titles, edition.outdated);
  if (edition.outdated.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="above-form"
      title="稿件开始以后，公开的内容已有变化，合并以前不能通过"
      description={`${outdatedTitles(edition, names).join('、')}已另行发布。请撰写人点“修改”，与其核对、合并后保存，再提交审核；审核人可以退回请合并。`}
    />
  );
}
