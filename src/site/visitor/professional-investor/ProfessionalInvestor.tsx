import { useCallback, useEffect, useRef, useState } from 'react';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { VisitorFormProps } from '#ui/visitor-forms.ts';
import { paths } from '#wire/paths.ts';
import { checkFundAccount, goToLogin } from '../../fund-account.ts';
import { hasToken } from '../../session.ts';
import { useSite } from '../../site-context.ts';
import { readStatus, type ApplicationStatus } from './application.ts';
import { ApplicationForm } from './ApplicationForm.tsx';
import { Progress } from './Progress.tsx';

type Known = ApplicationStatus | 'waiting' | 'failed';

/** RK7: the customer's own application: what became of it, and the form where one may be sent. RK5: nobody without a login. */
export function ProfessionalInvestor({ notices, hotline }: VisitorFormProps) {
  const { state, calls, session } = useSite();
  const { login } = state.shell;
  const [known, setKnown] = useState<Known>('waiting');
  const sent = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = useCallback(() => {
    calls.told.get(paths.proQuery).then(
      (data) => setKnown(readStatus(data)),
      () => setKnown('failed'),
    );
  }, [calls]);

  useEffect(() => {
    if (checkFundAccount(login)) ask();
  }, [ask, login]);

  // after sending, what is read next is what became of it
  useEffect(() => {
    if (sent.current && typeof known === 'object') heading.current?.focus();
  }, [known]);

  if (!hasToken()) {
    return (
      <EmptyNote title="请先登录资金账号">
        <p>登录后可以提交申请、查询审核进度与结果。</p>
        <button type="button" className="button" onClick={() => goToLogin(login)}>
          去登录
        </button>
      </EmptyNote>
    );
  }
  function onSent() {
    sent.current = true;
    ask();
  }
  if (known === 'waiting') return <Skeleton rows={8} kind="line" />;
  if (known === 'failed') {
    return (
      <EmptyNote title="内容暂时无法显示">
        <button type="button" className="button" onClick={() => (setKnown('waiting'), ask())}>
          重试
        </button>
      </EmptyNote>
    );
  }
  return (
    <>
      {known.state !== '' && <Progress status={known} heading={heading} hotline={hotline} />}
      {known.mayApply && <ApplicationForm key={known.state} before={known} notices={notices} owner={() => session.current()?.custName ?? ''} onSent={onSent} />}
    </>
  );
}
