import type { Call } from '#page/define-source.ts';
import type { SiteState } from '#page/page-schema.ts';
import type { BrowserCall } from '#wire/call-browser.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import type { OutcomePort } from '#wire/outcomes.ts';
import { messages, outcomePort } from '../notices/messages.ts';
import { goToLogin } from './fund-account.ts';
import type { Calls } from './site-data.ts';

const OFFLINE = '网络连接异常，请检查网络设置';

const nobody: OutcomePort = { toast() {}, tip() {}, dialog() {}, login() {} };

/**
 * Whether the document would come if it were asked for: with a line and no server a reload would end in the browser's
 * own page. Where it would not, the line is told of (ER3); without the server the catalogue of its words cannot be had.
 */
export const isServed = (port: Pick<OutcomePort, 'toast'> = messages): Promise<boolean> =>
  fetch('', { method: 'HEAD', redirect: 'manual' })
    .then(
      ({ status }) => status < 500,
      () => false,
    )
    .then((is) => is || (port.toast(OFFLINE, true), false));

/** The code of a call: fetched once the page is quiet, or by the first call. */
export const callCode = () => import('#wire/call-browser.ts');

/** The browser's calls. What makes them comes with the first: a page that is only read never loads it. */
export function createCalls({ wireKey, shell }: Pick<SiteState, 'wireKey' | 'shell'>): Calls {
  // ER6; where nobody can log in the toast has said what is the matter. Back leads past the page that could not be read
  const visitor = outcomePort(messages, () => goToLogin(shell.login, true));

  const asking = (port: OutcomePort, quiet: boolean) => {
    let made: Promise<BrowserCall> | undefined;
    return async (ask: (call: BrowserCall) => Promise<unknown>): Promise<unknown> => {
      try {
        made ??= callCode().then(({ createBrowserCall }) => createBrowserCall({ wireKey, port, quiet }));
        return await ask(await made);
      } catch (failure) {
        if (isCallFailed(failure)) throw failure;
        // a chunk that could not be had is asked for again by the next call
        made = undefined;
        // a release that is gone: only a new document helps
        if (await isServed(port)) throw failure;
        // the error that the call itself would throw (isCallFailed)
        throw Object.assign(new Error(OFFLINE), { name: 'CallFailed', outcome: 'offline', code: '' });
      }
    };
  };

  const callOf = (request: ReturnType<typeof asking>): Call => ({
    get: (path, params, options) => request((call) => call.get(path, params, options)),
    post: (path, body, type, options) => request((call) => call.post(path, body, type, options)),
  });

  const uploading = asking({ ...nobody, login: visitor.login }, true);
  return {
    told: callOf(asking(visitor, false)),
    quiet: callOf(asking(visitor, true)),
    beside: callOf(asking({ ...visitor, login() {} }, true)),
    silent: callOf(asking(nobody, true)),
    upload: (path, body) => uploading((call) => call.post(path, body, 'multipart')),
  };
}
