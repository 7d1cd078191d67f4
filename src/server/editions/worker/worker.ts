import { parentPort, workerData } from 'node:worker_threads';
import { connectTo, type Reach } from '../../db/connect.ts';
import { packError, type CarriedError } from './carried-error.ts';
import { jobs, type CheckContext, type JobName } from './jobs.ts';

/** Runs one job in a thread of its own: what it has taken of memory goes when it ends. */
export interface JobTask {
  name: JobName;
  input: unknown;
  reach: Reach;
  pagesDir: string;
  filesDir: string;
  /** bytes that are free for the store */
  free: number;
}

export type JobMessage = { done: unknown } | { failed: CarriedError };

async function run({ name, input, reach, pagesDir, filesDir, free }: JobTask): Promise<unknown> {
  const database = await connectTo(
    { ...reach.target, application_name: `site ${process.pid} worker` },
    reach.engine,
    reach.owner,
    { isPatient: name === 'check-record' },
  );
  try {
    const job = jobs[name] as (context: CheckContext, input: unknown) => Promise<unknown>;
    const publishContext = { db: database.db, pagesDir, filesDir, freeSpace: async () => free };
    return await job({ publishContext, filesDir, database }, input);
  } finally {
    await database.close();
  }
}

const message: JobMessage = await run(workerData as JobTask).then(
  (done) => ({ done }),
  (error: unknown) => ({ failed: packError(error) }),
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
parentPort!.postMessage(message);
