import { Alert, Button } from 'antd';
import { useState } from 'react';
import { wordsOf } from '../calls/call.ts';

interface Props {
  /** names the work for whoever does not see its bar */
  title: string;
  /** progress in words */
  told: string;
  /** progress in numbers; absent where nobody knows yet */
  share?: { done: number; of: number } | undefined;
  /** ends the work */
  cancel?: () => Promise<unknown>;
}

/** Work that goes on at the server: how far it is, and that nobody has to wait for it here. */
export function WorkProgress({ title, told, share, cancel }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const end = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await cancel?.();
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className="work-progress">
        <progress aria-label={title} {...(share && { max: share.of, value: share.done })} />
        <span>{told}</span>
        {cancel && (
          <Button loading={isBusy} onClick={() => void end()}>
            取消
          </Button>
        )}
      </div>
      <p className="quiet">在服务器上进行，可以离开这个页面，稍后再回来。</p>
      {problem !== '' && <Alert type="error" showIcon title={problem} />}
    </>
  );
}
