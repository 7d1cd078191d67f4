import type { Call } from '#page/define-source.ts';
import type { SiteState } from '#page/page-schema.ts';
import type { BrowserCall } from '#wire/call-browser.ts';
import type { OutcomePort } from '#wire/outcomes.ts';
import { messages, outcomePort } from './messages.ts';
import { goToLogin } from './fund-account.ts';
import type { Calls } from './site-data.ts';

const nobody: OutcomePort = { toast() {}, tip() {}, dialog() {}, login() {} };

/** The browser's calls. axios and crypto-js come with the first of them: a page that is only read never loads them. */
export function createCalls({ wireKey, shell }: Pick<SiteState, 'wireKey' | 'shell'>): Calls {
  // ER6; where nobody can log in the toast has said what is the matter
  const visitor = outcomePort(messages, () => goToLogin(shell.login));

  const makerOf = (port: OutcomePort, quiet: boolean) => {
    let made: Promise<BrowserCall> | undefined;
    return () => {
      made ??= import('#wire/call-browser.ts').then(({ createBrowserCall }) => createBrowserCall({ wireKey, port, quiet }));
      // a chunk that could not be had is asked for again by the next call
      made.catch(() => (made = undefined));
      return made;
    };
  };

  const callOf = (making: () => Promise<BrowserCall>): Call => ({
    get: async (path, params, options) => (await making()).get(path, params, options),
    post: async (path, body, type, options) => (await making()).post(path, body, type, options),
  });

  const silent = makerOf(nobody, true);
  return {
    told: callOf(makerOf(visitor, false)),
    quiet: callOf(makerOf(visitor, true)),
    beside: callOf(makerOf({ ...visitor, login() {} }, true)),
    silent: callOf(silent),
    upload: async (path, body) => (await silent()).post(path, body, 'multipart'),
  };
}
