import { useState } from 'react';
import { useMe } from './use-calls.ts';

/**
 * What was typed into a form and not sent, kept in this tab for this person, and offered again: a session that ends, a
 * reload or a wrong click loses nothing. Passwords are never handed in.
 * @param name of the form, with the id of what it changes
 */
export function useDraft<V>(name: string): { found: V | null; keep: (values: V) => void; drop: () => void } {
  const { data: me } = useMe();
  const key = `draft:${me?.account ?? ''}:${name}`;
  const [found, setFound] = useState(() => read<V>(key));
  return {
    found,
    keep: (values) => {
      // a browser may give no room, or forbid it
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        setFound(null);
      }
    },
    drop: () => {
      sessionStorage.removeItem(key);
      setFound(null);
    },
  };
}

function read<V>(key: string): V | null {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as V);
  } catch {
    return null;
  }
}
