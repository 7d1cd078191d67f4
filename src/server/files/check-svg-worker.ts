import { parentPort, workerData } from 'node:worker_threads';
import { problemOfSvg } from './check-svg.ts';

/** Runs in a thread of its own with a memory and a time limit: whatever a picture holds, the site goes on. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
parentPort!.postMessage(problemOfSvg(workerData as string));
