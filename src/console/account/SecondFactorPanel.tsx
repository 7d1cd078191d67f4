import { Alert, App, Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Me, SecondFactor } from '#wire/console-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { Panel } from '../parts/Panel.tsx';
import { PasswordInput } from '../parts/PasswordInput.tsx';

/** The second factor: codes of an authenticator app (RFC 6238), asked for after the password. */
export function SecondFactorPanel({ me }: { me: Me }) {
  const [offered, setOffered] = useState<SecondFactor>();
  const [isRemoving, setRemoving] = useState(false);
  const [problem, setProblem] = useState('');
  const send = useSend();
  const offer = () => {
    setProblem('');
    send('POST /me/second-factor/new').then(setOffered, (reason: unknown) => setProblem(wordsOf(reason)));
  };
  return (
    <Panel title="两步验证">
      <p>
        启用后，登录时除密码外，还要输入手机身份验证器应用上每 30 秒变化一次的六位数字：密码泄露时，他人仍不能登录。
      </p>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      {me.hasSecondFactor && !isRemoving && <Button onClick={() => setRemoving(true)}>停用两步验证</Button>}
      {me.hasSecondFactor && isRemoving && <RemoveForm me={me} onDone={() => setRemoving(false)} />}
      {!me.hasSecondFactor && !offered && (
        <Button type="primary" onClick={offer}>
          启用两步验证
        </Button>
      )}
      {!me.hasSecondFactor && offered && <ConfirmForm me={me} offered={offered} onDone={() => setOffered(undefined)} />}
    </Panel>
  );
}

function useDone(words: string, onDone: () => void): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const { message } = App.useApp();
  return async () => {
    await mutate('/me');
    void message.success(words);
    onDone();
  };
}

/** OI10: somebody of the identity provider has no password here, and has signed in a short time ago instead. */
const ownPassword = ({ byProvider }: Me) =>
  byProvider ? null : (
    <Form.Item name="password" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
      <PasswordInput autoComplete="current-password" aria-required />
    </Form.Item>
  );

function ConfirmForm({ me, offered, onDone }: { me: Me; offered: SecondFactor; onDone: () => void }) {
  const { secret, picture } = offered;
  const [form] = Form.useForm<{ code: string; password: string }>();
  const send = useSend();
  const done = useDone('两步验证已启用，下次登录时生效', onDone);
  const { isSending, problem, submit } = useSubmit(form, async (given) => {
    await send('POST /me/second-factor', given);
    await done();
  });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="narrow-form"
      validateTrigger="onSubmit"
      onFinish={(values) => void submit(values)}
      scrollToFirstError={{ focus: true }}
    >
      <ol className="steps">
        <li>
          用身份验证器应用扫描二维码，
          <svg
            className="qr"
            role="img"
            aria-label="供身份验证器应用扫描的二维码"
            viewBox={`0 0 ${picture.size} ${picture.size}`}
            shapeRendering="crispEdges"
          >
            <rect width={picture.size} height={picture.size} fill="#fff" />
            <path d={picture.path} fill="#000" />
          </svg>
          或在应用中输入密钥：<code className="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </li>
        <li>输入应用上显示的数字{me.byProvider ? '' : '和您的当前密码'}，确认启用。</li>
      </ol>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <Form.Item name="code" label="六位数字" rules={[{ required: true, message: '请输入六位数字' }]}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} className="code-input" aria-required />
      </Form.Item>
      {ownPassword(me)}
      <Space>
        <Button type="primary" htmlType="submit" loading={isSending}>
          确认启用
        </Button>
        <Button onClick={onDone}>取消</Button>
      </Space>
    </Form>
  );
}

function RemoveForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const [form] = Form.useForm<{ password: string }>();
  const send = useSend();
  const done = useDone('两步验证已停用', onDone);
  const { isSending, problem, submit } = useSubmit(form, async (given) => {
    await send('DELETE /me/second-factor', given);
    await done();
  });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="narrow-form"
      validateTrigger="onSubmit"
      onFinish={(values) => void submit(values)}
      scrollToFirstError={{ focus: true }}
    >
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      {ownPassword(me)}
      <Space>
        <Button type="primary" danger htmlType="submit" loading={isSending}>
          确认停用
        </Button>
        <Button onClick={onDone}>取消</Button>
      </Space>
    </Form>
  );
}
