import { Button } from 'antd';
import { useLayoutEffect, type ReactNode } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import type { MovingIn } from '../wire.ts';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import { MissingScreen } from '#console/shell/Notices.tsx';
import { CheckStep } from './CheckStep.tsx';
import { FormStep } from './FormStep.tsx';
import { MapStep } from './MapStep.tsx';
import './moving-in.css';
import { addressOf, nextStep, openSteps, PURPOSES, STEP_NAMES, STEPS, type Step } from './steps.ts';
import { TrialStep } from './TrialStep.tsx';
import { UploadStep } from './UploadStep.tsx';

/** What each step gets: the import, and how it is read again. */
export interface StepProps {
  found: MovingIn;
  again: () => Promise<unknown>;
}

/** milliseconds between two looks at work that is under way */
const LOOK = 1_000;

/** MI11 to MI13: one step of an import, at its own address; without a step the one where it goes on. */
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
  return (
    <Screen
      key={at ?? 'none'}
      title={at ? STEP_NAMES[at] : '迁入文章'}
      step={at ? `第 ${STEPS.indexOf(at) + 1} 步，共 ${STEPS.length} 步` : ''}
      above={[{ to: '/moving-in', name: data ? `迁入文章：${data.name}` : '迁入文章' }]}
      purpose={at ? PURPOSES[at] : '正在读取。'}
    >
      {error !== undefined && !data && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data && at && <Steps found={data} at={at} again={() => mutate()} />}
    </Screen>
  );
}

function Steps({ found, at, again }: StepProps & { at: Step }) {
  const open = openSteps(found);
  const isRunning = found.job?.state === 'running';
  // the buttons that lead on stand at the foot of a long step
  useLayoutEffect(() => void window.scrollTo(0, 0), []);
  return (
    <>
      <nav aria-label="迁入文章的步骤">
        <ol className="moving-in-steps">
          {STEPS.map((one, index) => (
            <li key={one} aria-current={one === at ? 'step' : undefined}>
              {open.includes(one) && one !== at ? (
                <Link to={addressOf(found.importId, one)}>{`${index + 1}. ${STEP_NAMES[one]}`}</Link>
              ) : (
                <span>{`${index + 1}. ${STEP_NAMES[one]}`}</span>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <div className="stack">
        {/* what is chosen must not change under work that reads it */}
        {isRunning && at !== 'upload' && at !== 'check' ? (
          <p>
            正在处理，请稍候。<Link to={addressOf(found.importId, found.folder ? 'check' : 'upload')}>查看进度</Link>
          </p>
        ) : (
          <StepForm at={at} found={found} again={again} />
        )}
      </div>
    </>
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

interface ButtonsProps {
  importId: string;
  step: Step;
  /** name of the way on */
  next?: string;
  isBusy?: boolean;
  disabled?: boolean;
  onNext?: () => void;
  children?: ReactNode;
}

/** The way back and the way on. */
export function StepButtons({
  importId,
  step,
  next = '下一步',
  isBusy = false,
  disabled = false,
  onNext,
  children,
}: ButtonsProps) {
  const navigate = useNavigate();
  const before = STEPS[STEPS.indexOf(step) - 1];
  return (
    <div className="moving-in-buttons">
      <Button onClick={() => void navigate(before ? addressOf(importId, before) : '/moving-in')}>上一步</Button>
      {onNext && (
        <Button type="primary" loading={isBusy} disabled={disabled} onClick={onNext}>
          {next}
        </Button>
      )}
      {children}
    </div>
  );
}
