import { parentPort, workerData } from 'node:worker_threads';
import { connectTo, type Reach } from '#server/db/connect.ts';
import { packError, type CarriedError } from '#server/editions/worker/carried-error.ts';
import { CannotImport } from '../cannot-import.ts';
import { importJobs, type JobName, type WorkContext } from './jobs.ts';

/** Runs one piece of work on an import in a thread of its own: what it has taken of memory goes when it ends. */
export interface ThreadTask {
  name: JobName;
  input: unknown;
  reach: Reach;
  filesDir: string;
  importsDir: string;
  /** bytes that are free for the store */
  free: number;
}

export type ThreadMessage =
  | { told: [done: number, of: number] }
  | { done: unknown }
  | { cannot: string }
  | { failed: CarriedError };

/** milliseconds between two messages of how far it is */
const PACE = 200;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
const post = (message: ThreadMessage): void => parentPort!.postMessage(message);

async function run({ name, input, reach, filesDir, importsDir, free }: ThreadTask): Promise<unknown> {
  const database = await connectTo({ ...reach.target, application_name: `site ${process.pid} import` }, reach.engine);
  let last = 0;
  const told = (done: number, of: number): void => {
    const now = performance.now();
    if (now - last < PACE && done < of) return;
    last = now;
    post({ told: [done, of] });
  };
  try {
    const job = importJobs[name] as (context: WorkContext, input: unknown) => Promise<unknown>;
    const { db, connect } = database;
    return await job({ database: { db, connect, freeSpace: async () => free }, filesDir, importsDir, told }, input);
  } finally {
    await database.close();
  }
}

await run(workerData as ThreadTask).then(
  (done) => post({ done }),
  (error: unknown) => post(error instanceof CannotImport ? { cannot: error.chinese } : { failed: packError(error) }),
);
