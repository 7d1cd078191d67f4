import { App, Button } from 'antd';
import { useState } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import type { Me } from '#wire/console-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { useForget, useSend } from '../calls/use-calls.ts';

/**
 * The person who is signed in, their account, and the way out: two things, which need no menu that opens. @param isHeld
 * nothing else may be opened yet
 */
export function PersonMenu({ me, isHeld = false }: { me: Me; isHeld?: boolean }) {
  const [isLeaving, setLeaving] = useState(false);
  const send = useSend();
  const forget = useForget();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const leave = async (): Promise<void> => {
    setLeaving(true);
    try {
      const { leave } = await send('DELETE /session');
      // OI7: the identity provider ends its own session, too, and leads back to the sign-in
      if (leave !== '') return window.location.assign(leave);
      await navigate('/sign-in', { state: { told: '已退出登录。' } });
      await forget(false);
    } catch (reason) {
      setLeaving(false);
      void message.error(wordsOf(reason));
    }
  };
  return (
    <div className="person">
      <span className="person-name">{me.name}</span>
      {!isHeld && (
        <NavLink to="/account" className="bar-link">
          我的账号
        </NavLink>
      )}
      <Button type="text" className="bar-link" loading={isLeaving} onClick={() => void leave()}>
        退出登录
      </Button>
    </div>
  );
}
