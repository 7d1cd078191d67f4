import { useRef, useState } from 'react';
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
  /** subject of the last step; '' where no other step belongs to it */
  about: string;
}

/** A value, or what makes it of the newest one: of what is known only after an answer, when more may have been typed. */
export type Next<T> = T | ((newest: T) => T);

export interface Undo<T> {
  now: T;
  /**
   * @param about changes one after the other about the same thing are one step back, however long they take
   * @returns the value as it is now; undefined where nothing has changed
   */
  set: (next: Next<T>, about?: string) => T | undefined;
  undo: (() => T) | null;
  redo: (() => T) | null;
  /** ends the steps after a save: later news changes nothing any more */
  end: () => void;
}

/** A value that is typed at, with its steps back and forth. */
export function useUndo<T>(start: T): Undo<T> {
  const [drawn, setDrawn] = useState<History<T>>(() => ({ past: [], now: start, future: [], at: 0, about: '' }));
  // two changes may come before the form is drawn again, and one from a drawing that is long past
  const newest = useRef(drawn);
  const isEnded = useRef(false);
  const write = (history: History<T>): T => {
    newest.current = history;
    setDrawn(history);
    return history.now;
  };
  const step = (move: (history: History<T>) => Pick<History<T>, 'past' | 'now' | 'future'> | null): T => {
    const to = move(newest.current);
    return to === null ? newest.current.now : write({ ...to, at: 0, about: '' });
  };
  return {
    now: drawn.now,
    set: (given, named = '') => {
      const { past, now, future, at, about } = newest.current;
      const next = typeof given === 'function' ? (given as (of: T) => T)(now) : given;
      if (isEnded.current || next === now) return undefined;
      const moment = performance.now();
      const of = named === '' ? textTypedAt(now, next) : `about ${named}`;
      const isSameStep =
        past.length > 0 && future.length === 0 && of !== '' && of === about && (named !== '' || moment - at < ONE_STEP);
      return write({
        past: isSameStep ? past : [...past.slice(-MOST), now],
        now: next,
        future: [],
        at: moment,
        about: of,
      });
    },
    undo: drawn.past.length === 0 ? null : () => step(back),
    redo: drawn.future.length === 0 ? null : () => step(forth),
    end: () => {
      isEnded.current = true;
    },
  };
}

const back = <T>({ past, now, future }: History<T>) =>
  past.length === 0 ? null : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] };

const forth = <T>({ past, now, future }: History<T>) =>
  future.length === 0 ? null : { past: [...past, now], now: future[0]!, future: future.slice(1) };

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
