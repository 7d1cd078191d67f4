import { workerData } from 'node:worker_threads';
import { answerAsker } from '../background/thread.ts';
import { problemOfSvg } from './check-svg.ts';

/** Runs in a thread of its own with a memory and a time limit: whatever a picture holds, the site goes on. */
answerAsker(problemOfSvg(workerData as string));
