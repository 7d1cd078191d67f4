import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { EditionLine } from '#wire/console-answers.ts';
import { addressOf, call, LONG_TIMEOUT } from '../../calls/call.ts';

/** Findings of the check of one edition, as its line says them. */
interface Marks {
  red: number;
  problems: number;
}

/** lines that are checked before they are opened */
const MOST = 20;

const keyOf = ({ editionId, version }: Pick<EditionLine, 'editionId' | 'version'>): string => `${editionId} ${version}`;

/** RV1: marks of the lines, found one after another; the answers are there when an edition is opened. */
export function useCheckMarks(lines: readonly EditionLine[]): (line: EditionLine) => Marks | undefined {
  const [marks, setMarks] = useState<ReadonlyMap<string, Marks>>(new Map());
  const { mutate } = useSWRConfig();
  const next = lines.slice(0, MOST).find((line) => !marks.has(keyOf(line)));
  const nextKey = next && keyOf(next);
  useEffect(() => {
    if (!next || nextKey === undefined) return undefined;
    let isOver = false;
    const { editionId } = next;
    const add = (found: Marks): void => {
      if (!isOver) setMarks((before) => new Map(before).set(nextKey, found));
    };
    call('GET /editions/:editionId/check', { editionId }, LONG_TIMEOUT).then(
      (answer) => {
        const { lines: red, more } = answer.redLines;
        void mutate(addressOf('GET /editions/:editionId/check', { editionId }), answer, { revalidate: false });
        add({ red: red.length + more, problems: answer.problems.length });
      },
      // its own screen says why
      () => add({ red: 0, problems: 0 }),
    );
    return () => {
      isOver = true;
    };
    // once for each version of each edition
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [nextKey, mutate]);
  return (line) => marks.get(keyOf(line));
}
