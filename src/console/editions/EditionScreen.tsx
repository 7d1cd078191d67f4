import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { EDITION_STEPS } from '#rules/editions/edition-steps.ts';
import { addressOf, type CallFailed } from '../calls/call.ts';
import { ONCE, PATIENT, usePublished, useRead } from '../calls/use-calls.ts';
import { EditionConsequences } from '../channels/EditionConsequences.tsx';
import { ReturnReason, returnReason } from '../editor/ReturnReason.tsx';
import { Failure } from '../parts/Failure.tsx';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { Preview } from '../preview/Preview.tsx';
import { changeAnchor } from './change-groups.ts';
import { Differences } from './Differences.tsx';
import type { Change } from '#kinds/index.ts';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { noteText, rowsUnderWay } from './edition-words.ts';
import { EditionActs } from './EditionActs.tsx';
import { EditionContent } from './EditionContent.tsx';
import { EditionPlan } from './EditionPlan.tsx';
import { marksOf } from './marks.ts';
import { RedLines } from './RedLines.tsx';
import { Refusal } from './Refusal.tsx';
import { StateTag } from './StateTag.tsx';
import { VerifySays } from './VerifySays.tsx';
import { Versions } from './Versions.tsx';

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
  const isOpen = edition.state !== 'published' && edition.state !== 'publishing' && edition.state !== 'discarded';
  return (
    <Screen
      title={edition.title}
      above={ABOVE}
      purpose="核对差异和发布后的样子，再决定下一步。审核人不能是参与撰写的人；每一步都写入操作记录。"
    >
      {refusal && <Refusal refusal={refusal} onReload={() => void load()} />}
      {isOpen && <RedLines key={`red ${edition.version}`} editionId={edition.editionId} />}
      <ReturnReason words={returnReason(edition)} />
      <div className="two-columns wide-first edition-columns">
        <div className="stack">
          <Differences key={`${edition.version} ${edition.state}`} edition={edition} />
          {isOpen && <After key={edition.version} edition={edition} />}
          <EditionContent
            edition={{
              editionId: edition.editionId,
              version: edition.shown.version,
              files: edition.files,
              titles: edition.titles,
            }}
            changes={edition.shown.changes}
          />
        </div>
        <div className="acts-place">
          <EditionActs edition={edition} onChanged={load} onRefused={setRefusal} />
        </div>
        <div className="stack">
          <EditionPlan edition={edition} onChanged={load} />
          <Standing edition={edition} />
          {isOpen && <Problems key={edition.version} editionId={edition.editionId} changes={edition.shown.changes} />}
          <Steps edition={edition} />
          <Versions edition={edition} />
        </div>
      </div>
    </Screen>
  );
}

/** What visitors will see, and what becomes of menus, addresses and checks. */
function After({ edition: { editionId, version, title, shown } }: { edition: FoundEdition }) {
  const { data: comparison } = useRead(
    'GET /editions/:editionId/compare',
    { editionId, from: 'public', to: String(version) },
    PATIENT,
  );
  const { changes } = shown;
  const marks = useMemo(() => comparison && marksOf(comparison, changes), [comparison, changes]);
  const of = { editionId, version: shown.version };
  return (
    <>
      <Panel title="发布后的样子">
        <Preview
          door={(look) => addressOf('GET /editions/:editionId/page', { editionId, version, ...look })}
          title={`“${title}”发布后的页面`}
          marks={marks}
        />
      </Panel>
      <EditionConsequences edition={of} changes={changes} />
      <VerifySays edition={of} changes={changes} />
    </>
  );
}

function Standing({
  edition: {
    state,
    publishAt,
    emergency,
    version,
    channelIds,
    contributors,
    approvedBy,
    publishedIn,
    progress,
    outdated,
    shown,
    addresses,
  },
}: {
  edition: FoundEdition;
}) {
  const { nameOf } = useEditionNames(shown.changes);
  const isWaiting = emergency !== null && emergency.reviewedAt === '';
  const facts: [string, React.ReactNode][] = [
    [
      '状态',
      <StateTag
        key="state"
        state={state}
        publishAt={publishAt}
        progress={progress}
        {...(isWaiting && { reviewDue: emergency.dueAt, isOverdue: emergency.isOverdue })}
      />,
    ],
    ['版次', `第 ${version} 版`],
    ['栏目', channelIds.map(nameOf).join('；')],
    ['撰写', contributors.map(({ name }) => name).join('、')],
    ...(approvedBy === '' ? [] : ([['审核', approvedBy]] as [string, string][])),
    ...(publishAt === '' ? [] : ([['计划发布', <Moment key="at" at={publishAt} />]] as [string, React.ReactNode][])),
    ...(emergency ? ([['紧急发布', `${emergency.name}：${emergency.reason}`]] as [string, string][]) : []),
    ...(progress && progress.halted !== '' ? ([['中断的原因', progress.halted]] as [string, string][]) : []),
    ...(outdated.length > 0
      ? ([['须核对', '稿件开始以后，公开的内容已有变化。请撰写人点“修改”，与其核对、合并后保存，再提交审核']] as [
          string,
          string,
        ][])
      : []),
  ];
  return (
    <Panel title="概况">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {publishedIn !== null && (
        <>
          <FoldedWhenMany title={`在网站上查看（${addresses.length} 处）`} count={addresses.length}>
            <ul className="bullets">
              {addresses.map(({ title, path }) => (
                <li key={path}>
                  <a href={path} target="_blank" rel="noopener">{`在网站上查看：${title}`}</a>
                </li>
              ))}
            </ul>
          </FoldedWhenMany>
          <p>
            <Link to="/publications">{`发布记录（第 ${publishedIn} 号）`}</Link>
          </p>
        </>
      )}
    </Panel>
  );
}

/** What keeps an edition from being published. */
export function Problems({ editionId, changes }: { editionId: number; changes: readonly Change[] }) {
  const { data, error, mutate } = useRead('GET /editions/:editionId/check', { editionId }, PATIENT);
  return (
    <Panel title="检查">
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading words={rowsUnderWay('检查', changes) || '正在检查…'} />}
      {data?.problems.length === 0 && <p>没有发现妨碍发布的问题。</p>}
      <ul className="bullets">
        {data?.problems.map(({ change, message, row }) => (
          <li key={`${change} ${row} ${message}`}>
            {change === null ? (
              message
            ) : (
              <>
                <Link to={`/editions/${editionId}#${changeAnchor(change)}`}>{`第 ${change + 1} 项`}</Link>
                {`：${message}`}
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Steps({ edition: { steps } }: { edition: FoundEdition }) {
  return (
    <Panel title="经过">
      <ol className="newest edition-steps">
        {steps.map(({ at, name, act, version, note }) => (
          <li key={`${at} ${act}`}>
            <strong>{`${EDITION_STEPS[act]}（第 ${version} 版）`}</strong>
            <span>
              <Moment at={at} /> {name || '系统'}
            </span>
            {note !== '' && <p>{noteText(note)}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
