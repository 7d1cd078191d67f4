import { ConfigProvider, Typography } from 'antd';
import zhCN from 'antd/locale/zh_CN';

/** The room `console` is the editor's app. It knows the rules and the wire, never the site or the server. */
export function ConsoleApp() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce;
  return (
    <ConfigProvider locale={zhCN} {...(nonce !== undefined && { csp: { nonce } })}>
      <Typography.Title>管理后台</Typography.Title>
    </ConfigProvider>
  );
}
