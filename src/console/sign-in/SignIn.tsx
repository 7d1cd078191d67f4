import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { call, isCallFailed } from '../calls/call.ts';
import type { Arrival } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { PasswordInput } from '../parts/PasswordInput.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useEnter } from './use-enter.ts';

interface Credentials {
  account: string;
  password: string;
  code?: string;
}

const CODE_NEEDED = '2003';
const CODE_WRONG = '2004';

/** Where the sign-in leads: a path of the console; anything else is no way back. */
const wayBack = (back: string | null): string => (back !== null && /^\/(?![/\\])/.test(back) ? back : '/');

/** Account and password, then the code where the person has a second factor. */
export function SignIn() {
  const [form] = Form.useForm<Credentials>();
  const [search] = useSearchParams();
  const { told } = (useLocation().state ?? {}) as Arrival;
  const [wantsCode, setWantsCode] = useState(false);
  const enter = useEnter(wayBack(search.get('back')));
  const { isSending, problem, submit } = useSubmit(form, async (given) => {
    try {
      await enter(await call('POST /session', given));
    } catch (reason) {
      if (isCallFailed(reason) && reason.code === CODE_NEEDED) return setWantsCode(true);
      if (isCallFailed(reason) && reason.code === CODE_WRONG) form.setFieldValue('code', '');
      throw reason;
    }
  });
  return (
    <SignInFrame title={wantsCode ? '输入验证码' : '登录'}>
      {told && !wantsCode && problem === '' && <Alert type="info" showIcon title={told} className="above-form" />}
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void submit(values)}
        scrollToFirstError={{ focus: true }}
        validateTrigger="onSubmit"
      >
        <div hidden={wantsCode}>
          <Form.Item name="account" label="账号" rules={[{ required: true, message: '请输入账号' }]}>
            <Input autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus aria-required />
          </Form.Item>
          <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
            <PasswordInput autoComplete="current-password" aria-required />
          </Form.Item>
        </div>
        {wantsCode && <CodeField />}
        <Button type="primary" htmlType="submit" block loading={isSending}>
          {wantsCode ? '确认' : '登录'}
        </Button>
        {wantsCode && (
          <Button type="link" block onClick={() => setWantsCode(false)}>
            换一个账号
          </Button>
        )}
      </Form>
      <p className="gate-help">忘记密码，或账号被锁定、停用？请联系系统管理员，由其重置密码并给您一个一次性链接。</p>
    </SignInFrame>
  );
}

/** The field that is asked for only now takes the focus. */
function CodeField() {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={field}>
      <Form.Item name="code" label="身份验证器上的六位数字" rules={[{ required: true, message: '请输入验证码' }]}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} className="code-input" aria-required />
      </Form.Item>
    </div>
  );
}
