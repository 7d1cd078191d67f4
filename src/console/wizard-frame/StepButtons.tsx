import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { wordsOf } from '../calls/call.ts';
import './wizard-frame.css';

/** Button that leads to the next step. */
export interface StepButtonsProps {
  /** label of the button; default 下一步 */
  next?: string;
  isBusy?: boolean;
  disabled?: boolean;
  /** awaited; a failure is shown above the buttons */
  onNext?: () => void | Promise<void>;
  children?: ReactNode;
}

/** Buttons to the step before and to the next one. @param back address of the step before */
export function StepButtons({
  back,
  next = '下一步',
  isBusy = false,
  disabled = false,
  onNext,
  children,
}: StepButtonsProps & { back: string }) {
  const navigate = useNavigate();
  const [isOnItsWay, setOnItsWay] = useState(false);
  const [problem, setProblem] = useState('');
  const go = async (): Promise<void> => {
    setProblem('');
    try {
      const done = onNext?.();
      setOnItsWay(done !== undefined);
      await done;
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setOnItsWay(false);
    }
  };
  return (
    <>
      {problem !== '' && <Alert type="error" showIcon title={problem} role="alert" />}
      <div className="wizard-buttons">
        <Button onClick={() => void navigate(back)}>上一步</Button>
        {onNext && (
          <Button type="primary" loading={isBusy || isOnItsWay} disabled={disabled} onClick={() => void go()}>
            {next}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
