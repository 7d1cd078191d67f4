import { useState } from 'react';
import { differencesOf } from '../documents/differences.ts';

/** milliseconds within which keystrokes in one text are one step */
const ONE_STEP = 600;
const MOST = 200;
const MOST_SIGNS = 4;

interface History<T> {
  past: T[];
  now: T;
  future: T[];
  at: number;
  /** what the last step was about; '' where no other step belongs to it */
  about: string;
}

export interface Undo<T> {
  now: T;
  /** @param about changes one after the other about the same thing are one step back, however long they take */
  set: (next: T, about?: string) => void;
  undo: (() => T) | null;
  redo: (() => T) | null;
}

/** A value that is typed at, with its steps back and forth. */
export function useUndo<T>(start: T): Undo<T> {
  const [{ past, now, future, at, about }, setHistory] = useState<History<T>>(() => ({
    past: [],
    now: start,
    future: [],
    at: 0,
    about: '',
  }));
  const step = (history: Pick<History<T>, 'past' | 'now' | 'future'>): T => {
    setHistory({ ...history, at: 0, about: '' });
    return history.now;
  };
  return {
    now,
    set: (next, named = '') => {
      const moment = performance.now();
      const of = named === '' ? textTypedAt(now, next) : `about ${named}`;
      const isSameStep =
        past.length > 0 && future.length === 0 && of !== '' && of === about && (named !== '' || moment - at < ONE_STEP);
      setHistory({
        past: isSameStep ? past : [...past.slice(-MOST), now],
        now: next,
        future: [],
        at: moment,
        about: of,
      });
    },
    undo:
      past.length === 0 ? null : () => step({ past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] }),
    redo: future.length === 0 ? null : () => step({ past: [...past, now], now: future[0]!, future: future.slice(1) }),
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
