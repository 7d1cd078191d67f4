import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { featureQueues } from '#features/jobs.ts';
import type { Reach } from '../../db/connect.ts';
import type { FreeSpace } from '../../db/free-space.ts';
import { Refused } from '../../errors.ts';
import type { JobMessage, JobTask } from './worker.ts';
import { unpackError } from './carried-error.ts';
import { FairQueue } from '../../http/fair-queue.ts';
import type { RunInWorker, RunInWorkerFor, JobName } from './jobs.ts';

/** megabytes: several times what 200,000 rows take, the most that a file may have */
const MEMORY = 1_536;
/** milliseconds that a job may go on when the server stops; an uncommitted publication is then rolled back */
const GRACE = 4_000;
/** tasks of one person, waiting or running */
const OF_ONE = 9;
/** answers that are kept by their key */
const MOST_ANSWERS = 20;

interface Setup {
  reach: Reach;
  pagesDir: string;
  filesDir: string;
  freeSpace?: FreeSpace | undefined;
  /** megabytes that a job may take */
  memory?: number;
  /** called with the error of a thread that ended without an answer; the job itself is refused with a message */
  onCrash: (error: unknown) => void;
}

export interface EditionWorker {
  by: RunInWorkerFor;
  /** starts no more jobs; waits a few seconds for those that run, then terminates them */
  end(): Promise<void>;
}

const QUEUES: Partial<Record<string, string>> = {
  'check-file': 'files',
  'check-record': 'records',
  ...featureQueues,
};

/**
 * Runs one job at a time, because each may hold all rows of a register; checks of files, and of the record, and what goes
 * between environments have queues of their own and hold up no publication. Next is the person who was served longest ago.
 */
export function openWorker({ onCrash, freeSpace, memory = MEMORY, ...place }: Setup): EditionWorker {
  const queue = () => new FairQueue({ most: 1, ofOne: OF_ONE });
  const byName = new Map<string, FairQueue>();
  const queueOf = (job: JobName): FairQueue => {
    const name = QUEUES[job] ?? 'others';
    const known = byName.get(name) ?? queue();
    byName.set(name, known);
    return known;
  };
  const pending = new Set<Promise<unknown>>();
  const running = new Set<Worker>();
  const answers = new Map<string, Promise<unknown>>();
  let ended = false;

  const begin = async (name: JobName, input: unknown): Promise<unknown> => {
    const free = (await freeSpace?.()) ?? Infinity;
    if (ended) throw stopping();
    const worker = startWorker({ ...place, name, input, free }, memory);
    running.add(worker);
    try {
      return await answerOf(worker, () => ended, onCrash);
    } finally {
      running.delete(worker);
    }
  };

  const remember = (key: string, answer: Promise<unknown>): Promise<unknown> => {
    answers.set(key, answer);
    for (const [oldest] of answers) if (answers.size > MOST_ANSWERS) answers.delete(oldest);
    answer.catch(() => answers.delete(key));
    return answer;
  };

  const run = async (
    name: JobName,
    input: unknown,
    key: string | undefined,
    who: number | string,
    gone: AbortSignal | undefined,
  ): Promise<unknown> => {
    if (key === undefined) return queueOf(name).run(who, () => begin(name, input), { gone });
    const id = `${name} ${key}`;
    // two people who ask the same each wait for their own turn: if one leaves, the other still gets the answer
    return (
      answers.get(id) ?? queueOf(name).run(who, () => answers.get(id) ?? remember(id, begin(name, input)), { gone })
    );
  };

  const by = (who: number | string, gone?: AbortSignal) => (name: JobName, input: unknown, key?: string) => {
    const job = run(name, input, key, who, gone);
    const settled = job
      .then(
        () => {},
        () => {},
      )
      .finally(() => pending.delete(settled));
    pending.add(settled);
    return job;
  };

  return {
    by: by as (...given: Parameters<RunInWorkerFor>) => RunInWorker,
    end: async () => {
      ended = true;
      const idle = Promise.all(pending);
      const late = new AbortController();
      await Promise.race([idle, sleep(GRACE, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      for (const worker of running) await worker.terminate();
      await idle;
    },
  };
}

const stopping = (): Refused => new Refused('storeAway', '服务器正在停止，请稍后刷新页面，看这一步是否已经完成');

/** The result that a thread posts before it ends. @throws what its job threw */
async function answerOf(
  worker: Worker,
  isStopping: () => boolean,
  onCrash: (error: unknown) => void,
): Promise<unknown> {
  let message: JobMessage | undefined;
  let crash: NodeJS.ErrnoException | undefined;
  await new Promise<void>((resolve) => {
    worker.once('message', (said: JobMessage) => (message = said));
    worker.once('error', (error: NodeJS.ErrnoException) => (crash = error));
    worker.once('exit', () => resolve());
  });
  if (message) {
    if ('failed' in message) throw unpackError(message.failed);
    return message.done;
  }
  if (isStopping()) throw stopping();
  onCrash(crash ?? new Error('a thread for large registers ended without an answer'));
  throw new Refused(
    'internal',
    crash?.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? '数据行太多，服务器的内存不够，这一步没有完成；请联系系统管理员'
      : '服务器处理数据时出错；请刷新页面，核对后重试，仍不成功时请联系系统管理员',
  );
}

function startWorker(task: JobTask, memory: number): Worker {
  const resourceLimits = {
    maxOldGenerationSizeMb: memory,
    maxYoungGenerationSizeMb: 32,
    codeRangeSizeMb: 32,
    stackSizeMb: 4,
  };
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData: task, resourceLimits, execArgv: [] });
}
