import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { FirstCode } from '../account/FirstCode.tsx';
import { FirstPassword } from '../account/FirstPassword.tsx';
import { FirstSecondFactor } from '../account/FirstSecondFactor.tsx';
import { isCallFailed, SIGN_IN_NEEDED } from '../calls/call.ts';
import { useMe } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { SignInFrame } from '../sign-in/SignInFrame.tsx';

/**
 * Everything behind the sign-in. Who is there is asked again with each screen, so that a suspension or a changed role
 * is
 * felt at the next click.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: me, error, mutate } = useMe();
  const { pathname } = useLocation();
  // the way to the sign-in is taken by whoever hears of the refusal (useRefusals)
  if (isCallFailed(error) && error.code === SIGN_IN_NEEDED) return <Loading />;
  if (!me && error !== undefined) {
    return (
      <SignInFrame title="暂时不能进入">
        <Failure error={error} retry={() => void mutate()} />
      </SignInFrame>
    );
  }
  if (!me) return <Loading />;
  return (
    <>
      <AskAgain key={pathname} />
      {me.needsCode ? (
        <FirstCode me={me} />
      ) : me.mustChange ? (
        <FirstPassword me={me} />
      ) : me.needsSecondFactor ? (
        <FirstSecondFactor me={me} />
      ) : (
        children
      )}
    </>
  );
}

/** Drawn anew with each screen. */
function AskAgain() {
  const { mutate } = useMe();
  useEffect(() => void mutate(), [mutate]);
  return null;
}
