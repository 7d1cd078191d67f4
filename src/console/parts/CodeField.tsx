import { Form, Input } from 'antd';
import { useEffect, useRef } from 'react';

/** The code of an authenticator, in a form's field `code`. It is asked for only now, so it takes the focus. */
export function CodeField() {
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
