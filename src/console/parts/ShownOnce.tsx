import { Alert, Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';

interface Props {
  title: string;
  description: ReactNode;
  /** description of the value, for whoever hears the box */
  label: string;
  value: string;
  copyLabel: string;
}

/** A secret that is shown now and never again, with a button that copies it. */
export function ShownOnce({ title, description, label, value, copyLabel }: Props) {
  const [message, setMessage] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setMessage('已复制');
    } catch {
      setMessage('浏览器不允许复制，请选中后自行复制');
    }
  };
  return (
    <Alert
      type="warning"
      showIcon
      className="one-time-link"
      title={title}
      description={
        <>
          <p>{description}</p>
          <div className="link-row">
            <Input readOnly value={value} aria-label={label} onFocus={(event) => event.target.select()} />
            <Button type="primary" onClick={() => void copy()}>
              {copyLabel}
            </Button>
          </div>
          <p aria-live="polite" className="link-told">
            {message}
          </p>
        </>
      }
    />
  );
}
