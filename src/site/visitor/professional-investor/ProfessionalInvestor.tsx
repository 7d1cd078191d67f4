import { lazy, Suspense, useEffect } from 'react';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { VisitorFormProps } from '#ui/visitor-forms.ts';
import { checkFundAccount, goToLogin } from '../../answers/fund-account.ts';
import { hasToken } from '../../answers/session.ts';
import { useSite } from '../../moves/site-context.ts';
import { useVisitor } from '../../visitor.ts';

/** A visitor who has not logged in has no use for it. */
const Application = lazy(() => import('./Application.tsx').then((module) => ({ default: module.Application })));

/** RK7: for customers. RK5: nobody without a login. */
export function ProfessionalInvestor(form: VisitorFormProps) {
  const { login } = useSite().state.shell;
  // drawn anew when somebody logs out
  useVisitor('userInfo');
  useEffect(() => void checkFundAccount(login), [login]);
  if (hasToken())
    return (
      <Suspense fallback={<Skeleton rows={8} kind="line" />}>
        <Application {...form} />
      </Suspense>
    );
  return (
    <EmptyNote title="请先登录资金账号">
      <p>登录后可以提交申请、查询审核进度与结果。</p>
      <button type="button" className="button" onClick={() => goToLogin(login)}>
        去登录
      </button>
    </EmptyNote>
  );
}
