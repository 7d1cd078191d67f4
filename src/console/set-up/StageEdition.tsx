import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { SetUpStageName } from '#rules/editions/set-up.ts';
import { addressOf, type CallFailed } from '../calls/call.ts';
import { ONCE, usePublished, useRead } from '../calls/use-calls.ts';
import { EditorPlaceContext } from '../editor/editor-place.ts';
import { Edited } from '../editor/EditEdition.tsx';
import { returnReason, ReturnReason } from '../editor/ReturnReason.tsx';
import type { FoundEdition } from '../editions/edition-answers.ts';
import { EditionActs } from '../editions/EditionActs.tsx';
import { Problems } from '../editions/EditionScreen.tsx';
import { Refusal } from '../editions/Refusal.tsx';
import { StateTag } from '../editions/StateTag.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Preview } from '../preview/Preview.tsx';
import { WithComposition } from './CompositionStage.tsx';
import { PublicSite } from './PublicSite.tsx';
import { editionAddress, stageAddress } from './stages.ts';

interface Props {
  stage: SetUpStageName;
  editionId: number;
  /** in its form; else what it makes of the site, and what can be done with it */
  isEdited: boolean;
  /** its state as the stages tell it; undefined once it is over, or where the reader is not told */
  newest: EditionState | undefined;
}

const CHANNELS_AFTER = { published: '公开的栏目、新建公示栏目', discarded: '另选一套起步栏目' };

/** SU9: an edition of a stage, from its form to its publication by another person. */
export function StageEdition({ stage, editionId, isEdited, newest }: Props) {
  // as on its own screen: only what has been read is approved
  const { data, error, mutate } = useRead('GET /editions/:editionId', { editionId }, ONCE);
  // what others have done with it meanwhile; what is being filled in stays
  const known = useRef(newest);
  useEffect(() => {
    if (known.current === newest || isEdited) return;
    known.current = newest;
    void mutate();
  }, [newest, isEdited, mutate]);
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {(edition) =>
        isEdited ? (
          <EditorPlaceContext value={{ savedAt: (id) => editionAddress(stage, id), showsPreview: true }}>
            <p>
              <Link to={editionAddress(stage, editionId)}>{`← 第 ${editionId} 号稿件`}</Link>
            </p>
            {stage === 'brand' && edition.shown.changes.length === 1 ? (
              <WithComposition>
                <Edited key={`${editionId} ${edition.version}`} edition={edition} />
              </WithComposition>
            ) : (
              <Edited key={`${editionId} ${edition.version}`} edition={edition} />
            )}
          </EditorPlaceContext>
        ) : (
          <Shown stage={stage} edition={edition} />
        )
      }
    </Loaded>
  );
}

function Shown({ stage, edition }: { stage: SetUpStageName; edition: FoundEdition }) {
  const { editionId, version, title, state, publishAt, shown } = edition;
  const again = usePublished();
  const [refusal, setRefusal] = useState<CallFailed | null>(null);
  const load = async (): Promise<void> => {
    setRefusal(null);
    await again();
  };
  const isOver = state === 'published' || state === 'discarded';
  return (
    <>
      {stage === 'legal' && (
        <p>
          <Link to={stageAddress(stage)}>← 三份法律文本</Link>
        </p>
      )}
      {refusal && <Refusal refusal={refusal} onReload={() => void load()} />}
      <ReturnReason words={returnReason(edition)} />
      <div className="two-columns wide-first edition-columns">
        <div className="stack">
          {state === 'published' && <PublicSite />}
          {!isOver && (
            <Panel title="这份稿件发布后的样子">
              <Preview
                key={version}
                door={(look) => addressOf('GET /editions/:editionId/page', { editionId, version, ...look })}
                title={`“${title}”发布后的页面`}
                hasPages
                {...(stage !== 'legal' && { path: '/' })}
              />
            </Panel>
          )}
        </div>
        <div className="acts-place">
          <EditionActs
            edition={edition}
            onChanged={load}
            onRefused={setRefusal}
            editAt={editionAddress(stage, editionId, true)}
          />
        </div>
        <div className="stack">
          <Panel title="稿件">
            <p>
              <StateTag state={state} publishAt={publishAt} /> {title}
            </p>
            <ul className="bullets">
              <li>
                <Link to={`/editions/${editionId}`}>差异、内容和经过</Link>
              </li>
              {isOver && (
                <li>
                  <Link to={`${stageAddress(stage)}?new=1`}>
                    {stage === 'channels' ? CHANNELS_AFTER[state] : state === 'discarded' ? '重新填写' : '再作修改'}
                  </Link>
                </li>
              )}
            </ul>
          </Panel>
          {!isOver && <Problems key={version} editionId={editionId} changes={shown.changes} />}
        </div>
      </div>
    </>
  );
}
