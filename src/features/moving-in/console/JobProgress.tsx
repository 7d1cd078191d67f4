import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import type { MovingInJob } from '../wire.ts';
import { useSend } from '#console/calls/use-calls.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { WorkProgress } from '#console/parts/WorkProgress.tsx';

const WORKS: Readonly<Record<MovingInJob['work'], { doing: string; what: string; unit: string }>> = {
  unpack: { doing: '正在整理文件', what: '整理文件', unit: '个文件' },
  check: { doing: '正在检查全部文章', what: '检查', unit: '篇' },
  save: { doing: '正在检查并保存稿件', what: '保存', unit: '篇' },
};

/** MI13: progress of the work on an import, or its end where it was not finished. */
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
  const { doing, what, unit } = WORKS[job.work];
  const isRunning = job.state === 'running';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // the button that began it is gone
    if (isRunning && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isRunning]);
  const cancel = async (): Promise<void> => {
    await send('DELETE /moving-in/:importId/job', { importId });
    await again();
  };
  return (
    <div aria-live="polite" className="moving-in-live">
      {isRunning && (
        <Panel title={doing} heading={heading}>
          <WorkProgress
            title={doing}
            told={
              job.of === 0
                ? '正在读取…'
                : `${job.done.toLocaleString('zh-CN')} / ${job.of.toLocaleString('zh-CN')} ${unit}`
            }
            share={job.of === 0 ? undefined : job}
            cancel={cancel}
          />
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
