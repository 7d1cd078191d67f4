import type { Me } from '#wire/console-answers.ts';
import { PersonMenu } from '../parts/PersonMenu.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

/** ST4: a second factor that a role needs is set up before anything else is shown. */
export function FirstSecondFactor({ me }: { me: Me }) {
  return (
    <div className="gate">
      <header className="gate-bar">
        <span>管理后台</span>
        <PersonMenu me={me} isHeld />
      </header>
      <main className="gate-panel">
        <h1>请先启用两步验证</h1>
        <p>您的角色必须使用两步验证。启用后即可继续。</p>
        <SecondFactorPanel me={me} />
      </main>
    </div>
  );
}
