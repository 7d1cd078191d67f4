import { useEffect, useState } from 'react';
import type { Found, SearchGroup } from '#wire/search-answers.ts';
import { call, wordsOf } from '../../calls/call.ts';
import { useRefusals } from '../../calls/use-calls.ts';

/** milliseconds after the last key */
const PAUSE = 150;

interface Answer {
  words: string;
  group: SearchGroup | undefined;
  found: Found | null;
  /** in words; '' for none */
  problem: string;
}

/**
 * Hits of a search, a moment after the last key; the question before is given up. The answer before stays until the
 * next one is there. @param words '' nothing is looked for @param group absent: all but past versions
 */
export function useFound(words: string, group?: SearchGroup) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const refuse = useRefusals();
  useEffect(() => {
    if (words === '') return undefined;
    const gone = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const found = await call('GET /search', { words, ...(group && { group }) }, gone.signal);
        if (!gone.signal.aborted) setAnswer({ words, group, found, problem: '' });
      } catch (reason) {
        if (gone.signal.aborted) return;
        refuse(reason);
        setAnswer({ words, group, found: null, problem: wordsOf(reason) });
      }
    };
    const waiting = setTimeout(() => void ask(), PAUSE);
    return () => {
      clearTimeout(waiting);
      gone.abort();
    };
  }, [words, group, refuse]);
  const isCurrent = answer !== null && answer.words === words && answer.group === group;
  return {
    found: words === '' || answer === null || answer.group !== group ? null : answer.found,
    problem: isCurrent ? answer.problem : '',
    isLoading: words !== '' && !isCurrent,
  };
}
