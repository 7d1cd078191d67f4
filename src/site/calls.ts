import type { Call } from '#page/define-source.ts';
import type { SiteState } from '#page/page-schema.ts';
import type { BrowserCall } from '#wire/call-browser.ts';
import type { OutcomePort } from '#wire/outcomes.ts';
import { messages, outcomePort } from './messages.ts';
import { loginAddress } from './session.ts';
import type { Calls } from './site-data.ts';

const nobody: OutcomePort = { toast() {}, tip() {}, dialog() {}, login() {} };

/** The browser's calls. axios and crypto-js come with the first of them: a page that is only read never loads them. */
export function createCalls({ wireKey, shell }: Pick<SiteState, 'wireKey' | 'shell'>): Calls {
  // ER6; where nobody can log in the toast has said what is the matter
  const visitor = outcomePort(messages, () => shell.login !== undefined && location.assign(loginAddress(shell.login, location.href)));
  const made = new Map<OutcomePort, Promise<BrowserCall>>();

  const callFor = (port: OutcomePort) => {
    const known = made.get(port);
    if (known) return known;
    const making = import('#wire/call-browser.ts').then(({ createBrowserCall }) => createBrowserCall({ wireKey, port, quiet: true }));
    // a chunk that could not be had is asked for again by the next call
    making.catch(() => made.delete(port));
    made.set(port, making);
    return making;
  };

  const callOf = (port: OutcomePort): Call => ({
    get: async (path, params) => (await callFor(port)).get(path, params),
    post: async (path, body) => (await callFor(port)).post(path, body),
  });

  return {
    told: callOf(visitor),
    silent: callOf(nobody),
  };
}
