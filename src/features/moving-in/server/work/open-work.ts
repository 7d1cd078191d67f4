import { rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { MovingInJob, MovingInWork } from '../../wire.ts';
import type { Database } from '#server/db/connect.ts';
import { unpackError } from '#server/editions/worker/carried-error.ts';
import { Refused } from '#server/errors.ts';
import { FairQueue, type Place } from '#server/http/fair-queue.ts';
import { CannotImport } from '../cannot-import.ts';
import { CANCEL_FILE, ImportFolder } from '../stored-import.ts';
import { importJobs, ZIP_FILE, type ImportJobs, type JobName, type WorkContext } from './jobs.ts';
import type { ThreadMessage, ThreadTask } from './thread.ts';

/** of an import that needs no thread of its own: what visitors would wait for it is not noticed */
const SMALL = { files: 50, bytes: 512 * 1024 };
/** megabytes: 10,000 articles with their HTML take 600 */
const MEMORY = 2_048;
/** milliseconds between two signs of life of work that runs */
const PULSE = 1_000;
/** milliseconds without one, after which work of another machine counts as broken off */
const SILENCE = 20_000;

interface Setup {
  /** for what is done in this thread; others connect by its reach */
  database: Pick<Database, 'db' | 'connect' | 'freeSpace' | 'reach'>;
  /** DATA_DIR/files */
  filesDir: string;
  importsDir: string;
  /** called with what is not told to whoever asked */
  onCrash: (error: unknown) => void;
}

type Input<Name extends JobName> = Parameters<ImportJobs[Name]>[1];
type Output<Name extends JobName> = Awaited<ReturnType<ImportJobs[Name]>>;

/** MI13: work on imports, in threads of their own, so that visitors do not wait. */
export interface ImportWork {
  importsDir: string;
  /**
   * Answered when it is done; one at a time, fair between people.
   * @throws Refused invalidInput with what a person can mend
   */
  ask: <Name extends 'columns' | 'trial'>(
    name: Name,
    input: Input<Name>,
    who: number,
    gone: AbortSignal | undefined,
  ) => Promise<Output<Name>>;
  /** Goes on after the answer; how far it is stands in the folder. @throws Refused importBusy, tooManyWaiting */
  begin: <Name extends MovingInWork>(name: Name, input: Input<Name>, who: number) => Promise<void>;
  /** Ends what runs, on whichever server. */
  cancel: (importId: string) => Promise<void>;
  /** what is or was done with an import; null for nothing */
  jobOf: (folder: ImportFolder) => Promise<MovingInJob | null>;
  /** ends all of it; what was cut off can be begun again */
  end: () => Promise<void>;
}

const OWN_PROCESS = `${hostname()}~${process.pid}`;

export function openImportWork({ database, onCrash, importsDir, ...place }: Setup): ImportWork {
  const questions = new FairQueue({ most: 1, ofOne: 4 });
  const jobs = new FairQueue({ most: 1, ofOne: 3 });
  const threads = new Set<Worker>();
  /** by the import; end: with the state that it is left in */
  const running = new Map<string, { end: (state: 'cancelled' | 'interrupted') => void; done: Promise<void> }>();
  const begun = new Set<string>();
  let ended = false;

  const start = async (name: JobName, input: unknown): Promise<Worker> => {
    const free = (await database.freeSpace?.()) ?? Infinity;
    if (ended) throw new Refused('storeAway', '服务器正在停止，请稍后再试');
    const task: ThreadTask = { ...place, reach: database.reach, name, input, importsDir, free };
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY, stackSizeMb: 4 },
      execArgv: [],
    });
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
    return thread;
  };

  /** A small import is done with in the time that a thread takes to begin. */
  const here = async (name: JobName, input: unknown, told: (done: number, of: number) => void): Promise<unknown> => {
    const job = importJobs[name] as (context: WorkContext, input: unknown) => Promise<unknown>;
    try {
      return await job({ database, filesDir: place.filesDir, importsDir, told }, input);
    } catch (error) {
      throw error instanceof CannotImport ? new Refused('invalidInput', error.chinese) : error;
    }
  };

  const answerOf = async (thread: Worker, told?: (done: number, of: number) => void): Promise<unknown> => {
    let last: ThreadMessage | undefined;
    let crash: NodeJS.ErrnoException | undefined;
    await new Promise<void>((resolve) => {
      thread.on('message', (said: ThreadMessage) => {
        if ('told' in said) told?.(...said.told);
        else last = said;
      });
      thread.once('error', (error: NodeJS.ErrnoException) => (crash = error));
      thread.once('exit', () => resolve());
    });
    if (last && 'done' in last) return last.done;
    if (last && 'cannot' in last) throw new Refused('invalidInput', last.cannot);
    if (last && 'failed' in last) throw unpackError(last.failed);
    throw crash ?? new Error('a thread of an import ended without an answer');
  };

  const words = (error: unknown): string => {
    if (error instanceof Refused) return error.message;
    onCrash(error);
    return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? '内容太多，服务器的内存不够；请分成几次迁入'
      : '服务器处理时出错，请重试；仍不成功时请联系系统管理员';
  };

  const run = async (folder: ImportFolder, name: MovingInWork, input: unknown, turn: Promise<void>): Promise<void> => {
    const { importId } = input as { importId: string };
    let thread: Worker | undefined;
    let left: 'cancelled' | 'interrupted' | undefined;
    let [done, of] = [0, 0];
    let written: Promise<unknown> = Promise.resolve();
    // one after another: what was told last stays
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
      void thread?.terminate();
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
        const told = (at: number, all: number): void => void ([done, of] = [at, all]);
        if (await isSmall(folder, name)) await here(name, input, told);
        else await answerOf((thread = await start(name, input)), told);
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
    // asked before the reading, during which it may end
    const isBegun = begun.has(folder.importId);
    const job = await folder.read('job');
    if (!job) return null;
    const { process: by, ...told } = job;
    return told.state === 'running' && !isAlive(by, told.at) ? { ...told, state: 'interrupted' } : told;

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
              : answerOf(await start(name, input)))) as never;
          } catch (error) {
            throw error instanceof Refused ? error : new Refused('internal', words(error));
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
        await run(folder, name, input, waiting.turn);
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
      ended = true;
      const all = [...running.values()];
      for (const { end } of all) end('interrupted');
      for (const thread of threads) await thread.terminate();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

const isSmall = async (folder: ImportFolder, name: JobName): Promise<boolean> => {
  // of a folder nothing is unpacked, and counting its files holds nobody up
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
