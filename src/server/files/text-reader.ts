import { fork, type ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PersonalNumber } from '#rules/people/personal-numbers.ts';
import { bareEnvironment } from './bare-environment.ts';

export type TextKind = 'pdf' | 'docx' | 'xlsx' | 'text';
/**
 * Readable text, a line each paragraph, cell or page, with what a search compares of it; or why there is none, in words
 * for operators.
 */
export type TextOutcome = { text: string; body: string; pieces: string[] } | { problem: string };
export type NumbersOutcome = { numbers: PersonalNumber[] } | { problem: string };

/** A question to the process that reads. */
export interface Question {
  path: string;
  kind: TextKind;
  wanted: 'text' | 'numbers';
}

/** Media types of which text can be read. */
export const TEXT_KINDS: Readonly<Record<string, TextKind>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/plain': 'text',
  'text/csv': 'text',
};

/** bytes */
const LARGEST = 40 * 1024 * 1024;
/** milliseconds for one file; a report of 300 pages takes two seconds */
const TIME_LIMIT = 30_000;
const PROGRAM = fileURLToPath(new URL('./text-process.ts', import.meta.url));

export interface TextReader {
  /** Never throws for what a file is or holds. One at a time. */
  read(path: string, kind: TextKind): Promise<TextOutcome>;
  /** PV1: numbers of persons in all that the file holds, seen or not; as `read`. */
  readNumbers(path: string, kind: TextKind): Promise<NumbersOutcome>;
  /** ends the process; the next read starts another */
  close(): void;
}

/**
 * Reads files in a process of its own, which is started for the first and serves until it is closed, fails or is too
 * late.
 */
export function createTextReader(timeLimit = TIME_LIMIT): TextReader {
  let child: ChildProcess | null = null;
  const close = () => {
    child?.kill('SIGKILL');
    child = null;
  };
  const answered = async <Outcome extends object>(question: Question): Promise<Outcome | { problem: string }> => {
    const stats = await stat(question.path).catch(() => null);
    if (!stats) return { problem: 'the file is not there' };
    if (stats.size > LARGEST) return { problem: `larger than ${LARGEST} bytes` };
    child ??= start();
    const outcome = await ask<Outcome>(child, question, timeLimit);
    if ('ended' in outcome) close();
    return 'ended' in outcome ? { problem: outcome.ended } : outcome;
  };
  return {
    read: (path, kind) => answered({ path, kind, wanted: 'text' }),
    readNumbers: (path, kind) => answered({ path, kind, wanted: 'numbers' }),
    close,
  };
}

function start(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
    env: { PATH: process.env.PATH, ...bareEnvironment(), MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // neither it nor its channel is a reason for the server to stay
  child.unref();
  child.channel?.unref();
  return child;
}

function ask<Outcome extends object>(
  child: ChildProcess,
  question: Question,
  timeLimit: number,
): Promise<Outcome | { ended: string }> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome | { ended: string }) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      resolve(outcome);
    };
    const onMessage = (message: unknown) => finish(message as Outcome);
    const onExit = () => finish({ ended: 'the reader ended: too much memory, or a fault' });
    const timer = setTimeout(() => finish({ ended: `not read within ${timeLimit} ms` }), timeLimit);
    child.on('message', onMessage).once('exit', onExit).once('error', onExit);
    child.send(question, (error) => error && onExit());
  });
}
