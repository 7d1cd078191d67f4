import { useState } from 'react';
import { differencesOf } from './differences.ts';

/** milliseconds within which keystrokes in one text are one step */
const ONE_STEP = 600;
const MOST = 200;
const MOST_SIGNS = 4;

interface History<T> {
  past: T[];
  now: T;
  future: T[];
  at: number;
  /** the text that was typed at; '' where something else was done */
  typedAt: string;
}

export interface Undo<T> {
  now: T;
  set: (next: T) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** A value that is typed at, with its steps back and forth. */
export function useUndo<T>(start: T): Undo<T> {
  const [{ past, now, future, at, typedAt }, setHistory] = useState<History<T>>(() => ({
    past: [],
    now: start,
    future: [],
    at: 0,
    typedAt: '',
  }));
  return {
    now,
    set: (next) => {
      const moment = performance.now();
      const text = textTypedAt(now, next);
      const isSameStep =
        past.length > 0 && future.length === 0 && text !== '' && text === typedAt && moment - at < ONE_STEP;
      setHistory({
        past: isSameStep ? past : [...past.slice(-MOST), now],
        now: next,
        future: [],
        at: moment,
        typedAt: text,
      });
    },
    undo:
      past.length === 0
        ? null
        : () =>
            setHistory({ past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], at: 0, typedAt: '' }),
    redo:
      future.length === 0
        ? null
        : () => setHistory({ past: [...past, now], now: future[0]!, future: future.slice(1), at: 0, typedAt: '' }),
  };
}

/** The one text that differs between two values; '' where more does. */
function textTypedAt(before: unknown, after: unknown): string {
  const [only, ...more] = differencesOf(before, after);
  return only &&
    more.length === 0 &&
    typeof only.before === 'string' &&
    typeof only.after === 'string' &&
    isKeystroke(only.before, only.after)
    ? only.pointer || '/'
    : '';
}

/** A few signs at one place, and not a text moved or taken away. */
function isKeystroke(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return Math.max(before.length, after.length) - start - end <= MOST_SIGNS;
}
