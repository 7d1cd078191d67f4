import { stat } from 'node:fs/promises';
import type { NotSearched, PersonalNumber } from '#rules/people/personal-numbers.ts';
import { createChild } from '../background/child.ts';

export type TextKind = 'pdf' | 'docx' | 'xlsx' | 'text';
/**
 * Readable text, a line each paragraph, cell or page, with the part of it that a search compares; or the reason why
 * there is none, in words for operators.
 */
export type TextOutcome = { text: string; body: string; pieces: string[] } | { problem: string };
/** Numbers that were found, and the reason why they may be incomplete. */
export interface NumbersOutcome {
  numbers: PersonalNumber[];
  notSearched: NotSearched | null;
  /** CK10: of a pdf that could be read */
  pdf?: { hasText: boolean; title: string };
}

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

/** bytes; PV3 explains it to people */
const LARGEST = 40 * 1024 * 1024;
/** milliseconds for one file; a report of 300 pages takes two seconds */
const TIME_LIMIT = 30_000;
const PROGRAM = new URL('./text-process.ts', import.meta.url);

export interface TextReader {
  /** Never throws for the kind or content of a file. One at a time. */
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
  const child = createChild<Question, TextOutcome | NumbersOutcome>(PROGRAM);
  const answered = async <Outcome extends object>(question: Question): Promise<Outcome | Unread> => {
    const stats = await stat(question.path).catch(() => null);
    if (!stats) return { problem: 'the file is not there', why: 'damaged' };
    if (stats.size > LARGEST) return { problem: `larger than ${LARGEST} bytes`, why: 'too-large' };
    const outcome = await child.ask(question, timeLimit);
    if (outcome === 'ended') return { problem: 'the reader ended: too much memory, or a fault', why: 'too-much' };
    if (outcome === 'unknown') return { problem: 'the reader did not start, or was closed', why: 'too-late' };
    if (outcome === 'late') return { problem: `not read within ${timeLimit} ms`, why: 'too-late' };
    return outcome as unknown as Outcome;
  };
  return {
    read: async (path, kind) => {
      const outcome = await answered<TextOutcome>({ path, kind, wanted: 'text' });
      return isUnread(outcome) ? { problem: outcome.problem } : outcome;
    },
    readNumbers: async (path, kind) => {
      const outcome = await answered<NumbersOutcome>({ path, kind, wanted: 'numbers' });
      return isUnread(outcome) ? { numbers: [], notSearched: outcome.why } : outcome;
    },
    close: child.close,
  };
}

/** Reason why the process was not called, or has not answered. */
interface Unread {
  problem: string;
  why: NotSearched;
}
const isUnread = (outcome: object): outcome is Unread => 'why' in outcome;
