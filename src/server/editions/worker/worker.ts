import { workerData } from 'node:worker_threads';
import { answerAsker, tellAsker } from '../../background/thread.ts';
import { connectTo, type Reach } from '../../db/connect.ts';
import { packError, type CarriedError } from './carried-error.ts';
import { jobs, type JobName, type OnProgress, type ThreadContext } from './jobs.ts';

/** Task of a thread that runs one job: its memory is freed when it ends. */
export interface JobTask {
  name: JobName;
  input: unknown;
  reach: Reach;
  pagesDir: string;
  filesDir: string;
  /** bytes that are free for the store */
  free: number;
}

/** Progress of a job. */
export type JobProgress = Parameters<OnProgress>;
export type JobAnswer = { done: unknown } | { failed: CarriedError };

/** milliseconds between two messages of how far it is */
const PACE = 200;

function paced(): OnProgress {
  let last = 0;
  return (done, of) => {
    const now = performance.now();
    if (now - last < PACE && done < of) return;
    last = now;
    tellAsker([done, of] satisfies JobProgress);
  };
}

async function run({ name, input, reach, pagesDir, filesDir, free }: JobTask): Promise<unknown> {
  const database = await connectTo(
    { ...reach.target, application_name: `site ${process.pid} worker` },
    reach.engine,
    reach.owner,
    { isPatient: name === 'check-record' },
  );
  try {
    const job = jobs[name] as (context: ThreadContext, input: unknown) => Promise<unknown>;
    const publishContext = { db: database.db, pagesDir, filesDir, freeSpace: async () => free };
    return await job({ publishContext, filesDir, database, onProgress: paced() }, input);
  } finally {
    await database.close();
  }
}

answerAsker(
  await run(workerData as JobTask).then(
    (done): JobAnswer => ({ done }),
    (error: unknown): JobAnswer => ({ failed: packError(error) }),
  ),
);
