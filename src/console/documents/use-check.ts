import { useEffect, useState } from 'react';
import type { FieldProblem } from '#wire/console-answers.ts';
import { useSend } from '../calls/use-calls.ts';

/** milliseconds without a keystroke after which the server is asked */
const PAUSE = 250;

export interface Checked {
  problems: readonly FieldProblem[];
  /** the answer belongs to an earlier input */
  isOld: boolean;
  /** the server could not be asked */
  error: unknown;
}

/**
 * Problems that the server finds in the value of a setting as one types: fetched once it stands still; the former ones
 * stay until then.
 * @param json the value
 */
export function useCheck(name: string, json: string): Checked {
  const send = useSend();
  const [found, setFound] = useState<{ of: string; problems: readonly FieldProblem[]; error?: unknown }>({
    of: '',
    problems: [],
  });
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      send('POST /settings/:name/check', { name, json }).then(
        ({ problems }) => isWanted && setFound({ of: json, problems }),
        (error: unknown) => isWanted && setFound({ of: json, problems: [], error }),
      );
    }, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // `refuse` changes with the address; the request does not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name, json]);
  return { problems: found.problems, isOld: found.of !== json, error: found.error };
}
