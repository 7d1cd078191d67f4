import { Alert, Button } from 'antd';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { wordsOf } from '../calls/call.ts';

interface Props {
  title: string;
  /** words about the effect */
  children: ReactNode;
  /** name of the button that does it */
  action: string;
  /** name of the button that does not */
  keep?: string;
  danger?: boolean;
  /** words shown while a long act runs */
  busyWords?: string;
  onConfirm: () => Promise<void>;
  /** a second way to do it */
  also?: { action: string; onConfirm: () => Promise<void> };
  onClose: () => void;
}

/**
 * A question before something that others notice. The browser's own dialog: it holds the focus and gives it back, and
 * puts
 * no style into the page that the Content-Security-Policy would refuse.
 */
export function Confirm({
  title,
  children,
  action,
  keep = '取消',
  danger = false,
  busyWords = '',
  onConfirm,
  also,
  onClose,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const confirm = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await act();
      onClose();
    } catch (reason) {
      setProblem(wordsOf(reason));
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      <div className="confirm-body">{children}</div>
      <div className="confirm-foot">
        {problem !== '' && <Alert type="error" showIcon title={problem} />}
        {busyWords !== '' && (
          <p role="status" className="quiet">
            {isBusy ? busyWords : ''}
          </p>
        )}
        <div className="confirm-actions">
          <Button onClick={onClose} disabled={isBusy}>
            {keep}
          </Button>
          {also && (
            <Button disabled={isBusy} onClick={() => void confirm(also.onConfirm)}>
              {also.action}
            </Button>
          )}
          <Button type="primary" danger={danger} loading={isBusy} onClick={() => void confirm(onConfirm)}>
            {action}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
