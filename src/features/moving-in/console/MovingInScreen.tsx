import { Link, Navigate, useParams } from 'react-router-dom';
import type { MovingIn } from '../wire.ts';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { StepButtons as FrameButtons, type StepButtonsProps } from '#console/wizard-frame/StepButtons.tsx';
import { StepScreen } from '#console/wizard-frame/StepScreen.tsx';
import { MissingScreen } from '#console/parts/Notices.tsx';
import { CheckStep } from './CheckStep.tsx';
import { FormStep } from './FormStep.tsx';
import { MapStep } from './MapStep.tsx';
import './moving-in.css';
import { addressOf, nextStep, openSteps, PURPOSES, STEP_NAMES, STEPS, type Step } from './steps.ts';
import { TrialStep } from './TrialStep.tsx';
import { UploadStep } from './UploadStep.tsx';

/** Props of each step: the import, and how it is read again. */
export interface StepProps {
  found: MovingIn;
  again: () => Promise<unknown>;
}

/** milliseconds between two looks at work that is under way */
const LOOK = 1_000;

/** MI11 to MI13: one step of an import, at its own address; without a step, the one where work continues. */
export function MovingInScreen() {
  const { importId = '', step } = useParams();
  const { data, error, mutate } = useRead(
    'GET /moving-in/:importId',
    { importId },
    { ...ONCE, refreshInterval: (latest) => (latest?.job?.state === 'running' ? LOOK : 0) },
  );
  const at = STEPS.find((one) => one === step);
  if (step !== undefined && !at) return <MissingScreen />;
  if (data && !at) return <Navigate to={addressOf(importId, nextStep(data))} replace />;
  if (data && at && !openSteps(data).includes(at)) return <Navigate to={addressOf(importId, nextStep(data))} replace />;
  const above = [{ to: '/moving-in', name: data ? `迁入文章：${data.name}` : '迁入文章' }];
  const loading = error === undefined ? <Loading /> : <Failure error={error} retry={() => void mutate()} />;
  if (!at)
    return (
      <Screen title="迁入文章" above={above} purpose="正在读取。">
        {loading}
      </Screen>
    );
  const open = data ? openSteps(data) : [];
  return (
    <StepScreen
      label="迁入文章的步骤"
      steps={STEPS.map((one) => ({ name: STEP_NAMES[one], to: addressOf(importId, one), isOpen: open.includes(one) }))}
      at={STEPS.indexOf(at)}
      above={above}
      purpose={PURPOSES[at]}
    >
      {data ? <StepContent key={at} at={at} found={data} again={() => mutate()} /> : loading}
    </StepScreen>
  );
}

/** Content of a step. Choices must not change under work that reads them. */
function StepContent(props: StepProps & { at: Step }) {
  const { at, found } = props;
  return (
    <div className="stack">
      {found.job?.state === 'running' && at !== 'upload' && at !== 'check' ? (
        <p>
          正在处理，请稍候。<Link to={addressOf(found.importId, found.folder ? 'check' : 'upload')}>查看进度</Link>
        </p>
      ) : (
        <StepForm {...props} />
      )}
    </div>
  );
}

function StepForm({ at, ...props }: StepProps & { at: Step }) {
  switch (at) {
    case 'upload':
      return <UploadStep {...props} />;
    case 'form':
      return <FormStep {...props} />;
    case 'map':
      return <MapStep {...props} />;
    case 'trial':
      return <TrialStep {...props} />;
    case 'check':
      return <CheckStep {...props} />;
  }
}

interface ButtonsProps extends StepButtonsProps {
  importId: string;
  step: Step;
}

/** The way back and the way on. */
export function StepButtons({ importId, step, ...way }: ButtonsProps) {
  const before = STEPS[STEPS.indexOf(step) - 1];
  return <FrameButtons back={before ? addressOf(importId, before) : '/moving-in'} {...way} />;
}
