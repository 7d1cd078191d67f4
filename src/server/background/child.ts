import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bare-environment.ts';

/**
 * The reason why a process gave no answer: the question ended it, or took too long. 'unknown' says nothing of the
 * question: the process did not start, was closed, or was stopped with the server.
 */
type Unanswered = 'ended' | 'late' | 'unknown';

/**
 * A process of its own that is asked one thing after another. It is started by the first question, and ended by one
 * that it does not answer; the next starts another.
 */
export interface Child<Question extends object, Answer extends object> {
  ask(question: Question, within: number): Promise<Answer | Unanswered>;
  close(): void;
}

/**
 * OL10: a process for files from anybody. It has no secret and no output; what it may take of memory is for the program
 * itself to watch (files/memory-watch.ts).
 */
export function createChild<Question extends object, Answer extends object>(program: URL): Child<Question, Answer> {
  let child: ChildProcess | null = null;
  const close = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  const begin = (): ChildProcess => {
    const own = start(program);
    own.once('exit', () => {
      if (child === own) child = null;
    });
    return own;
  };
  return {
    close,
    async ask(question, within) {
      try {
        child ??= begin();
        const answer = await answerOf<Answer>(child, question, within);
        if (typeof answer === 'string') close();
        return answer;
      } catch {
        // a fork that failed may throw, or leave a process without a channel
        close();
        return 'unknown';
      }
    },
  };
}

function start(program: URL): ChildProcess {
  const child = fork(fileURLToPath(program), {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
    env: { PATH: process.env.PATH, ...bareEnvironment(), MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // a fork may fail after the answer was given up
  child.on('error', () => {});
  // neither it nor its channel is a reason for the server to stay
  child.unref();
  child.channel?.unref();
  return child;
}

/** Signals of a stop that reach the process together with the server. */
const STOPS: readonly unknown[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @throws where there is no channel to the process */
function answerOf<Answer extends object>(
  child: ChildProcess,
  question: object,
  within: number,
): Promise<Answer | Unanswered> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onFault);
    };
    const finish = (answer: Answer | Unanswered): void => {
      end();
      resolve(answer);
    };
    const onMessage = (message: unknown): void => finish(message as Answer);
    const onExit = (_code: number | null, signal: NodeJS.Signals | null): void =>
      finish(child.killed || STOPS.includes(signal) ? 'unknown' : 'ended');
    const onFault = (): void => finish('unknown');
    const timer = setTimeout(() => finish('late'), within);
    child.on('message', onMessage).once('exit', onExit).once('error', onFault);
    try {
      child.send(question, (error) => error && onFault());
    } catch (error) {
      end();
      reject(error);
    }
  });
}
