import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import './parts/back-guard.ts';
import { SWRConfig } from 'swr';
import { CONSOLE } from '#wire/console-paths.ts';
import { useRefusals } from './calls/use-calls.ts';
import { ErrorGuard } from './parts/ErrorGuard.tsx';
import { ConsoleRoutes } from './shell/ConsoleRoutes.tsx';
import { consoleTheme } from './theme.ts';

/** The room `console` is the editor's app. It knows the rules and the wire, never the site or the server. */
export function ConsoleApp() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce;
  return (
    <ConfigProvider
      locale={zhCN}
      theme={consoleTheme}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      getPopupContainer={popupPlace}
      {...(nonce !== undefined && { csp: { nonce } })}
    >
      <App>
        <ErrorGuard>
          <BrowserRouter basename={CONSOLE}>
            <Reading>
              <ConsoleRoutes />
            </Reading>
          </BrowserRouter>
        </ErrorGuard>
      </App>
    </ConfigProvider>
  );
}

/**
 * A popup belongs to the dialog, which is above all else, or to the screen: a landmark, which the end of the document
 * is not.
 */
const popupPlace = (opener?: HTMLElement): HTMLElement => opener?.closest<HTMLElement>('dialog, main') ?? document.body;

/**
 * Settings of all reads: a failure is shown with a button to try again, so nothing is fetched again and again behind
 * it.
 */
function Reading({ children }: { children: ReactNode }) {
  const refuse = useRefusals();
  return <SWRConfig value={{ shouldRetryOnError: false, onError: refuse }}>{children}</SWRConfig>;
}
