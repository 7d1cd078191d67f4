import { Alert, Button, Input } from 'antd';
import { useState } from 'react';

/** A link by which a person sets a password, which is shown now and never again. */
export function OneTimeLink({ link, name }: { link: string; name: string }) {
  const [told, setTold] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      setTold('已复制');
    } catch {
      setTold('浏览器不允许复制，请选中链接后自行复制');
    }
  };
  return (
    <Alert
      type="warning"
      showIcon
      className="one-time-link"
      title={`请把这个链接交给${name}`}
      description={
        <>
          <p>
            打开链接即可设置密码。链接只在这里显示一次，48
            小时内有效，用过即失效；请当面或通过内部通讯交给本人，不要经他人转交。遗失时可重新生成。
          </p>
          <div className="link-row">
            <Input readOnly value={link} aria-label="设置密码的一次性链接" onFocus={(event) => event.target.select()} />
            <Button type="primary" onClick={() => void copy()}>
              复制链接
            </Button>
          </div>
          <p aria-live="polite" className="link-told">
            {told}
          </p>
        </>
      }
    />
  );
}
