import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { SetUpStageName } from '../set-up-stages.ts';
import { addressOf, type CallFailed } from '#console/calls/call.ts';
import { ONCE, usePublished, useRead } from '#console/calls/use-calls.ts';
import { EditorPlaceContext } from '#console/editor/editor-place.ts';
import { Edited } from '#console/editor/EditEdition.tsx';
import { returnReason, ReturnReason } from '#console/editor/ReturnReason.tsx';
import type { FoundEdition } from '#console/editions/edition-answers.ts';
import { EditionActs } from '#console/editions/EditionActs.tsx';
import { EditionChecks } from '#console/editions/EditionChecks.tsx';
import { Refusal } from '#console/editions/Refusal.tsx';
import { StateTag } from '#console/editions/StateTag.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { Preview } from '#console/preview/Preview.tsx';
import { WithComposition } from './CompositionStage.tsx';
import { PublicSite } from './PublicSite.tsx';
import { editionAddress, stageAddress } from './stages.ts';

interface Props {
  stage: SetUpStageName;
  editionId: number;
  /** true: shown in its form; else with its changes to the site, and the actions on it */
  isEdited: boolean;
  /** its state in the list of stages; undefined once it is over, or where the reader may not see it */
  newest: EditionState | undefined;
}

const CHANNELS_AFTER = { published: '公开的栏目、新建公示栏目', discarded: '另选一套起步栏目' };

/** SU9: an edition of a stage, from its form to its publication by another person. */
export function StageEdition({ stage, editionId, isEdited, newest }: Props) {
  // read once, as on its own screen: only what a person has read is approved
  const { data, error, mutate } = useRead('GET /editions/:editionId', { editionId }, ONCE);
  // changes by others meanwhile are read; a form that is being filled in stays
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
  const { editionId, version, title, state, publishAt } = edition;
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
      <div className="two-columns edition-columns">
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
          {!isOver && <EditionChecks key={version} edition={edition} />}
        </div>
      </div>
      <EditionActs
        edition={edition}
        onChanged={load}
        onRefused={setRefusal}
        editAt={editionAddress(stage, editionId, true)}
      />
    </>
  );
}
