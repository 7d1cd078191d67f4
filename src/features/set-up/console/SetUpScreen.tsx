import { App, Button, Space } from 'antd';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { isSetUpStage, SET_UP_STAGES, STAGE_STATES, STAGE_TITLES, type SetUpStageName } from '../set-up-stages.ts';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import type { SetUpAnswer, SetUpStage } from '../wire.ts';
import { wordsOf } from '#console/calls/call.ts';
import { useMe, useRead, useSend } from '#console/calls/use-calls.ts';
import { EditorPlaceContext } from '#console/editor/editor-place.ts';
import { LinkButton } from '#console/parts/LinkButton.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { SITE_VISIBLE } from '#console/settings/setting-kinds.ts';
import { MissingScreen } from '#console/parts/Notices.tsx';
import { ChannelStage } from './ChannelStage.tsx';
import { CheckStage } from './CheckStage.tsx';
import { CompositionStage, WithComposition } from './CompositionStage.tsx';
import { LegalStage } from './LegalStage.tsx';
import { PeopleStage } from './PeopleStage.tsx';
import { SettingStage } from './SettingStage.tsx';
import { StageEdition } from './StageEdition.tsx';
import { editionAddress, rememberStage, STAGE_PURPOSES, stageAddress, stageBeside, stageToGoOnWith } from './stages.ts';
import './set-up.css';

/** Milliseconds between two looks at work that others do in windows of their own; each stage looks, too. */
const WAITING = { refreshInterval: 20_000, dedupingInterval: 0 };

/** SU9: setting up a site, stage by stage, each at its own address; without a stage, the one where work continues. */
export function SetUpScreen() {
  const { stage } = useParams();
  if (stage === undefined) return <GoOn />;
  // each stage reads anew how far all of them are
  return isSetUpStage(stage) ? <Stage key={stage} name={stage} /> : <MissingScreen />;
}

function useSetUp(): { data: SetUpAnswer | undefined; error: unknown; retry: () => void } {
  const { data, error, mutate } = useRead('GET /set-up', {}, WAITING);
  return { data, error, retry: () => void mutate() };
}

function GoOn() {
  const { data: me } = useMe();
  return (
    <Loaded of={useSetUp()}>
      {({ stages }) => <Navigate to={stageAddress(stageToGoOnWith(stages, me?.grants ?? []))} replace />}
    </Loaded>
  );
}

function Stage({ name }: { name: SetUpStageName }) {
  const loaded = useSetUp();
  const { data: me } = useMe();
  const mayLeaveOut = me !== undefined && mayDo(me.grants, 'site.set-up', [WHOLE_SITE]);
  const own = loaded.data?.stages.find((one) => one.name === name);
  useEffect(() => rememberStage(name), [name]);
  return (
    <Screen
      title={`设置网站：${STAGE_TITLES[name]}`}
      step={`第 ${SET_UP_STAGES.indexOf(name) + 1} 步，共 ${SET_UP_STAGES.length} 步`}
      above={[{ to: '/', name: '我的工作台' }]}
      purpose={STAGE_PURPOSES[name]}
      actions={<StageButtons name={name} own={mayLeaveOut ? own : undefined} again={loaded.retry} />}
    >
      <Loaded of={loaded}>
        {(answer) => (
          <>
            <StageList here={name} stages={answer.stages} />
            <StageBody name={name} answer={answer} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function StageList({ here, stages }: { here: SetUpStageName; stages: readonly SetUpStage[] }) {
  return (
    <nav aria-label="设置网站的步骤">
      <ol className="set-up-stages">
        {stages.map(({ name, state }, at) => (
          <li key={name}>
            <Link to={stageAddress(name)} aria-current={name === here ? 'step' : undefined}>
              <span>{`${at + 1}. ${STAGE_TITLES[name]}`}</span>
              <span className={`set-up-stages__state set-up-stages__state--${state}`}>{STAGE_STATES[state]}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The way back and on. @param own absent: the reader cannot leave it out */
function StageButtons({ name, own, again }: { name: SetUpStageName; own: SetUpStage | undefined; again: () => void }) {
  const send = useSend();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [before, next] = [stageBeside(name, -1), stageBeside(name, 1)];
  const leaveOut = async (isSkipped: boolean): Promise<void> => {
    try {
      await send('POST /set-up/skipped', { stage: name, isSkipped });
      again();
      if (isSkipped && next) await navigate(stageAddress(next));
    } catch (reason) {
      void message.error(wordsOf(reason));
    }
  };
  return (
    <Space wrap>
      {before && (
        <LinkButton to={stageAddress(before)} type="default">
          上一步
        </LinkButton>
      )}
      {own?.state === 'skipped' && <Button onClick={() => void leaveOut(false)}>不再跳过</Button>}
      {own && next && name !== 'check' && ['none', 'begun', 'draft'].includes(own.state) && (
        <Button onClick={() => void leaveOut(true)}>跳过</Button>
      )}
      {next ? <LinkButton to={stageAddress(next)}>下一步</LinkButton> : <LinkButton to="/">回工作台</LinkButton>}
    </Space>
  );
}

function StageBody({ name, answer }: { name: SetUpStageName; answer: SetUpAnswer }) {
  const [search] = useSearchParams();
  const { editions = [] } = answer.stages.find((one) => one.name === name) ?? {};
  // a stage with several texts leaves the choice open
  const only = name === 'legal' || name === 'check' || search.has('new') ? undefined : editions[0]?.editionId;
  const chosen = Number(search.get('edition') ?? NaN) || only;
  return (
    <>
      {chosen === undefined ? (
        <EditorPlaceContext value={{ savedAt: (id) => editionAddress(name, id), showsPreview: true }}>
          <StageForm name={name} answer={answer} />
        </EditorPlaceContext>
      ) : (
        <StageEdition
          key={chosen}
          stage={name}
          editionId={chosen}
          isEdited={search.has('edit')}
          newest={editions.find(({ editionId }) => editionId === chosen)?.state}
        />
      )}
      {name === 'brand' && chosen !== undefined && !search.has('edit') && <CompositionStage brand={chosen} />}
    </>
  );
}

function StageForm({ name, answer }: { name: SetUpStageName; answer: SetUpAnswer }) {
  switch (name) {
    case 'firm':
      return <SettingStage name="site" />;
    case 'brand':
      return (
        <WithComposition>
          <SettingStage name="brand" />
        </WithComposition>
      );
    case 'channels':
      return <ChannelStage answer={answer} />;
    case 'people':
      return <PeopleStage answer={answer} />;
    case 'legal':
      return <LegalStage answer={answer} />;
    case 'check':
      return <CheckStage answer={answer} />;
    case 'open':
      return <OpenStage answer={answer} />;
  }
}

/** A site that was never hidden has no such setting (SU8). */
const OpenStage = ({ answer: { isShown } }: { answer: SetUpAnswer }) =>
  isShown ? (
    <Panel title="开通网站">
      <p>网站已经开通，访客看得到。</p>
    </Panel>
  ) : (
    <SettingStage name={SITE_VISIBLE} />
  );
