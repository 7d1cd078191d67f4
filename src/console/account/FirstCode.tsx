import { Alert, Button, Form } from 'antd';
import { useSWRConfig } from 'swr';
import type { Me } from '#wire/console-answers.ts';
import { useForget, useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { CodeField } from '../parts/CodeField.tsx';
import { PersonMenu } from '../parts/PersonMenu.tsx';

/** OI10: a code of the own authenticator, where the identity provider asked for no second factor that counts. */
export function FirstCode({ me }: { me: Me }) {
  const [form] = Form.useForm<{ code: string }>();
  const send = useSend();
  const forget = useForget();
  const { mutate } = useSWRConfig();
  const { isSending, problem, submit } = useSubmit(form, async ({ code }) => {
    const next = await send('POST /me/code', { code });
    await forget(true);
    await mutate('/me', next, { revalidate: false });
  });
  return (
    <div className="gate">
      <header className="gate-bar">
        <span>管理后台</span>
        <PersonMenu me={me} isHeld />
      </header>
      <main className="gate-panel">
        <h1>输入验证码</h1>
        <p>您的账号启用了两步验证，请输入身份验证器上的数字。</p>
        {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          onFinish={(values) => void submit(values)}
          validateTrigger="onSubmit"
        >
          <CodeField />
          <Button type="primary" htmlType="submit" block loading={isSending}>
            确认
          </Button>
        </Form>
      </main>
    </div>
  );
}
