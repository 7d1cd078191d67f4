import { useSyncExternalStore } from 'react';
import { shanghaiDate, shanghaiTime } from '#rules/time/shanghai-date.ts';
import { timeAgo } from '#rules/time/time-ago.ts';

/** One clock for all times of a page; 0 while the page is not visible. */
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 10_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const current = () => (now ||= Date.now());
/** the server knows no visitor's clock, and hydration shows what the server wrote */
const none = () => 0;

/** TA1: the server writes the date; once the page lives it says how long ago that was. @param moment ISO 8601 */
export function TimeAgo({ moment, className }: { moment: string; className?: string }) {
  const at = useSyncExternalStore(subscribe, current, none);
  return (
    <time className={className} dateTime={moment} title={shanghaiTime(moment)}>
      {at === 0 ? shanghaiDate(moment) : timeAgo(moment, at)}
    </time>
  );
}
