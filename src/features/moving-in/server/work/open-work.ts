import { rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { MovingInJob, MovingInWork } from '../../wire.ts';
import type { Database } from '#server/db/connect.ts';
import type { RunInWorkerFor, OnProgress } from '#server/editions/worker/jobs.ts';
import { ThreadRefused } from '#server/editions/worker/open-worker.ts';
import { Refused } from '#server/errors.ts';
import { FairQueue, type Place } from '#server/http/fair-queue.ts';
import { CANCEL_FILE, ImportFolder } from '../stored-import.ts';
import { ZIP_FILE, type ImportJobs, type JobName } from './jobs.ts';
import { runImportJob, THREAD_JOBS } from './thread-jobs.ts';

/** limits of an import that needs no thread of its own: visitors do not notice the wait for it */
const SMALL = { files: 50, bytes: 512 * 1024 };
/** milliseconds between two signs of life of work that runs */
const PULSE = 1_000;
/** milliseconds without one, after which work of another machine counts as broken off */
const SILENCE = 20_000;

interface Setup {
  /** database for work in this thread */
  database: Pick<Database, 'db' | 'connect' | 'freeSpace'>;
  runInWorkerFor: RunInWorkerFor;
  /** DATA_DIR/files */
  filesDir: string;
  importsDir: string;
  /** called with errors that no caller receives */
  onCrash: (error: unknown) => void;
}

type Input<Name extends JobName> = Parameters<ImportJobs[Name]>[1];
type Output<Name extends JobName> = Awaited<ReturnType<ImportJobs[Name]>>;

/** MI13: work on imports, in threads of their own, so that visitors do not wait. */
export interface ImportWork {
  importsDir: string;
  /**
   * Runs work and answers when it is done; one at a time, fair between people.
   * @throws Refused invalidInput with what a person can mend
   */
  ask: <Name extends 'columns' | 'trial'>(
    name: Name,
    input: Input<Name>,
    who: number,
    gone: AbortSignal | undefined,
  ) => Promise<Output<Name>>;
  /**
   * Starts work that continues after the answer; its progress is in the folder.
   * @throws Refused importBusy, tooManyWaiting
   */
  begin: <Name extends MovingInWork>(name: Name, input: Input<Name>, who: number) => Promise<void>;
  /** Ends work that runs, on any server. */
  cancel: (importId: string) => Promise<void>;
  /** job that runs or ran on an import; null for none */
  jobOf: (folder: ImportFolder) => Promise<MovingInJob | null>;
  /** ends all work; interrupted work can be begun again */
  end: () => Promise<void>;
}

const OWN_PROCESS = `${hostname()}~${process.pid}`;

export function openImportWork({ database, runInWorkerFor, onCrash, filesDir, importsDir }: Setup): ImportWork {
  const questions = new FairQueue({ most: 1, ofOne: 4 });
  const jobs = new FairQueue({ most: 1, ofOne: 3 });
  /** running work by import; end: with the state that it is left in */
  const running = new Map<string, { end: (state: 'cancelled' | 'interrupted') => void; done: Promise<void> }>();
  const begun = new Set<string>();

  /** Runs work in this thread: on a small import it takes no longer than the start of a thread. */
  const here = (name: JobName, input: unknown, onProgress: OnProgress): Promise<unknown> =>
    runImportJob({ database, filesDir, importsDir, onProgress }, name, input);

  const words = (error: unknown): string => {
    if (error instanceof ThreadRefused && error.isOutOfMemory) return '内容太多，服务器的内存不够；请分成几次迁入';
    if (isForPerson(error)) return error.message;
    // the worker has reported why its thread ended
    if (!(error instanceof ThreadRefused)) onCrash(error);
    return '服务器处理时出错，请重试；仍不成功时请联系系统管理员';
  };

  const run = async (
    folder: ImportFolder,
    { name, input, who, turn }: { name: MovingInWork; input: Input<MovingInWork>; who: number; turn: Promise<void> },
  ): Promise<void> => {
    const { importId } = input;
    const stop = new AbortController();
    let left: 'cancelled' | 'interrupted' | undefined;
    let [done, of] = [0, 0];
    let written: Promise<unknown> = Promise.resolve();
    // written one after another: the latest state stays
    const tell = (state: MovingInJob['state'], message = ''): Promise<void> => {
      const at = new Date().toISOString();
      const next = written.then(() =>
        folder.write('job', { work: name, state, done, of, message, at, process: OWN_PROCESS }),
      );
      written = next.catch(() => {});
      return next;
    };
    const stopped = Promise.withResolvers<never>();
    stopped.promise.catch(() => {});
    const end = (state: 'cancelled' | 'interrupted'): void => {
      left = state;
      stop.abort();
      stopped.reject(new Error('ended'));
    };
    const pulse = setInterval(() => {
      void stat(folder.pathOf(CANCEL_FILE)).then(
        () => end('cancelled'),
        () => {},
      );
      tell('running').catch(() => {});
    }, PULSE).unref();
    const work = async (): Promise<void> => {
      try {
        await Promise.race([turn, stopped.promise]);
        const onProgress: OnProgress = (at, all) => void ([done, of] = [at, all]);
        await ((await isSmall(folder, name))
          ? here(name, input, onProgress)
          : runInWorkerFor(who, undefined, { onProgress, stop: stop.signal })(THREAD_JOBS[name], input as never));
        clearInterval(pulse);
        await tell('done');
      } catch (error) {
        clearInterval(pulse);
        await tell(left ?? 'failed', left ? '' : words(error)).catch(onCrash);
      } finally {
        running.delete(importId);
        await rm(folder.pathOf(CANCEL_FILE), { force: true }).catch(() => {});
      }
    };
    await rm(folder.pathOf(CANCEL_FILE), { force: true });
    await tell('running');
    running.set(importId, { end, done: work() });
  };

  const jobOf: ImportWork['jobOf'] = async (folder) => {
    // read before the folder, because work may end during that
    const isBegun = begun.has(folder.importId);
    const job = await folder.read('job');
    if (!job) return null;
    const { process: by, ...progress } = job;
    return progress.state === 'running' && !isAlive(by, progress.at) ? { ...progress, state: 'interrupted' } : progress;

    function isAlive(process: string, at: string): boolean {
      if (process === OWN_PROCESS) return isBegun;
      return Date.now() - Date.parse(at) < SILENCE && !isGone(process);
    }
  };

  return {
    importsDir,
    ask: (name, input, who, gone) =>
      questions.run(
        who,
        async () => {
          try {
            const folder = new ImportFolder(importsDir, input.importId);
            return (await ((await isSmall(folder, name))
              ? here(name, input, () => {})
              : runInWorkerFor(who)(THREAD_JOBS[name], input as never))) as never;
          } catch (error) {
            throw isForPerson(error) ? error : new Refused('internal', words(error));
          }
        },
        { gone },
      ),
    begin: async (name, input, who) => {
      const folder = new ImportFolder(importsDir, input.importId);
      if (begun.has(input.importId)) throw new Refused('importBusy');
      begun.add(input.importId);
      let waiting: Place | undefined;
      const leave = (): void => {
        begun.delete(input.importId);
        waiting?.leave();
      };
      try {
        if ((await jobOf(folder))?.state === 'running') throw new Refused('importBusy');
        waiting = jobs.take(who);
        await run(folder, { name, input, who, turn: waiting.turn });
      } catch (error) {
        leave();
        throw error;
      }
      void running.get(input.importId)?.done.finally(leave);
    },
    cancel: async (importId) => {
      const own = running.get(importId);
      if (own) {
        own.end('cancelled');
        await own.done;
      } else await writeFile(new ImportFolder(importsDir, importId).pathOf(CANCEL_FILE), '');
    },
    jobOf,
    end: async () => {
      const all = [...running.values()];
      for (const { end } of all) end('interrupted');
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

/** A refusal whose words are about the import. */
const isForPerson = (error: unknown): error is Refused => error instanceof Refused && !(error instanceof ThreadRefused);

const isSmall = async (folder: ImportFolder, name: JobName): Promise<boolean> => {
  // a folder needs no unpacking, and counting its files delays nobody
  if (name === 'unpack') return ((await stat(folder.pathOf(ZIP_FILE)).catch(() => null))?.size ?? 0) <= SMALL.bytes;
  const inside = await folder.read('folder');
  return inside !== null && inside.files <= SMALL.files && inside.bytes <= SMALL.bytes;
};

/** A process of this machine that is not there any more. */
function isGone(process: string): boolean {
  const [host, pid] = process.split('~');
  if (host !== hostname()) return false;
  try {
    globalThis.process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
}
