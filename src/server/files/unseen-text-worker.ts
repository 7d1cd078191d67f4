import { workerData } from 'node:worker_threads';
import { answerAsker } from '../background/thread.ts';
import { unseenInFile, type TellingKind } from './unseen-text.ts';

/** Runs in a thread of its own with a memory and a time limit: whatever an office file does, the site goes on. */
const { path, kind } = workerData as { path: string; kind: TellingKind };
answerAsker((await unseenInFile(path, kind)).zh);
