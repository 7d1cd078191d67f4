import { Alert, Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { providerProblemWords } from '#rules/people/provider-problems.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { call, isCallFailed, queryOf } from '../calls/call.ts';
import { ONCE, useRead, type Arrival } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { CodeField } from '../parts/CodeField.tsx';
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

/** Target of the sign-in: a path of the console; anything else is no way back. */
const wayBack = (back: string | null): string => (back !== null && /^\/(?![/\\])/.test(back) ? back : '/');

/** The firm's identity provider where there is one (OI1), and account and password where they are taken. */
export function SignIn() {
  const [search] = useSearchParams();
  const { told } = (useLocation().state ?? {}) as Arrival;
  const { data: ways } = useRead('GET /sign-in-ways', {}, ONCE);
  const [isEmergency, setEmergency] = useState(false);
  const refusal = providerProblemWords(search.get('provider'));
  if (ways === undefined || ways.provider === '') return <PasswordSignIn told={told} />;
  if (isEmergency || ways.local)
    return (
      <PasswordSignIn told={refusal === '' ? told : undefined}>
        <ProviderButton label={ways.provider} refusal={refusal} />
      </PasswordSignIn>
    );
  return (
    <SignInFrame title="登录">
      {told && refusal === '' && <Alert type="info" showIcon title={told} className="above-form" />}
      <ProviderButton label={ways.provider} refusal={refusal} />
      <Button type="link" block onClick={() => setEmergency(true)}>
        使用应急账号
      </Button>
    </SignInFrame>
  );
}

/** A link, because the way leads out of the console and back. */
function ProviderButton({ label, refusal }: { label: string; refusal: string }) {
  const [search] = useSearchParams();
  return (
    <div className="above-form">
      {refusal !== '' && <Alert type="error" showIcon title={refusal} className="above-form" />}
      <Button
        type="primary"
        block
        href={`${CONSOLE_API}/provider/sign-in${queryOf({ back: wayBack(search.get('back')) })}`}
      >
        {label}
      </Button>
    </div>
  );
}

/** Account and password, then the code where the person has a second factor. */
function PasswordSignIn({ told, children }: { told: string | undefined; children?: ReactNode }) {
  const [form] = Form.useForm<Credentials>();
  const [search] = useSearchParams();
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
      {!wantsCode && children}
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
        <Button type={children ? 'default' : 'primary'} htmlType="submit" block loading={isSending}>
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
