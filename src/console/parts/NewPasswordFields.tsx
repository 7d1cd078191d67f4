import { Form } from 'antd';
import { useEffect } from 'react';
import { passwordProblem, PASSWORD_LENGTH } from '#rules/people/password-rule.ts';
import { PasswordInput } from './PasswordInput.tsx';

/** Names of the fields in their form. */
export interface NewPassword {
  next: string;
  again: string;
}

/**
 * A new password, typed twice; while it is typed the rule says what is still missing. @param own account and name of
 * the person
 */
export function NewPasswordFields({ own }: { own: readonly string[] }) {
  const typed = Form.useWatch<string | undefined>('next') ?? '';
  const problem = passwordProblem(typed, own);
  const form = Form.useFormInstance<NewPassword>();
  useEffect(() => {
    // a field that is marked is put right while one types
    if (problem === '' && form.getFieldError('next').length > 0) form.setFields([{ name: 'next', errors: [] }]);
  }, [form, problem]);
  return (
    <>
      <Form.Item
        name="next"
        label="新密码"
        extra={
          <span aria-live="polite" className={typed === '' ? '' : problem === '' ? 'rule-met' : 'rule-open'}>
            {typed === ''
              ? `至少 ${PASSWORD_LENGTH.least} 个字符，不含账号和姓名；可以是几个不相关的词，不必混用大小写和符号`
              : problem === ''
                ? '符合要求'
                : problem}
          </span>
        }
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_, value: string = '') =>
              passwordProblem(value, own) === ''
                ? Promise.resolve()
                : Promise.reject(new Error(value === '' ? '请输入新密码' : '密码还不符合要求')),
          },
        ]}
      >
        <PasswordInput autoComplete="new-password" aria-required />
      </Form.Item>
      <Form.Item
        name="again"
        label="再输入一次"
        dependencies={['next']}
        validateTrigger="onBlur"
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: string = '') =>
              value !== '' && value === getFieldValue('next')
                ? Promise.resolve()
                : Promise.reject(new Error(value === '' ? '请再输入一次新密码' : '两次输入的密码不一致')),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" aria-required />
      </Form.Item>
    </>
  );
}
