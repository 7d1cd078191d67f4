import { setTimeout as sleep } from 'node:timers/promises';
import { featureMemory, featureQueues } from '#features/jobs.ts';
import { askThread, ThreadEnded } from '../../background/thread.ts';
import type { Reach } from '../../db/connect.ts';
import type { FreeSpace } from '../../db/free-space.ts';
import { Refused } from '../../errors.ts';
import type { JobAnswer, JobProgress, JobTask } from './worker.ts';
import { unpackError } from './carried-error.ts';
import { FairQueue } from '../../http/fair-queue.ts';
import { traced } from '../../http/traces.ts';
import type { RunInWorker, RunInWorkerFor, JobName, Watch } from './jobs.ts';

/** megabytes: several times the size of 200,000 rows, the most that a file may have */
const MEMORY = 1_536;
/** milliseconds that a job may go on when the server stops; an uncommitted publication is then rolled back */
const GRACE = 4_000;
/** tasks of one person, waiting or running */
const OF_ONE = 9;
const PROGRAM = new URL('./worker.ts', import.meta.url);
/** answers that are cached by their key */
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

/** End of a job: with an answer, with an error of its own, or with its thread. */
type JobEnd = 'done' | 'refused' | 'crashed';

export interface EditionWorker {
  by: RunInWorkerFor;
  /** jobs that run and that wait, by queue; jobs so far, by their end */
  load(): { running: Record<string, number>; waiting: Record<string, number>; ended: Record<JobEnd, number> };
  /** starts no more jobs; waits a few seconds for those that run, then terminates them */
  end(): Promise<void>;
}

const QUEUES: Partial<Record<string, string>> = {
  'check-file': 'files',
  'check-record': 'records',
  ...featureQueues,
};

/** The queue of jobs that have none of their own. */
const OTHERS = 'others';
const QUEUE_NAMES = [...new Set([...Object.values(QUEUES), OTHERS])].filter((name) => name !== undefined);

/**
 * Runs one job at a time, because each may hold all rows of a register. Checks of files and of the record, imports
 * of articles, and transfers between environments have queues of their own and hold up no publication. Next is the
 * person who was served longest ago.
 */
export function openWorker({ onCrash, freeSpace, memory = MEMORY, ...place }: Setup): EditionWorker {
  const queue = () => new FairQueue({ most: 1, ofOne: OF_ONE });
  const byName = new Map<string, FairQueue>();
  const queueOf = (job: JobName): FairQueue => {
    const name = QUEUES[job] ?? OTHERS;
    const known = byName.get(name) ?? queue();
    byName.set(name, known);
    return known;
  };
  const pending = new Set<Promise<unknown>>();
  const ending = new AbortController();
  const answers = new Map<string, Promise<unknown>>();
  const counts: Record<JobEnd, number> = { done: 0, refused: 0, crashed: 0 };
  let ended = false;

  const begin = async (name: JobName, input: unknown, { onProgress, stop }: Watch = {}): Promise<unknown> => {
    const free = (await freeSpace?.()) ?? Infinity;
    if (ended) throw stopping();
    try {
      const ask = () =>
        askThread<JobAnswer, JobProgress>(PROGRAM, {
          data: { ...place, name, input, free } satisfies JobTask,
          memory: { old: featureMemory[name] ?? memory },
          stop: stop ? AbortSignal.any([ending.signal, stop]) : ending.signal,
          progress: onProgress && ((progress) => onProgress(...progress)),
        });
      const facts = { 'site.job.queue': QUEUES[name] ?? OTHERS };
      const answer = await traced(() => ({ name: `job ${name}`, kind: 'internal', facts }), ask);
      counts['failed' in answer ? 'refused' : 'done'] += 1;
      if ('failed' in answer) throw unpackError(answer.failed);
      return answer.done;
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      if (error.why === 'stop') throw stopping();
      counts.crashed += 1;
      onCrash(error.cause ?? error);
      throw new ThreadRefused(error.why === 'memory');
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
    watch: Watch | undefined,
  ): Promise<unknown> => {
    if (key === undefined) return queueOf(name).run(who, () => begin(name, input, watch), { gone });
    const id = `${name} ${key}`;
    // two people with the same request each wait for their own turn: if one leaves, the other still gets the answer
    return (
      answers.get(id) ?? queueOf(name).run(who, () => answers.get(id) ?? remember(id, begin(name, input)), { gone })
    );
  };

  const by =
    (who: number | string, gone?: AbortSignal, watch?: Watch) => (name: JobName, input: unknown, key?: string) => {
      const job = run(name, input, key, who, gone, watch);
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
    load: () => {
      const loads = QUEUE_NAMES.map((name) => [name, byName.get(name)?.load ?? { running: 0, waiting: 0 }] as const);
      return {
        running: Object.fromEntries(loads.map(([name, { running }]) => [name, running])),
        waiting: Object.fromEntries(loads.map(([name, { waiting }]) => [name, waiting])),
        ended: counts,
      };
    },
    by: by as (...given: Parameters<RunInWorkerFor>) => RunInWorker,
    end: async () => {
      ended = true;
      const idle = Promise.all(pending);
      const late = new AbortController();
      await Promise.race([idle, sleep(GRACE, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      ending.abort();
      await idle;
    },
  };
}

const stopping = (): Refused => new Refused('storeAway', '服务器正在停止，请稍后刷新页面，看这一步是否已经完成');

/** Refuses a job whose thread ended without an answer; the database rolls back an uncommitted part. */
export class ThreadRefused extends Refused {
  readonly isOutOfMemory: boolean;

  constructor(isOutOfMemory: boolean) {
    super(
      'internal',
      isOutOfMemory
        ? '数据行太多，服务器的内存不够，这一步没有完成；请联系系统管理员'
        : '服务器处理数据时出错；请刷新页面，核对后重试，仍不成功时请联系系统管理员',
    );
    this.isOutOfMemory = isOutOfMemory;
  }
}
