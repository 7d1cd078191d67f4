import { setImmediate } from 'node:timers/promises';
import { isMainThread, type Worker } from 'node:worker_threads';
import { startThread } from '../../background/thread.ts';
import { Refused } from '../../errors.ts';
import { cleanArticle, type Cleaned } from './sanitise.ts';

/** characters that are cleaned at once, in some twenty milliseconds; more would hold up whoever else asks */
const SHORT = 20_000;

export interface CleaningLimits {
  /** texts that wait for the thread */
  waiting: number;
  /** milliseconds for one text */
  patience: number;
  /** milliseconds after which a thread that has nothing to do is ended */
  idle: number;
}

/** The most that may be stored takes a second on a slow machine. */
const LIMITS: CleaningLimits = { waiting: 50, patience: 10_000, idle: 60_000 };
/** megabytes */
const MEMORY = { old: 256 };

interface Task {
  html: string;
  done: (cleaned: Cleaned) => void;
  failed: (reason: Refused) => void;
}

/**
 * OL5: cleans long texts one after another in a thread, which is started for the first, and anew after one that took its
 * memory or its time.
 */
export class CleaningThread {
  readonly #limits: CleaningLimits;
  readonly #program: URL;
  #waiting: Task[] = [];
  #current: Task | null = null;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** texts that were given to it */
  taken = 0;

  constructor(limits = LIMITS, program = new URL('./clean-html-worker.ts', import.meta.url)) {
    this.#limits = limits;
    this.#program = program;
  }

  /** @throws Refused tooManyWaiting; invalidInput where the text takes too much */
  clean(html: string): Promise<Cleaned> {
    if (this.#waiting.length >= this.#limits.waiting)
      return Promise.reject(new Refused('tooManyWaiting', '正在处理的长篇正文较多，请稍后再试'));
    this.taken += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Cleaned>();
    this.#waiting.push({ html, done: resolve, failed: reject });
    this.#next();
    return promise;
  }

  /** Refuses what waits, and ends the thread. */
  async end(): Promise<void> {
    const left = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#waiting = [];
    this.#current = null;
    for (const { failed } of left) failed(new Refused('storeAway', '服务器正在停止，请稍后再保存'));
    await this.#stop();
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    const task = this.#waiting.shift();
    if (!task) {
      this.#timer = setTimeout(() => void this.#stop(), this.#limits.idle).unref();
      return;
    }
    this.#current = task;
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    this.#timer = setTimeout(() => this.#fail(worker), this.#limits.patience);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
    worker.postMessage(task.html);
  }

  #start(): Worker {
    const worker = startThread(this.#program, { memory: MEMORY, isBare: true });
    worker.on('message', (cleaned: Cleaned) => {
      const task = this.#current;
      if (!task || worker !== this.#worker) return;
      this.#current = null;
      // an idle worker keeps no program from ending
      worker.unref();
      task.done(cleaned);
      this.#next();
    });
    worker.on('error', () => this.#fail(worker));
    worker.on('exit', () => this.#fail(worker));
    return worker;
  }

  /** The text under way is refused, the next one gets a new thread. */
  #fail(worker: Worker): void {
    if (worker !== this.#worker) return;
    const task = this.#current;
    this.#current = null;
    void this.#stop();
    task?.failed(new Refused('invalidInput', '正文的格式过于复杂，无法处理；请清除格式后再粘贴，或拆分、改用附件'));
    this.#next();
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** One for the process: what one editor saves is not cleaned beside what another one does. */
export const cleaningThread = new CleaningThread();

/**
 * Authored HTML as it may be stored (sanitise.ts), without holding up others: a long text is cleaned in a thread. Within
 * a thread it is cleaned there.
 * @param html has passed htmlProblem
 * @throws Refused tooManyWaiting, invalidInput
 */
export async function cleanHtml(html: string): Promise<Cleaned> {
  if (html === '') return { html, findings: new Map() };
  if (isMainThread && html.length > SHORT) return cleaningThread.clean(html);
  await setImmediate();
  return cleanArticle(html);
}
