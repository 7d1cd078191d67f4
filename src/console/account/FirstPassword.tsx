import type { Me } from '#wire/console-answers.ts';
import { PersonMenu } from '../parts/PersonMenu.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** A password that somebody else has given is changed before anything else is shown. */
export function FirstPassword({ me }: { me: Me }) {
  return (
    <div className="gate">
      <header className="gate-bar">
        <span>管理后台</span>
        <PersonMenu me={me} isHeld />
      </header>
      <main className="gate-panel">
        <h1>请先修改密码</h1>
        <p>您现在的密码是别人给的。换成只有您自己知道的密码后，即可继续。</p>
        <PasswordForm me={me} />
      </main>
    </div>
  );
}
