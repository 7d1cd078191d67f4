import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { MovingInJob } from '../wire.ts';
import { wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import { Panel } from '#console/parts/Panel.tsx';

const WORKS: Readonly<Record<MovingInJob['work'], { doing: string; what: string; unit: string }>> = {
  unpack: { doing: '正在整理文件', what: '整理文件', unit: '个文件' },
  check: { doing: '正在检查全部文章', what: '检查', unit: '篇' },
  save: { doing: '正在检查并保存稿件', what: '保存', unit: '篇' },
};

/** MI13: how far the work on an import is, or how it ended where that was not by being done. */
export function JobProgress({
  importId,
  job,
  again,
}: {
  importId: string;
  job: MovingInJob;
  again: () => Promise<unknown>;
}) {
  const send = useSend();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { doing, what, unit } = WORKS[job.work];
  const isRunning = job.state === 'running';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // the button that began it is gone
    if (isRunning && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isRunning]);
  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      await send('DELETE /moving-in/:importId/job', { importId });
      await again();
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div aria-live="polite" className="moving-in-live">
      {isRunning && (
        <Panel title={doing} heading={heading}>
          <div className="moving-in-progress">
            <progress max={Math.max(job.of, 1)} value={job.done} aria-label={doing} />
            <span>
              {job.of === 0
                ? '正在读取…'
                : `${job.done.toLocaleString('zh-CN')} / ${job.of.toLocaleString('zh-CN')} ${unit}`}
            </span>
            <Button loading={isBusy} onClick={() => void cancel()}>
              取消
            </Button>
          </div>
          <p className="quiet">在服务器上进行，可以离开这个页面，稍后再回来。</p>
          {problem !== '' && <Alert type="error" showIcon title={problem} />}
        </Panel>
      )}
      {job.state === 'failed' && <Alert type="error" showIcon title={`${what}没有完成`} description={job.message} />}
      {job.state === 'cancelled' && <Alert type="info" showIcon title={`${what}已取消，可以重新开始`} />}
      {job.state === 'interrupted' && (
        <Alert
          type="warning"
          showIcon
          title={`${what}中断了`}
          description={
            job.work === 'save'
              ? '服务器可能重新启动过。再保存一次即可继续，已保存的文章不会重复。'
              : '服务器可能重新启动过，请重新开始。'
          }
        />
      )}
    </div>
  );
}
