import { Button, Input, type InputProps } from 'antd';
import { useState } from 'react';

/** A password that can be shown, by keyboard, too. */
export function PasswordInput(props: InputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      suffix={
        <Button
          type="text"
          size="small"
          aria-label={isShown ? '隐藏密码' : '显示密码'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? '隐藏' : '显示'}
        </Button>
      }
    />
  );
}
