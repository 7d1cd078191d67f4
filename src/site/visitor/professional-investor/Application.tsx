import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { VisitorFormProps } from '#ui/visitor-forms.ts';
import { paths } from '#wire/paths.ts';
import { useSite } from '../../moves/site-context.ts';
import { useVisitor } from '../../visitor.ts';
import { readStatus, type ApplicationStatus } from './application.ts';
import { Progress } from './Progress.tsx';

/** A visitor who waits for an answer has no use for the form. */
const ApplicationForm = lazy(() =>
  import('./ApplicationForm.tsx').then((module) => ({ default: module.ApplicationForm })),
);

type Known = ApplicationStatus | 'waiting' | 'failed';

/** RK7: the customer's own application: what became of it, and the form where one may be sent. */
export function Application({ notices, hotline }: VisitorFormProps) {
  const { calls } = useSite();
  const [known, setKnown] = useState<Known>('waiting');
  // ISO 8601, of what was sent from this page
  const [sentAt, setSentAt] = useState('');
  const confirmation = useRef<HTMLElement>(null);
  // the form begins with what its owner typed, so it begins anew when it is found out who that is
  const owner = useVisitor('userInfo')?.custName ?? '';
  const ask = useCallback(() => {
    calls.told.get(paths.proQuery).then(
      (data) => setKnown(readStatus(data)),
      () => setKnown('failed'),
    );
  }, [calls]);

  useEffect(ask, [ask]);

  // after sending, what is read next is that it has arrived
  useEffect(() => {
    if (sentAt !== '') confirmation.current?.focus();
  }, [sentAt]);

  function onSent() {
    setSentAt(new Date().toISOString());
    // the form is gone: what was sent is not sent again
    setKnown('waiting');
    ask();
  }
  return (
    <>
      {sentAt !== '' && (
        <Sent
          at={(typeof known === 'object' && known.steps.at(-1)?.at) || sentAt}
          hotline={hotline}
          focus={confirmation}
        />
      )}
      {known === 'waiting' && <Skeleton rows={8} kind="line" />}
      {known === 'failed' && (
        <EmptyNote title={sentAt === '' ? '内容暂时无法显示' : '申请进度暂时无法显示'}>
          <button type="button" className="button" onClick={() => (setKnown('waiting'), ask())}>
            重试
          </button>
        </EmptyNote>
      )}
      {typeof known === 'object' && known.state !== '' && <Progress status={known} hotline={hotline} />}
      {typeof known === 'object' && known.mayApply && (
        <Suspense fallback={<Skeleton rows={8} kind="line" />}>
          <ApplicationForm
            key={`${known.state} ${owner}`}
            before={known}
            notices={notices}
            owner={owner}
            onSent={onSent}
          />
        </Suspense>
      )}
    </>
  );
}

/** Message that the application has arrived, when, and what comes next; it stays until the page is left. */
function Sent({ at, hotline, focus }: { at: string; hotline: string; focus: RefObject<HTMLElement | null> }) {
  return (
    <section className="applied__sent" aria-labelledby="applied-sent" ref={focus} tabIndex={-1}>
      <h2 id="applied-sent">已提交</h2>
      <p>
        您的申请与材料已于 <time dateTime={at}>{shanghaiTime(at)}</time> 提交成功。
      </p>
      <p>
        审核人员受理后核对材料，一般在五个工作日内给出结果；进度、结果和需要补充的材料都在本页查看
        {hotline && `，也可以致电 ${hotline} 询问`}。
      </p>
    </section>
  );
}
