import { useEffect, useState } from 'react';
import { waitedWords } from '#rules/time/waited-words.ts';

/** milliseconds, as the words change */
const MINUTE = 60_000;

/** Time for which something has waited, in words that go on with the clock. */
export function Waited({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={since}>{waitedWords(since, now)}</time>;
}
