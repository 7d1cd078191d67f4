import { useState } from 'react';
import { useMe } from '../calls/use-calls.ts';

export interface Draft<V> {
  /** key of the stored draft; names the form among those of the person */
  key: string;
  /** id of this piece of work: a window that was duplicated goes on with the same */
  work: string;
  found: V | null;
  keep: (values: V) => void;
  drop: () => void;
}

interface Stored<V> {
  work: string;
  values: V;
}

/**
 * Draft of a form that was typed and not sent, stored in this tab for this person, and offered again. A session that
 * ends, a reload or a wrong click loses nothing. Passwords are never handed in.
 * @param name of the form, with the id of what it changes
 */
export function useDraft<V>(name: string): Draft<V> {
  const { data: me } = useMe();
  const key = `draft:${me?.account ?? ''}:${name}`;
  const [stored, setStored] = useState(() => read<V>(key));
  const [work] = useState(() => stored?.work ?? crypto.randomUUID());
  return {
    key,
    work,
    found: stored?.values ?? null,
    keep: (values) => {
      // a browser may give no room, or forbid it
      try {
        sessionStorage.setItem(key, JSON.stringify({ work, values } satisfies Stored<V>));
      } catch {
        setStored(null);
      }
    },
    drop: () => {
      sessionStorage.removeItem(key);
      setStored(null);
    },
  };
}

function read<V>(key: string): Stored<V> | null {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Stored<V>);
  } catch {
    return null;
  }
}
