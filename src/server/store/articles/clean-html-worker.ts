import { parentPort } from 'node:worker_threads';
import { cleanArticle } from './sanitise.ts';

/** Runs in a thread of its own: text after text (clean-html.ts). */
parentPort!.on('message', (html: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
  parentPort!.postMessage(cleanArticle(html));
});
