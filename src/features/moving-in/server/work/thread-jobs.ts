import type { ThreadContext } from '#server/editions/worker/jobs.ts';
import { Refused } from '#server/errors.ts';
import { CannotImport } from '../cannot-import.ts';
import { importsDirOf } from '../stored-import.ts';
import { importJobs, type ImportJobs, type JobName, type WorkContext } from './jobs.ts';

/** Does a piece of work on an import in this thread. @throws Refused invalidInput with what a person can mend */
export async function runImportJob(context: WorkContext, name: JobName, input: unknown): Promise<unknown> {
  try {
    const job = importJobs[name] as (context: WorkContext, input: unknown) => Promise<unknown>;
    return await job(context, input);
  } catch (error) {
    throw error instanceof CannotImport ? new Refused('invalidInput', error.chinese) : error;
  }
}

const inThread =
  <Name extends JobName>(name: Name) =>
  ({ database, publishContext, filesDir, onProgress }: ThreadContext, input: Parameters<ImportJobs[Name]>[1]) => {
    const { freeSpace } = publishContext;
    const own = { db: database.db, connect: database.connect, ...(freeSpace && { freeSpace }) };
    return runImportJob({ database: own, filesDir, importsDir: importsDirOf(filesDir), onProgress }, name, input);
  };

/** megabytes: 10,000 articles with their HTML take 600 */
const MEMORY = 2_048;
/** names of two queues: questions do not wait behind long work */
const [QUESTIONS, WORK] = ['imports asked', 'imports'];

/** Jobs by the names under which the worker knows them. */
export const movingInJobs = {
  jobs: {
    'unpack-import': inThread('unpack'),
    'columns-of-import': inThread('columns'),
    'try-import': inThread('trial'),
    'check-import': inThread('check'),
    'save-moved-in': inThread('save'),
  },
  queues: {
    'unpack-import': WORK,
    'columns-of-import': QUESTIONS,
    'try-import': QUESTIONS,
    'check-import': WORK,
    'save-moved-in': WORK,
  },
  memory: {
    'unpack-import': MEMORY,
    'columns-of-import': MEMORY,
    'try-import': MEMORY,
    'check-import': MEMORY,
    'save-moved-in': MEMORY,
  },
};

/** Names of the worker by those of the work. */
export const THREAD_JOBS = {
  unpack: 'unpack-import',
  columns: 'columns-of-import',
  trial: 'try-import',
  check: 'check-import',
  save: 'save-moved-in',
} as const satisfies Record<JobName, keyof typeof movingInJobs.jobs>;
