import { Alert, App, Button, Form } from 'antd';
import { useSWRConfig } from 'swr';
import type { Me } from '#wire/console-answers.ts';
import { useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { NewPasswordFields, type NewPassword } from '../parts/NewPasswordFields.tsx';
import { PasswordInput } from '../parts/PasswordInput.tsx';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

interface Change extends NewPassword {
  current: string;
}

/** Another password for oneself; all other sessions end. */
export function PasswordForm({ me }: { me: Me }) {
  const [form] = Form.useForm<Change>();
  const send = useSend();
  const { mutate } = useSWRConfig();
  const { message } = App.useApp();
  const { isSending, problem, submit } = useSubmit(form, async ({ current, next }) => {
    await send('POST /me/password', { current, next });
    form.resetFields();
    void message.success('密码已修改，您在其他地方的登录已结束');
    await mutate('/me');
  });
  return (
    <Form
      form={form}
      validateTrigger={MARKED_WHEN_LEFT}
      layout="vertical"
      requiredMark={false}
      className="narrow-form"
      onFinish={(values) => void submit(values)}
      scrollToFirstError={{ focus: true }}
    >
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <input type="text" name="username" autoComplete="username" value={me.account} readOnly hidden />
      <Form.Item name="current" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
        <PasswordInput autoComplete="current-password" aria-required />
      </Form.Item>
      <NewPasswordFields own={[me.account, me.name]} />
      <Button type="primary" htmlType="submit" loading={isSending}>
        修改密码
      </Button>
    </Form>
  );
}
