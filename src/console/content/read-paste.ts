import type { Authored } from '#authored/read-authored.ts';

/** characters that are read at once, in some ten milliseconds; more would hold up whoever types */
export const SHORT_PASTE = 100_000;

/** Reads a long paste in a thread of its own. @throws Error where the browser has none, or it was ended */
export function readLongPaste(html: string): Promise<Authored> {
  const worker = new Worker(new URL('./read-paste-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Authored>();
  worker.addEventListener('message', ({ data }: MessageEvent<Authored>) => resolve(data));
  worker.addEventListener('error', () => reject(new Error('the thread for a long paste ended')));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
  worker.postMessage(html);
  return promise.finally(() => worker.terminate());
}
