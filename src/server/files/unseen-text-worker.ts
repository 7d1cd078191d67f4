import { parentPort, workerData } from 'node:worker_threads';
import { unseenInFile, type TellingKind } from './unseen-text.ts';

/** Runs in a thread of its own with a memory and a time limit: whatever an office file does, the site goes on. */
const { path, kind } = workerData as { path: string; kind: TellingKind };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
parentPort!.postMessage((await unseenInFile(path, kind)).zh);
