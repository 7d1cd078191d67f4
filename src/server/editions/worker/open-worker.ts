import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Reach } from '../../db/connect.ts';
import type { FreeSpace } from '../../db/free-space.ts';
import { Refused } from '../../errors.ts';
import type { JobMessage, JobTask } from './worker.ts';
import { unpackError } from './carried-error.ts';
import { FairLine } from '../../http/fair-line.ts';
import type { RunInWorker, RunInWorkerFor, JobName } from './jobs.ts';

/** megabytes: several times what 200,000 rows take, the most that a file may have */
const MEMORY = 1_536;
/** milliseconds that a job may go on when the server stops; what a publication has not committed then is taken back */
const GRACE = 4_000;
/** of one person, the one that runs and those that wait */
const OF_ONE = 9;
/** answers that are remembered by their key */
const MOST_ANSWERS = 20;

interface Setup {
  reach: Reach;
  pagesDir: string;
  filesDir: string;
  freeSpace?: FreeSpace | undefined;
  /** megabytes that a job may take */
  memory?: number;
  /** told of a thread that ended without a word; whoever asked for the job is told in words */
  onCrash: (error: unknown) => void;
}

export interface EditionWorker {
  by: RunInWorkerFor;
  /** begins nothing more; waits a few seconds for what is under way, and then ends it */
  end(): Promise<void>;
}

/**
 * One job at a time, because each may hold all rows of a register; files that are checked hold up no publication. Next
 * is
 * whoever was served longest ago: whoever compares much waits for themselves.
 */
export function openWorker({ onCrash, freeSpace, memory = MEMORY, ...place }: Setup): EditionWorker {
  const files = new FairLine({ most: 1, ofOne: OF_ONE });
  const acts = new FairLine({ most: 1, ofOne: OF_ONE });
  const asked = new Set<Promise<unknown>>();
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
    if (key === undefined) return lineOf(name).run(who, () => begin(name, input), { gone });
    const id = `${name} ${key}`;
    // two people who ask the same wait each in their own turn, so that neither's leaving takes it from the other
    return (
      answers.get(id) ?? lineOf(name).run(who, () => answers.get(id) ?? remember(id, begin(name, input)), { gone })
    );
  };
  const lineOf = (name: JobName): FairLine => (name === 'check-file' ? files : acts);

  const by = (who: number | string, gone?: AbortSignal) => (name: JobName, input: unknown, key?: string) => {
    const job = run(name, input, key, who, gone);
    const settled = job
      .then(
        () => {},
        () => {},
      )
      .finally(() => asked.delete(settled));
    asked.add(settled);
    return job;
  };

  return {
    by: by as (...given: Parameters<RunInWorkerFor>) => RunInWorker,
    end: async () => {
      ended = true;
      const idle = Promise.all(asked);
      const late = new AbortController();
      await Promise.race([idle, sleep(GRACE, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      for (const worker of running) await worker.terminate();
      await idle;
    },
  };
}

const stopping = (): Refused => new Refused('storeAway', '服务器正在停止，请稍后刷新页面，看这一步是否已经完成');

/** What a thread says before it ends. @throws what its job threw */
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
