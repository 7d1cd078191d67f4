import { readPasted } from './pasted-html.ts';

/** Runs in a thread of its own, for one long paste (read-paste.ts). */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message from a thread has no origin
  (postMessage as (message: unknown) => void)(readPasted(data));
});
