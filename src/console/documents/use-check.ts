import { useEffect, useState } from 'react';
import type { FieldProblem } from '#wire/console-answers.ts';
import { useSend } from '../calls/use-calls.ts';

/** milliseconds without a keystroke after which the server is asked */
const PAUSE = 250;

export interface Checked<P> {
  problems: readonly P[];
  /** the answer is of what was typed before */
  isOld: boolean;
  /** the server could not be asked */
  error: unknown;
}

/**
 * What the server finds wrong with what is being typed: asked once it stands still; what was found before stays until
 * then.
 * @param body JSON of what is sent
 */
export function useCheck<P = FieldProblem>(path: string, body: string): Checked<P> {
  const send = useSend();
  const [found, setFound] = useState<{ of: string; problems: readonly P[]; error?: unknown }>({ of: '', problems: [] });
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      send<{ problems: P[] }>('POST', path, JSON.parse(body) as Record<string, unknown>).then(
        ({ problems }) => isWanted && setFound({ of: body, problems }),
        (error: unknown) => isWanted && setFound({ of: body, problems: [], error }),
      );
    }, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // the way to the sign-in changes with the address; what is asked does not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path, body]);
  return { problems: found.problems, isOld: found.of !== body, error: found.error };
}
