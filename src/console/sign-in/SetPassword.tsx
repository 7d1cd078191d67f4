import { Alert, Button, Form } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { AnswerOf } from '#wire/console-calls.ts';
import { call, isCallFailed, wordsOf } from '../calls/call.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { Failure } from '../parts/Failure.tsx';
import { NewPasswordFields, type NewPassword } from '../parts/NewPasswordFields.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useEnter } from './use-enter.ts';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

const LINK_ENDED = '2011';

/** A first or another password by a link that works once, and is taken off the address at once. */
export function SetPassword() {
  // the link stands behind #, which no server and no log sees; drawn twice, the first time must not have taken it away
  const [link] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), []);
  const {
    data: owner,
    error,
    mutate,
  } = useSWR(link === '' ? null : 'link', () => call('POST /link', { link }), {
    revalidateOnFocus: false,
  });
  const hasEnded = isCallFailed(error) && error.code === LINK_ENDED;
  return (
    <SignInFrame title="设置密码">
      {link === '' && (
        <LinkNote
          title="这个地址里没有链接"
          words="请打开系统管理员给您的完整链接；如果刚刚刷新过本页，请再打开一次。"
        />
      )}
      {hasEnded && <LinkNote title="链接已失效" words={wordsOf(error)} />}
      {error !== undefined && !hasEnded && <Failure error={error} retry={() => void mutate()} />}
      {owner && error === undefined && <PasswordForm link={link} owner={owner} onEnded={mutate} />}
    </SignInFrame>
  );
}

function LinkNote({ title, words }: { title: string; words: string }) {
  return (
    <>
      <Alert type="warning" showIcon title={title} description={words} className="above-form" />
      <p>
        已经设置过密码？<Link to="/sign-in">去登录</Link>
      </p>
    </>
  );
}

function PasswordForm({
  link,
  owner,
  onEnded,
}: {
  link: string;
  owner: AnswerOf<'POST /link'>;
  onEnded: () => Promise<unknown>;
}) {
  const [form] = Form.useForm<NewPassword>();
  const enter = useEnter('/');
  const { isSending, problem, submit } = useSubmit(form, async ({ next }) => {
    try {
      await enter(await call('POST /link/password', { link, password: next }));
    } catch (reason) {
      if (isCallFailed(reason) && reason.code === LINK_ENDED) return void (await onEnded());
      throw reason;
    }
  });
  return (
    <>
      <p>
        为 <strong>{owner.name}</strong>（账号 <strong>{owner.account}</strong>
        ）设置登录密码。设置后即已登录，此链接失效。
      </p>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void submit(values)}
        scrollToFirstError={{ focus: true }}
      >
        <input type="text" name="username" autoComplete="username" value={owner.account} readOnly hidden />
        <NewPasswordFields own={[owner.account, owner.name]} />
        <Button type="primary" htmlType="submit" block loading={isSending}>
          设置密码并登录
        </Button>
      </Form>
    </>
  );
}
