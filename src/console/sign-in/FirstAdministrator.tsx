import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { call, isCallFailed, wordsOf } from '../calls/call.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { NewPasswordFields, type NewPassword } from '../parts/NewPasswordFields.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useEnter } from './use-enter.ts';
import { ACCOUNT_RULE } from '../parts/account-rule.ts';
import { MARKED_WHEN_LEFT } from '../parts/marked-when-left.ts';

const LINK_ENDED = '2011';

interface Administrator extends NewPassword {
  account: string;
  name: string;
}

/** SU2: the first system administrator, by the link that a start printed. It is taken off the address at once. */
export function FirstAdministrator() {
  const [link] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), []);
  const { isLoading, error, mutate } = useSWR(
    link === '' ? null : 'setup-link',
    () => call('POST /setup-link', { link }),
    { revalidateOnFocus: false },
  );
  const hasEnded = isCallFailed(error) && error.code === LINK_ENDED;
  return (
    <SignInFrame title="建立首位系统管理员">
      {link === '' && (
        <LinkNote
          title="这个地址里没有链接"
          words="请打开服务启动时打印的完整链接；如果刚刚刷新过本页，请再打开一次。"
        />
      )}
      {hasEnded && <LinkNote title="链接已失效" words={wordsOf(error)} />}
      {error !== undefined && !hasEnded && <Failure error={error} retry={() => void mutate()} />}
      {isLoading && <Loading />}
      {link !== '' && !isLoading && error === undefined && <AdministratorForm link={link} />}
    </SignInFrame>
  );
}

function LinkNote({ title, words }: { title: string; words: string }) {
  return (
    <>
      <Alert type="warning" showIcon title={title} description={words} className="above-form" />
      <p>
        已经有账号？<Link to="/sign-in">去登录</Link>
      </p>
    </>
  );
}

function AdministratorForm({ link }: { link: string }) {
  const [form] = Form.useForm<Administrator>();
  const enter = useEnter('/');
  const { account = '', name = '' } = Form.useWatch<Partial<Administrator> | undefined>([], form) ?? {};
  const { isSending, problem, submit } = useSubmit(form, async ({ next, ...person }) => {
    const { account: typed, name: called } = person;
    await enter(await call('POST /first-administrator', { link, account: typed, name: called, password: next }));
  });
  return (
    <>
      <p>您将管理这个网站的人员和角色。发布内容须由两个人分别撰写和审核：请先添加其他人员。</p>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void submit(values)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="name"
          label="姓名"
          rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}
          extra="显示在发布记录和操作记录中"
        >
          <Input maxLength={40} autoComplete="name" autoFocus aria-required />
        </Form.Item>
        <Form.Item
          name="account"
          label="账号"
          validateTrigger="onBlur"
          rules={[ACCOUNT_RULE]}
          extra="3 至 32 位小写字母、数字、点或连字符"
        >
          <Input maxLength={64} autoComplete="username" autoCapitalize="none" spellCheck={false} aria-required />
        </Form.Item>
        <NewPasswordFields own={[account, name]} />
        <Button type="primary" htmlType="submit" block loading={isSending}>
          建立账号并登录
        </Button>
      </Form>
    </>
  );
}
