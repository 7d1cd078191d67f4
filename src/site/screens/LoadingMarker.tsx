import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSite } from '../moves/site-context.ts';

/** Milliseconds after which loading is worth a word: what comes sooner shall not flash. */
const DELAY = 300;

const none = () => '';

/**
 * LD1: a thin bar under the header and, for screen readers, the name of what is being loaded. @param page the next page
 * itself is on its way
 */
export function LoadingMarker({ page }: { page: boolean }) {
  const { actions } = useSite().data;
  const running = useSyncExternalStore(actions.subscribe, actions.current, none);
  const name = page ? '页面' : running;
  const [message, setMessage] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setMessage(name && `正在加载${name}`), name ? DELAY : 0);
    return () => clearTimeout(timer);
  }, [name]);
  return (
    <>
      {message && <div className="progress" role="progressbar" aria-label={message} />}
      <p className="unseen" aria-live="polite">
        {message && `${message}…`}
      </p>
    </>
  );
}
