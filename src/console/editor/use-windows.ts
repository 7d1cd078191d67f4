import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from './use-draft.ts';

/** Message between the windows of one browser about a form. */
interface WindowMessage {
  key: string;
  work: string;
  says: 'open' | 'here' | 'closed' | 'saved';
  editionId?: number;
}

export interface Windows {
  /** the same form stands open in another window */
  isElsewhere: boolean;
  /** the edition as which another window saved it meanwhile; null for none */
  savedAs: number | null;
  tellSaved: (editionId: number) => void;
}

/**
 * The same person at the same form in several windows: each keeps what is typed for itself, and hears what the others
 * do.
 * @param isNew two windows with forms of this name write different things, unless one was duplicated from the other
 */
export function useWindows({ key, work }: Pick<Draft<unknown>, 'key' | 'work'>, isNew = false): Windows {
  const [isElsewhere, setElsewhere] = useState(false);
  const [savedAs, setSavedAs] = useState<number | null>(null);
  const channel = useRef<BroadcastChannel | null>(null);
  const say = useCallback(
    (says: WindowMessage['says'], editionId?: number) =>
      channel.current?.postMessage({
        key,
        work,
        says,
        ...(editionId !== undefined && { editionId }),
      } satisfies WindowMessage),
    [key, work],
  );
  useEffect(() => {
    const opened = new BroadcastChannel('console-forms');
    channel.current = opened;
    opened.addEventListener('message', ({ data }: MessageEvent<WindowMessage>) => {
      if (data.key !== key || (isNew && data.work !== work)) return;
      if (data.says === 'saved') setSavedAs(data.editionId ?? null);
      else setElsewhere(data.says !== 'closed');
      if (data.says === 'open') say('here');
      // a third may still be there
      if (data.says === 'closed') say('open');
    });
    const leave = () => say('closed');
    addEventListener('pagehide', leave);
    say('open');
    return () => {
      leave();
      removeEventListener('pagehide', leave);
      opened.close();
      channel.current = null;
    };
  }, [key, work, isNew, say]);
  return { isElsewhere, savedAs, tellSaved: (editionId) => say('saved', editionId) };
}
