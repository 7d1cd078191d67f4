import { parentPort, Worker } from 'node:worker_threads';
import { bareEnvironment } from './bare-environment.ts';

/** megabytes */
export interface ThreadMemory {
  old: number;
  young?: number;
  code?: number;
}

interface ThreadStart {
  /** workerData of the thread */
  data?: unknown;
  memory: ThreadMemory;
  /** true for a thread that reads a file from anybody: it has no environment, and its output is lost */
  isBare?: boolean;
  /** handed over instead of copied */
  transfer?: ArrayBuffer[];
}

/** OL10: starts a thread with a heap that has an end. */
export function startThread(file: URL, { data, memory, isBare = false, transfer = [] }: ThreadStart): Worker {
  return new Worker(file, {
    workerData: data,
    transferList: transfer,
    resourceLimits: {
      maxOldGenerationSizeMb: memory.old,
      maxYoungGenerationSizeMb: memory.young ?? 32,
      codeRangeSizeMb: memory.code ?? 32,
      stackSizeMb: 4,
    },
    execArgv: [],
    ...(isBare && { env: bareEnvironment(), stdout: true, stderr: true }),
  });
}

/** A thread that ended without an answer, with what it threw as the cause. */
export class ThreadEnded extends Error {
  readonly why: 'memory' | 'time' | 'stop' | 'failure';

  constructor(why: ThreadEnded['why'], cause?: Error) {
    super(cause?.message ?? `a thread ended without an answer: ${why}`, { cause });
    this.name = 'ThreadEnded';
    this.why = why;
  }
}

/** The reason for which a thread failed. */
export const threadFailure = (error: NodeJS.ErrnoException): ThreadEnded =>
  new ThreadEnded(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failure', error);

type Message<Answer, Progress> = { progress: Progress } | { answer: Answer };

interface ThreadTask<Progress> extends ThreadStart {
  /** milliseconds from its start */
  within?: number;
  /** ends it */
  stop?: AbortSignal | undefined;
  progress?: ((progress: Progress) => void) | undefined;
}

/**
 * The answer of a thread of its own, which posts it by `answerAsker`. Its memory goes with it: the thread has ended when
 * the answer is there.
 * @throws ThreadEnded
 */
export async function askThread<Answer, Progress = never>(
  file: URL,
  { within, stop, progress, ...start }: ThreadTask<Progress>,
): Promise<Answer> {
  if (stop?.aborted) throw new ThreadEnded('stop');
  const thread = startThread(file, start);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const stopped = (): void => reject(new ThreadEnded('stop'));
  const timer = within === undefined ? undefined : setTimeout(() => reject(new ThreadEnded('time')), within);
  stop?.addEventListener('abort', stopped);
  thread.on('message', (message: Message<Answer, Progress>) => {
    if ('answer' in message) resolve(message.answer);
    else progress?.(message.progress);
  });
  thread.once('error', (error: NodeJS.ErrnoException) => reject(threadFailure(error)));
  thread.once('exit', () => reject(new ThreadEnded('failure')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', stopped);
    await thread.terminate();
  }
}

/** Says in a thread how far it is. */
export function tellAsker(progress: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
  parentPort!.postMessage({ progress });
}

/** Says in a thread what askThread answers. */
export function answerAsker(answer: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
  parentPort!.postMessage({ answer });
}
