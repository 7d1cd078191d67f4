import type { Call } from '#page/define-source.ts';
import type { SiteState } from '#page/page-schema.ts';
import type { BrowserCall } from '#wire/call-browser.ts';
import type { OutcomePort } from '#wire/outcomes.ts';
import { messages, outcomePort } from './messages.ts';
import type { Calls } from './site-data.ts';

const nobody: OutcomePort = { toast() {}, tip() {}, dialog() {}, login() {} };

/** The browser's calls. axios and crypto-js come with the first of them: a page that is only read never loads them. */
export function createCalls({ wireKey }: Pick<SiteState, 'wireKey'>): Calls {
  // there is no login yet: what asks for one says so by its toast
  const visitor = outcomePort(messages, () => {});
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
